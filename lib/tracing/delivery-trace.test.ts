/** Tests the trace of a trigger with real processes, a real collector, and a provider of each kind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { disconnect, prisma } from '#lib/postgres/db.ts';
import { freePort } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import { sampleEnvironment, sampleGateway, sampleWorkflow, storedRuns } from '#testing/engine.ts';
import { type MailServer, mailServer, stopMailServers } from '#testing/mail-server.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '#testing/trace-collector.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

/** The caller’s key and span. */
const KEY = 'bf_trace_0123456789abcdef';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SECRETS = ['top-secret', 'jane@example.com', '+15555550123', 'gateway-key', KEY, 'path-secret'];

let ctx: Ctx;
let collector: TraceCollector;
let customer: VendorServer;
let mail: MailServer;
let origin: string;
const processes: { child: ChildProcess; said: string }[] = [];
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  cleanups.push(await startScratchDatabase(), disconnect, stopMailServers);
  collector = await startTraceCollector();
  customer = await startVendor({ status: 200, body: { message: { id: 'm-1' } } });
  mail = await mailServer();
  cleanups.push(() => collector.stop(), customer.stop);
  ({ ctx } = await sampleEnvironment());
  const key = { id: newId(), environmentId: ctx.environmentId, name: 'Shop', hint: 'last' };
  await prisma().apiKey.create({ data: { ...key, hash: createHash('sha256').update(KEY).digest('hex') } as never });
  await sampleGateway(ctx, customer.origin);
  await createIntegration(ctx, {
    ...{ name: 'Mail', identifier: 'mail', providerId: 'nodemailer', channel: 'email', active: true },
    credentials: { host: '127.0.0.1', port: String(mail.port), from: 'shop@example.com', senderName: 'Shop' },
  } as never);
  const port = await freePort();
  const variables = {
    NODE_OPTIONS: '',
    LOG_LEVEL: 'info',
    PORT: String(port),
    OUTBOUND_ALLOW: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  origin = `http://127.0.0.1:${port}`;
  await start(['server.ts', '--api-only'], 'Web process listening');
});

afterAll(async () => {
  await Promise.all(processes.map(({ child }) => end(child, 'SIGKILL')));
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function start(args: string[], ready: string) {
  const child = spawn(join(root, 'node_modules/.bin/node'), args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const started = { child, said: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    started.said += text;
  });
  processes.push(started);
  await vi.waitFor(() => expect(started.said).toContain(ready), { timeout: 60_000, interval: 50 });
  return started;
}

const startWorker = () => start(['worker.ts'], 'Worker process started');

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function triggerByHttp(name: string, path = '/api/v1/events/trigger', bodyOf = (event: object): object => event) {
  const to = { subscriberId: 'jane@example.com', email: 'jane@example.com', phone: '+15555550123' };
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `ApiKey ${KEY}`,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify(bodyOf({ name, to, payload: { code: 'top-secret' } })),
  });
  const [answer] = [await response.json()].flat() as [{ transactionId: string }];
  expect(response.status, JSON.stringify(answer)).toBe(201);
  return answer.transactionId;
}

const outcome = async (transactionId: string) => (await storedRuns(ctx, transactionId))[0]?.outcome;

/** Returns the spans of the trace so far, by the names of their ancestors. */
function spansByWay(): Map<string, CollectedSpan> {
  const own = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const wayOf = (span: CollectedSpan): string => {
    const parent = own.find(({ spanId }) => spanId === span.parentSpanId);
    const above = parent ? wayOf(parent) : span.parentSpanId === CALLER ? 'caller' : 'lost';
    return `${above} > ${span.attributes['belfry.step.type'] ?? span.name}`;
  };
  return new Map(own.map((span) => [wayOf(span), span]));
}

const ROUTE = 'caller > POST /api/v1/events/trigger';

