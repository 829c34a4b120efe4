/** Secrets in plain text in an HTTP step: callers without `integrations:credentials` must not read them anywhere. */
import { randomBytes } from 'node:crypto';
import { database } from '#e2e/database.ts';
import { type Answer, type CallApi, caller, expect, test } from '#e2e/fixtures.ts';
import { insertRows } from '#e2e/history-rows.ts';
import { filled, isClosed, type ListedOperation, listOperations, neededQuery, takesApiKey } from '#e2e/operations.ts';
import { type Known, populate } from '#e2e/populated.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import type { Tenant } from '#e2e/tenant.ts';

const operations = (await listOperations()).filter(isClosed);

interface Planted {
  known: Known;
  /** The secrets by the kind of place. */
  secrets: Record<string, string>;
  controls: Record<string, unknown>;
}

/** Creates a populated environment with a workflow and a run that have an HTTP step with each kind of secret. */
async function plant(tenant: Tenant): Promise<Planted> {
  const known = await populate(tenant);
  const secret = (kind: string) => `${kind}-${randomBytes(9).toString('hex')}`;
  const kinds = ['query', 'user', 'bearer', 'key', 'cookie', 'password', 'nested'];
  const secrets = { ...Object.fromEntries(kinds.map((kind) => [kind, secret(kind)])), form: secret('sk_live_x') };
  const { query, user, bearer, key, cookie, password, nested, form } = secrets as Record<string, string>;
  const controls = {
    method: 'POST',
    url: `https://jane:${user}@api.example.com/orders?a=b&api_key=${query}`,
    headers: [
      { key: 'Authorization', value: `Bearer ${bearer}` },
      { key: 'X-Api-Key', value: key },
      { key: 'X-Custom', value: form },
      { key: 'Cookie', value: `session=${cookie}` },
      { key: 'X-Order', value: '{{ payload.id }}' },
    ],
    body: `{"password":"${password}","client":{"client_secret":"${nested}"},"id":"{{ payload.id }}"}`,
  };
  await database().query(
    `UPDATE workflow_steps SET type = 'http_request', control_values = $3 WHERE environment_id = $1 AND id = $2`,
    [tenant.environmentId, known.stepId, JSON.stringify(controls)],
  );
  const content = { id: known.stepId, stepId: 'ask', name: 'Ask', type: 'http_request', controls, filters: [] };
  await insertRows('job_steps', [{ environment_id: tenant.environmentId, id: '77', content, used_at: new Date() }]);
  await database().query(
    `UPDATE jobs SET type = 'http_request', step_key = 77 WHERE environment_id = $1 AND notification_id = $2`,
    [tenant.environmentId, known.notificationId],
  );
  return { known, secrets, controls };
}

/** Returns bodies that the operations accept. Other operations get an empty body. */
const bodiesOf = ({ workflow, subscriberId, workflowId }: Known): Record<string, object> => ({
  dryRunEvent: { name: workflow, to: subscriberId, payload: { id: 7 } },
  patchWorkflow: { description: 'changed' },
  analyseWorkflowDraft: { name: 'Draft', workflowId, steps: [] },
});

const mayCall = (listed: ListedOperation, isKey: boolean) => !isKey || takesApiKey(listed);

/** Returns a secret in plain form, in a URL, and within a longer text in base64, at each of the three offsets. */
function formsOf(secret: string): string[] {
  const within = [0, 1, 2].map((before) =>
    Buffer.from(`${'x'.repeat(before)}${secret}`)
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, encodeURIComponent(secret), secret.toUpperCase(), ...within];
}

function leaksIn({ text, headers }: Answer, secrets: Planted['secrets']): string[] {
  const all = `${text}\n${[...headers].join('\n')}`;
  return Object.entries(secrets).flatMap(([kind, secret]) =>
    formsOf(secret).some((form) => all.includes(form)) ? [kind] : [],
  );
}

async function readers(tenant: Tenant): Promise<{ name: string; call: CallApi; isKey: boolean }[]> {
  const [developer, support] = [await signedIn(tenant, 'developer'), await signedIn(tenant, 'support')];
  return [
    { name: 'API key', call: caller(`ApiKey ${tenant.apiKey}`), isKey: true },
    { name: 'developer', call: developer.call, isKey: false },
    { name: 'support', call: support.call, isKey: false },
  ];
}

