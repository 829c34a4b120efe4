/** Tests HTTP steps with triggers, the real statements and a server on this machine. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createEnvironmentVariable } from '#lib/environment-variables/service.ts';
import { signingSecret } from '#lib/environments/signing-secret.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

let server: VendorServer;

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

beforeAll(async () => {
  server = await startVendor();
  return server.stop;
});

beforeEach(() => {
  server.received.length = 0;
  server.behave({ status: 200, body: { plan: 'pro', seats: 3 } });
});

const request = (controlValues: object = {}) => ({
  type: 'http_request',
  name: 'Ask',
  controlValues: { method: 'GET', url: `${server.origin}/orders/{{ payload.id }}`, ...controlValues },
});
const report = { type: 'custom', name: 'Report', controlValues: { custom: { plan: '{{ steps.ask.plan }}' } } };

async function ran(sample: Sample, steps: Parameters<typeof sampleWorkflow>[1], payload: object = { id: 7 }) {
  const workflowId = await sampleWorkflow(sample.ctx, steps);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', { payload });
  await sample.drain(new Date(Math.max(sample.now().getTime(), Date.now()) + 3_600_000));
  const [run] = await storedRuns(sample.ctx, transactionId);
  const jobs = await query<{ result: unknown; raw: string }>(
    'sample-results',
    `SELECT j.result, (SELECT string_agg(e.raw, '|') FROM execution_details e WHERE e.environment_id = $1 AND e.job_id = j.id) AS raw
     FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = $2 ORDER BY j.position`,
    [sample.ctx.environmentId, run?.id],
  );
  return { ...run, results: jobs.map(({ result }) => result), raw: jobs.map(({ raw }) => raw).join('\n') };
}

test('the demo data sends no request, and later steps read a response that fits the schema', async () => {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  await prisma().environment.update({ where: { id: environmentId }, data: { isDemo: true } });
  const responseBodySchema = { type: 'object', properties: { plan: { type: 'string' } }, required: ['plan'] };
  const run = await ran(sample, [request({ enforceSchemaValidation: true, responseBodySchema }), report]);
  expect(server.received).toEqual([]);
  expect(run.results).toEqual([{ plan: 'plan' }, { plan: 'plan' }]);
  expect(run.raw).toContain('Sandbox: nothing was sent to 127.0.0.1');
});

test('later steps read the response; the request is signed, and its record has no secrets', async () => {
  const sample = await sampleEnvironment();
  const run = await ran(
    sample,
    [
      request({
        method: 'POST',
        headers: [
          { key: 'Authorization', value: 'Bearer very-secret-token' },
          { key: 'X-Order', value: '{{ payload.id }}' },
        ],
        body: '{"name":"{{ payload.name }}","id":{{ payload.id }}}',
      }),
      report,
    ],
    { id: 7, name: 'A "quoted" name' },
  );
  expect(run).toMatchObject({ outcome: 'done', work: 0, results: [{ plan: 'pro', seats: 3 }, { plan: 'pro' }] });
  const [received] = server.received;
  expect(received).toMatchObject({ method: 'POST', path: '/orders/7', body: '{"name":"A \\"quoted\\" name","id":7}' });
  expect(received?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Belfry',
    authorization: 'Bearer very-secret-token',
    'x-order': '7',
  });
  const [, time, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(received?.headers['svc-signature'])) ?? [];
  const secret = await signingSecret(sample.ctx.environmentId);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(digest).toBe(createHmac('sha256', secret).update(`${time}.${received?.body}`).digest('hex'));
  expect(run.raw).toContain('POST http://127.0.0.1');
  const [, at, second] = /^t=(\d+),v2=([0-9a-f]{64})$/.exec(String(received?.headers['svc-signature-v2'])) ?? [];
  const signed = `${at}.POST.${server.origin}/orders/7.${received?.body}`;
  expect(second).toBe(createHmac('sha256', secret).update(signed).digest('hex'));
  for (const hidden of ['very-secret-token', String(digest), String(second), secret])
    expect(run.raw).not.toContain(hidden);
  const other = await sampleEnvironment();
  expect(await signingSecret(other.ctx.environmentId)).not.toBe(secret);
});

test('headers of the connection are not sent', async () => {
  const sample = await sampleEnvironment();
  const names = [
    'Host',
    ' hOST ',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Upgrade',
    'Expect',
    'Keep-Alive',
  ];
  const headers = [...names.map((key) => ({ key, value: 'internal.example' })), { key: 'X-A', value: 'b' }];
  expect(await ran(sample, [request({ headers })])).toMatchObject({ outcome: 'done' });
  expect(server.received[0]?.headers).toMatchObject({ host: new URL(server.origin).host, 'x-a': 'b' });
  expect(JSON.stringify(server.received[0]?.headers)).not.toContain('internal.example');
});

test('a temporary failure is retried with the same idempotency key', async () => {
  const sample = await sampleEnvironment();
  let attempts = 0;
  server.behave(() => (++attempts < 3 ? { status: 503 } : { status: 200, body: {} }));
  expect(await ran(sample, [request(), report])).toMatchObject({ outcome: 'done', jobs: [{ attempts: 3 }, {}] });
  const keys = new Set(server.received.map(({ headers }) => headers['idempotency-key']));
  expect([server.received.length, keys.size]).toEqual([3, 1]);
  server.behave({ status: 503 });
  expect(await ran(sample, [request(), report])).toMatchObject({
    outcome: 'failed',
    reason: 'request_failed',
    jobs: [
      { status: 'failed', attempts: 4 },
      { status: 'canceled', reason: 'earlier_failed' },
    ],
  });
});

test('the next attempt waits as long as the server requests', async () => {
  const sample = await sampleEnvironment();
  server.behave({ status: 429, headers: { 'retry-after': '60' } });
  const workflowId = await sampleWorkflow(sample.ctx, [request()]);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', { payload: { id: 7 } });
  const from = sample.now().getTime();
  await sample.drain(new Date(from + 59_000));
  expect(server.received).toHaveLength(1);
  server.behave({ status: 200, body: {} });
  await sample.drain(new Date(from + 3_600_000));
  expect((await storedRuns(sample.ctx, transactionId))[0]).toMatchObject({ outcome: 'done' });
});

test('a response after the timeout is a failure', async () => {
  const sample = await sampleEnvironment();
  let attempts = 0;
  server.behave(() => (++attempts === 1 ? 'never' : { status: 200, body: {} }));
  const run = await ran(sample, [request()]);
  expect(run).toMatchObject({ outcome: 'done', jobs: [{ attempts: 2 }] });
});

test('a failure ends the run, unless the step is set to continue', async () => {
  const sample = await sampleEnvironment();
  server.behave({ status: 404, body: 'gone' });
  expect(await ran(sample, [request(), report])).toMatchObject({
    outcome: 'failed',
    jobs: [{ status: 'failed' }, { status: 'canceled', reason: 'earlier_failed' }],
  });
  expect(await ran(sample, [request({ continueOnFailure: true }), report])).toMatchObject({
    outcome: 'failed',
    reason: 'request_failed',
    jobs: [{ status: 'failed' }, { status: 'completed', reason: 'done' }],
    work: 0,
  });
});

test('private addresses are rejected, redirects are not followed, and invalid headers fail immediately', async () => {
  const sample = await sampleEnvironment();
  for (const url of ['http://169.254.169.254/latest', 'http://[::1]:9/', 'http://10.0.0.1/', 'http://0x0a000001/']) {
    expect(await ran(sample, [request({ url })])).toMatchObject({ outcome: 'failed', reason: 'outbound_blocked' });
  }
  server.behave({ status: 302, headers: { location: 'http://169.254.169.254/' } });
  expect(await ran(sample, [request()])).toMatchObject({ reason: 'request_failed', jobs: [{ attempts: 1 }] });
  server.behave({ status: 200, body: {} });
  const headers = [{ key: 'Bad header', value: 'x' }];
  expect(await ran(sample, [request({ headers })])).toMatchObject({
    reason: 'request_failed',
    jobs: [{ attempts: 1 }],
  });
  expect(await ran(sample, [request({ url: '{{ payload.url }}' })])).toMatchObject({ reason: 'render_failed' });
});

test('a response over the limit fails the step', async () => {
  const sample = await sampleEnvironment();
  server.behave({ status: 200, body: { text: 'x'.repeat(1_100_000) } });
  expect(await ran(sample, [request()])).toMatchObject({ outcome: 'failed', reason: 'request_failed' });
});

test('a run cancelled between attempts sends no further request', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [request(), report]);
  server.behave({ status: 503 });
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', { payload: { id: 1 } });
  await sample.drain(sample.now());
  const requests = server.received.length;
  expect(requests).toBeGreaterThan(0);
  await cancelTransaction(sample.ctx, transactionId);
  await sample.drain();
  expect(server.received).toHaveLength(requests);
  expect((await storedRuns(sample.ctx, transactionId))[0]).toMatchObject({ outcome: 'cancelled', work: 0 });
});

async function variable(sample: Sample, key: string, value: string, isSecret = true) {
  const { environmentId: _environmentId } = sample.ctx;
  await createEnvironmentVariable(sample.ctx, { key, type: 'string', isSecret, values: [{ _environmentId, value }] });
}

test('environment variables are read by templates, and secrets are stored nowhere', async () => {
  const sample = await sampleEnvironment();
  const secret = 'tøken "one" two';
  await sampleIntegrations(sample.ctx, ['in_app']);
  await variable(sample, 'API_KEY', secret);
  await variable(sample, 'HOST', server.origin, false);
  server.behave({ status: 200, body: { echo: `you sent ${secret}`, plan: 'pro' } });
  const run = await ran(sample, [
    request({
      method: 'POST',
      url: '{{ env.HOST }}/orders/{{ env.API_KEY | url_encode }}',
      headers: [{ key: 'X-Custom', value: 'k {{ env.API_KEY | base64_encode }}' }],
      body: '{"a":"{{ env.API_KEY }}"}',
    }),
    { type: 'custom', name: 'Report', controlValues: { custom: { all: '{{ env.API_KEY }} {{ steps.ask.plan }}' } } },
    { type: 'in_app', name: 'Show', controlValues: { subject: 'Key', body: 'It is {{ env.API_KEY }}.' } },
  ]);
  expect(server.received[0]).toMatchObject({ body: JSON.stringify({ a: secret }) });
  expect(decodeURIComponent(String(server.received[0]?.path).replaceAll('+', ' '))).toBe(`/orders/${secret}`);
  expect(run).toMatchObject({ outcome: 'sent', results: [{ plan: 'pro' }, { all: '•••••• pro' }, {}] });
  const [everything] = await query<{ all: string }>(
    'sample-everything',
    `SELECT concat((SELECT json_agg(j) FROM jobs j WHERE j.environment_id = $1), (SELECT json_agg(e) FROM execution_details e WHERE e.environment_id = $1),
       (SELECT json_agg(m) FROM messages m WHERE m.environment_id = $1), (SELECT json_agg(v) FROM environment_variables v WHERE v.organization_id = $2)) AS all`,
    [sample.ctx.environmentId, sample.ctx.organizationId],
  );
  expect(everything?.all).toContain('It is ••••••.');
  for (const form of [secret, 'two', encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, 12)]) {
    expect(everything?.all).not.toContain(form);
  }
});

test('conditions cannot read environment variables, and each environment has its own values', async () => {
  const sample = await sampleEnvironment();
  await variable(sample, 'PLAN', 'pro', false);
  const other = await sampleEnvironment();
  const show = (skip?: object) => ({
    type: 'custom',
    name: 'Report',
    controlValues: { custom: { plan: '{{ env.PLAN }}' }, ...(skip && { skip }) },
  });
  expect(await ran(sample, [show({ '==': [{ var: 'env.PLAN' }, 'pro'] })])).toMatchObject({
    results: [{ plan: 'pro' }],
  });
  expect(await ran(other, [show()])).toMatchObject({ results: [{ plan: '' }] });
});

test('a variable that cannot be decrypted fails only the steps that read it, with its name in the reason', async () => {
  const sample = await sampleEnvironment();
  await variable(sample, 'API_KEY', 'secret');
  await variable(sample, 'PLAN', 'pro', false);
  await query(
    'sample-unreadable-variable',
    `UPDATE environment_variables SET "values" = jsonb_build_object($1::text, 'v1.gone.a.b.c') WHERE organization_id = $2 AND key = 'API_KEY'`,
    [sample.ctx.environmentId, sample.ctx.organizationId],
  );
  const show = (text: string, skip?: object) => ({
    type: 'custom',
    name: 'Report',
    controlValues: { custom: { text }, ...(skip && { skip }) },
  });
  const plain = await ran(sample, [show('{{ env.PLAN }}'), show('{{ env["API_KEY"] }}', { '==': [1, 1] })]);
  expect(plain.jobs?.map(({ status, reason }) => [status, reason])).toEqual([
    ['completed', 'done'],
    ['skipped', 'skip_condition'],
  ]);
  const failed = await ran(sample, [request({ url: '{{ env.API_KEY }}' })]);
  expect(failed).toMatchObject({
    outcome: 'failed',
    jobs: [{ status: 'failed', reason: 'secret_unreadable' }],
  });
  const [job] = await query<{ reason: unknown }>(
    'sample-job-reason',
    'SELECT reason FROM jobs WHERE environment_id = $1 AND notification_id = $2',
    [sample.ctx.environmentId, failed.id],
  );
  expect(job?.reason).toEqual({ code: 'secret_unreadable', evidence: { variable: 'API_KEY' } });
  expect(server.received).toEqual([]);
});