test('a trigger and its delivery are one trace below the caller’s span', { timeout: 180_000 }, async () => {
  const worker = await startWorker();
  const workflowId = await sampleWorkflow(ctx, [
    {
      type: 'http_request',
      name: 'Ask',
      controlValues: { method: 'GET', url: `${customer.origin}/path-secret?code={{ payload.code }}` },
    },
    { type: 'sms', name: 'Text', controlValues: { body: 'Code {{ payload.code }}' } },
    {
      type: 'email',
      name: 'Mail',
      controlValues: { subject: 'Code', body: '<p>{{ payload.code }}</p>', editorType: 'html', layoutId: null },
    },
  ]);
  const transactionId = await triggerByHttp(workflowId);
  await expect.poll(() => outcome(transactionId)).toBe('sent');
  expect(mail.mails).toHaveLength(1);
  await end(worker.child, 'SIGTERM');
  await expect
    .poll(() => [...spansByWay().keys()].sort())
    .toEqual(
      [
        ROUTE,
        `${ROUTE} > send work`,
        `${ROUTE} > send work > http_request`,
        `${ROUTE} > send work > http_request > GET`,
        `${ROUTE} > send work > sms`,
        `${ROUTE} > send work > sms > send sms`,
        `${ROUTE} > send work > sms > send sms > POST`,
        `${ROUTE} > send work > email`,
        `${ROUTE} > send work > email > send email`,
      ].sort(),
    );
  const spans = spansByWay();
  const [run] = await storedRuns(ctx, transactionId);
  expect(spans.get(ROUTE)).toMatchObject({
    kind: 2,
    resource: { 'service.name': 'belfry-web' },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/events/trigger',
      'http.response.status_code': 201,
      'belfry.environment.id': ctx.environmentId,
    },
  });
  expect(spans.get(`${ROUTE} > send work`)).toMatchObject({
    kind: 4,
    attributes: { 'messaging.operation.type': 'send' },
  });
  expect(spans.get(`${ROUTE} > send work > sms`)).toMatchObject({
    kind: 5,
    resource: { 'service.name': 'belfry-worker' },
    attributes: {
      'messaging.operation.type': 'process',
      'belfry.run.id': run?.id,
      'belfry.workflow': workflowId,
      'belfry.job.status': 'completed',
      'belfry.reason': 'sent',
      'belfry.attempt': 1,
    },
  });
  const smtp = { 'server.address': '127.0.0.1', 'server.port': mail.port, 'network.protocol.name': 'smtp' };
  expect(spans.get(`${ROUTE} > send work > email > send email`)?.attributes).toMatchObject(smtp);
  // The servers belong to the customer, so each request continues the trace.
  const called = ['http_request > GET', 'sms > send sms > POST'].map((way) =>
    spans.get(`${ROUTE} > send work > ${way}`),
  );
  const sent = called.map((span) => `00-${TRACE}-${span?.spanId}-01`);
  expect(customer.received.map(({ headers }) => headers.traceparent)).toEqual(sent);
  for (const secret of SECRETS) expect(collector.text).not.toContain(secret);
});

test.each([
  ['a bulk request', '/api/v1/events/trigger/bulk', (event: object) => ({ events: [event] })],
  ['a broadcast', '/api/v1/events/trigger/broadcast', ({ to: _, ...event }: { to?: unknown }) => event],
])('the runs of %s are in the trace of the caller', { timeout: 120_000 }, async (_, path, bodyOf) => {
  collector.spans.length = 0;
  const worker = await startWorker();
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  await triggerByHttp(workflowId, path, bodyOf);
  const way = `caller > POST ${path} > send work > sms > send sms > POST`;
  await expect.poll(() => spansByWay().has(way)).toBe(true);
  await end(worker.child, 'SIGTERM');
});

test('after a worker was killed, the next attempt is in the same trace', { timeout: 180_000 }, async () => {
  collector.spans.length = 0;
  customer.behave('never');
  const killed = await startWorker();
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  const transactionId = await triggerByHttp(workflowId);
  await expect.poll(() => customer.received.length).toBe(1);
  await end(killed.child, 'SIGKILL');
  customer.behave({ status: 200, body: { message: { id: 'm-2' } } });
  await startWorker();
  await expect.poll(() => outcome(transactionId), { timeout: 90_000 }).toBe('sent');
  const way = `${ROUTE} > send work > sms > send sms > POST`;
  await expect.poll(() => spansByWay().has(way)).toBe(true);
});