test('no operation shows the secrets of steps to callers who may not see credentials', async ({ tenant }) => {
  test.slow();
  const { known, secrets } = await plant(tenant);
  const owner = await signedIn(tenant, 'owner');
  const owned = await owner.call('GET', `/v2/workflows/${known.workflowId}`);
  expect(leaksIn(owned, secrets), 'who may see them sees all').toEqual(Object.keys(secrets));
  const bodies = bodiesOf(known);
  const callers = await readers(tenant);
  const requests = operations
    .filter(({ method }) => method !== 'DELETE')
    .flatMap((listed) => callers.filter(({ isKey }) => mayCall(listed, isKey)).map((who) => ({ listed, who })));
  const answered = new Map<string, number>();
  await sideBySide(requests, async ({ listed, who }) => {
    const { method, operation, path } = listed;
    const target = filled(path, known) + neededQuery(listed, known);
    const body = method === 'GET' ? {} : { body: bodies[operation.operationId] ?? {} };
    const answer = await who.call(method, target, body);
    answered.set(`${who.name} ${operation.operationId}`, answer.status);
    expect(leaksIn(answer, secrets), `${who.name}: ${listed.name} ${answer.status}`).toEqual([]);
  });
  const seen = [
    'getWorkflow',
    'getWorkflowStep',
    'getWorkflowVersion',
    'getMessage',
    'getNotification',
    'listMessages',
  ];
  const tried = [...seen, 'previewWorkflowStep', 'dryRunEvent', 'patchWorkflow', 'duplicateWorkflow'];
  for (const name of tried) expect([200, 201], name).toContain(answered.get(`API key ${name}`));
  for (const name of seen) expect(answered.get(`support ${name}`), name).toBe(200);
});

test('a dry run of a draft that keeps the stored step shows masks', async ({ tenant }) => {
  const { known, secrets } = await plant(tenant);
  const steps = [{ _id: known.stepId, name: 'Ask', type: 'http_request' }];
  const workflow = { name: 'Draft', active: true, steps, preferences: {} };
  const body = { name: known.workflow, to: known.subscriberId, payload: { id: 7 }, workflow };
  const owner = await signedIn(tenant, 'owner');
  for (const { name, call } of [{ name: 'owner', call: owner.call }, ...(await readers(tenant))]) {
    const answer = await call<{ steps: { request?: object }[] }>('POST', '/v1/events/dry-run', { body });
    if (name === 'support') expect(answer.status).toBe(403);
    else expect(answer.body.steps, name).toMatchObject([{ type: 'http_request', request: { method: 'POST' } }]);
    if (name !== 'owner') expect(leaksIn(answer, secrets), name).toEqual([]);
  }
});

test('the audit log shows no secrets of steps after a change by any caller', async ({ tenant }) => {
  const { known, secrets } = await plant(tenant);
  const owner = await signedIn(tenant, 'owner');
  const developer = await signedIn(tenant, 'developer');
  const at = `/v2/workflows/${known.workflowId}`;
  const { body } = await owner.call<{ name: string; steps: unknown[] }>('GET', at);
  for (const [method, path, sent] of [
    // First, while the message's workflow still has the step.
    ['DELETE', `/v1/messages/${known.messageId}`, undefined],
    ['PATCH', at, { description: 'changed' }],
    ['PUT', at, { ...body, steps: [] }],
    ['POST', `${at}/duplicate`, {}],
    ['DELETE', at, undefined],
  ] as const) {
    const answer = await owner.call(method, path, sent ? { body: sent } : {});
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
  }
  for (const { call } of [owner, developer]) {
    const log = await call('GET', '/v1/audit-log?limit=100');
    expect(log.text).toContain('messages.delete');
    expect(leaksIn(log, secrets)).toEqual([]);
  }
});

test('an API key that sends back the workflow that it read keeps every secret', async ({ tenant, call }) => {
  const { known, controls } = await plant(tenant);
  const at = `/v2/workflows/${known.workflowId}`;
  const { body } = await call<{ steps: { controlValues: object }[] }>('GET', at);
  const answer = await call('PUT', at, { body: { ...body, description: 'changed' } });
  expect(answer.status, answer.text).toBe(200);
  const stored = async () =>
    (await database().query('SELECT control_values FROM workflow_steps WHERE id = $1', [known.stepId])).rows[0];
  expect((await stored()).control_values).toMatchObject(controls);
  const elsewhere = body.steps.map((step) => ({
    ...step,
    controlValues: { ...step.controlValues, url: 'https://evil.example/' },
  }));
  const moved = await call('PUT', at, { body: { ...body, steps: elsewhere } });
  expect([moved.status, moved.text]).toEqual([422, expect.stringContaining('no secret is stored behind this mask')]);
  expect((await stored()).control_values).toMatchObject(controls);
});
