import { authorSmsSandbox } from '#e2e/authoring.ts';
import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createJobStep, createSnapshot, insertRows, messageRow, notificationRow } from '#e2e/history-rows.ts';
import { filled, isClosed, listOperations } from '#e2e/operations.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { can, ROLES } from '#lib/auth/permissions.ts';
import { Explanation } from '#lib/explain/schema.ts';
import { newId } from '#lib/id.ts';
import { Message } from '#lib/messages/schema.ts';
import { Notification, NotificationPage } from '#lib/notifications/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';

/** The text that every planted value contains. */
const CANARY = 'canary7f3a';
const canary = (place: string) => `${CANARY} ${place}`;

interface Planted {
  workflowId: string;
  run: string;
  job: string;
  message: string;
  inboxItem: string;
  transactionId: string;
}

/** Creates a run of a sensitive workflow with a canary in everything that may hold content, payload or a provider's response. */
async function plant(tenant: Tenant, columns = {}): Promise<Planted> {
  const at = new Date(Date.now() - 60_000);
  const [subscriber = ''] = await createSubscribers(tenant, 1);
  const workflowId = await createWorkflow(tenant, { identifier: 'sign-in-code', is_sensitive: true, ...columns });
  const template = { name: 'Sign-in code', origin: 'svc-cloud', triggers: [] };
  const snapshot = await createSnapshot(tenant, { workflow_id: workflowId, channels: ['email', 'in_app'], template });
  const run = notificationRow(tenant, at, {
    subscriber_id: subscriber,
    snapshot_id: snapshot,
    payload: { code: canary('payload') },
    overrides: { email: { subject: canary('overrides of the run') } },
  });
  const shared = { notification_id: run.id, subscriber_id: subscriber, environment_id: tenant.environmentId };
  const reason = {
    code: 'provider_rejected',
    evidence: { provider: 'SendGrid', words: canary('words of the provider'), attempt: 1 },
  };
  const values = { code: 'filter', evidence: { condition: [], values: { 'payload.code': canary('values') } } };
  await insertRows('notifications', [run]);
  const job = newId(at);
  const { key: step_key } = await createJobStep(tenant);
  await insertRows('jobs', [
    {
      ...{
        ...shared,
        id: job,
        type: 'email',
        status: 'failed',
        provider_id: 'sendgrid',
        attempts: 1,
        step_key,
        reason,
      },
      digest: { type: 'regular', events: [{ code: canary('digest') }] },
      ...{ created_at: at, updated_at: at },
    },
    {
      ...{ ...shared, id: newId(at), type: 'sms', status: 'skipped', provider_id: 'twilio', attempts: 0, step_key },
      reason: { code: 'preference_condition', evidence: { channel: 'sms', ...values.evidence } },
      ...{ created_at: at, updated_at: at },
    },
  ]);
  const { subscriber_id: _, ...ofRun } = shared;
  const detail = { ...ofRun, job_id: job, status: 'Failed', source: 'Internal', is_test: false, is_retry: false };
  const raw = JSON.stringify({ request: canary('request'), response: canary('response') });
  await insertRows('execution_details', [
    { ...detail, id: newId(at), detail: 'Unexpected provider error', raw, reason, created_at: at },
    { ...detail, id: newId(at), detail: 'Processing step filter', raw: null, reason: values, created_at: at },
  ]);
  await insertRows('audit_log', [
    {
      ...{ id: newId(), organization_id: tenant.organizationId, environment_id: tenant.environmentId },
      ...{ actor_type: 'system', actor_id: 'test', actor_label: 'Test', request_id: 'req', created_at: new Date() },
      ...{ action: 'messages.retry', resource_type: 'notifications', resource_id: run.id },
      before: { step: job, status: 'failed', reason: reason.code },
    },
  ]);
  await insertRow('notification_outcomes', {
    ...{ environment_id: tenant.environmentId, notification_id: run.id, outcome: 'failed', reason: reason.code },
    ...{ snapshot_id: snapshot, subscriber_id: subscriber, created_at: at },
  });
  const content = {
    ...{ notification_id: run.id, subscriber_id: subscriber, transaction_id: run.transaction_id, job_id: job },
    ...{ workflow_id: workflowId, template_identifier: 'sign-in-code', reason },
    subject: canary('subject'),
    title: canary('title'),
    content: canary('content'),
    cta: { data: { url: `https://example.com/${CANARY}` } },
    error_text: canary('error text'),
    inbox: {
      avatar: `https://example.com/${CANARY}.png`,
      redirect: { url: `https://example.com/${CANARY}` },
      data: { code: canary('data') },
      primaryAction: { label: canary('button') },
    },
  };
  const message = messageRow(tenant, at, { ...content, channel: 'email', status: 'error', email: 's0@example.com' });
  const inboxItem = messageRow(tenant, at, { ...content, channel: 'in_app' });
  await insertRows('messages', [message, inboxItem]);
  await insertRow('delivery_events', {
    ...{ environment_id: tenant.environmentId, id: newId(at), integration_id: newId(), message_id: message.id },
    ...{ kind: 'bounced', vendor_event_id: newId(), words: canary('words of the event') },
    ...{ occurred_at: at, received_at: at },
  });
  const transactionId = String(run.transaction_id);
  return { workflowId, run: run.id, job, message: message.id, inboxItem: inboxItem.id, transactionId };
}

/** Returns every operation that reads, and the searches that could find the run. */
async function places({ run, job, message, inboxItem, transactionId, workflowId }: Planted): Promise<string[]> {
  const ids: Record<string, string> = {
    ...{ notificationId: run, jobId: job, messageId: message, transactionId, workflowId },
    ...{ subscriberId: 's0', type: 'tenant', id: 'acme', version: '1' },
  };
  const operations = await listOperations();
  const reads = operations.filter((each) => each.method === 'GET' && isClosed(each) && !each.operation.streams);
  const paths = reads.map(({ path, params }) => {
    const of = path.includes('/subscribers/') ? { ...ids, notificationId: inboxItem } : ids;
    return filled(path, Object.fromEntries(params.map((name) => [name, of[name] ?? newId()])));
  });
  return [
    ...paths,
    '/v1/notifications?limit=50&view=summary',
    `/v1/notifications?transactionId=${transactionId}`,
    '/v1/notifications/waiting?limit=50',
    `/v1/messages?notificationId=${run}&limit=100`,
    `/v1/messages?q=${encodeURIComponent(CANARY)}`,
    '/v1/explain?subscriber=s0&workflow=sign-in-code',
    `/v1/explain?subscriber=${run}`,
    `/v1/explain?subscriber=${transactionId}&channel=email`,
    '/v1/notifications/export?format=csv',
    '/v1/notifications/export?format=ndjson',
    '/v1/messages/export?format=csv',
    '/v1/messages/export?format=ndjson',
  ];
}

/** Reads every place. @returns the places whose response contains a canary. */
async function leaks(call: CallApi, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const { status, text } = await call('GET', path);
    expect(status, `${path}: ${text}`).toBeLessThan(500);
    if (text.includes(CANARY)) found.push(path);
  }
  return found;
}

test.describe('sensitive content is withheld', () => {
  for (const role of ROLES) {
    test(`from the role ${role}, in every answer`, async ({ tenant, call }) => {
      const planted = await plant(tenant);
      const paths = await places(planted);
      const person = await signedIn(tenant, role);
      const own = (method: string) => (path: string, body?: unknown) =>
        person.call(method, path, body === undefined ? {} : { body });
      for (const change of can(role, 'messages:write') ? ['read', 'unread', 'archive', 'unarchive'] : []) {
        const { status, text } = await own('PATCH')(`/v2/subscribers/s0/notifications/${planted.inboxItem}/${change}`);
        expect([status, text.includes(CANARY)], text).toEqual([200, false]);
      }
      await own('POST')(`/v1/notifications/${planted.run}/steps/${planted.job}/retry`, {});
      expect(await leaks(person.call, paths)).toEqual([]);
      // Searches cannot find withheld content either.
      const data = encodeURIComponent(JSON.stringify({ code: canary('data') }));
      for (const search of [`/v1/messages?q=${CANARY}`, `/v2/subscribers/s0/notifications?data=${data}`]) {
        const found = await Promise.all([person.call, call].map((ask) => ask<{ data: unknown[] }>('GET', search)));
        expect(found.map(({ body }) => body.data.length > 0)).toEqual([false, true]);
      }
      // The places do contain canaries: API keys get them, as documented in the interface.
      const open = await leaks(call, paths);
      for (const place of [`/v1/notifications/${planted.run}`, `/v1/messages/${planted.message}`, '/v1/messages'])
        expect(open).toContain(place);
    });

    test(`from the role ${role} until it is revealed, ${can(role, 'messages:content') ? 'which is recorded' : 'which it may not'}`, async ({
      tenant,
    }) => {
      const { run, message } = await plant(tenant);
      const { call } = await signedIn(tenant, role);
      const owner = await signedIn(tenant, 'owner');
      const answers = [
        await call('GET', `/v1/notifications/${run}?reveal=true`),
        await call('GET', `/v1/messages/${message}?reveal=true`),
      ];
      const log = parsed(AuditPage, await owner.call('GET', '/v1/audit-log'));
      const revealed = log.data.filter(({ action }) => action.endsWith('.reveal'));
      if (can(role, 'messages:content')) {
        expect(answers.map(({ status, text }) => [status, text.includes(CANARY)])).toEqual(Array(2).fill([200, true]));
        expect(revealed.map(({ action, resource }) => [action, resource._id]).sort()).toEqual([
          ['messages.reveal', message],
          ['notifications.reveal', run],
        ]);
      } else {
        expect(answers.map(({ status, text }) => [status, text.includes(CANARY)])).toEqual(Array(2).fill([403, false]));
        expect(answers[0]?.text).toContain('may see sensitive content');
        expect(revealed).toEqual([]);
      }
    });
  }

  test('with a mark, and leaves recipient, time, step and reason', async ({ tenant }) => {
    const planted = await plant(tenant);
    const { call } = await signedIn(tenant, 'support');
    const run = parsed(Notification, await call('GET', `/v1/notifications/${planted.run}`));
    expect(run.withheld).toBe(true);
    expect(run.jobs?.[0]).toMatchObject({ status: 'failed', reason: { code: 'provider_rejected' } });
    expect(run.jobs?.[0]?.executionDetails).toHaveLength(2);
    const message = parsed(Message, await call('GET', `/v1/messages/${planted.message}`));
    expect(message).toMatchObject({ withheld: true, email: 's0@example.com', status: 'error' });
  });

  test('also for messages sent before the mark, and after deletion of the workflow', async ({ tenant, call }) => {
    const planted = await plant(tenant, { is_sensitive: false });
    const paths = [`/v1/notifications/${planted.run}`, `/v1/messages/${planted.message}`];
    const support = await signedIn(tenant, 'support');
    expect(await leaks(support.call, paths)).toEqual(paths);
    await call('PATCH', '/v2/workflows/sign-in-code', { body: { isSensitive: true } });
    expect(await leaks(support.call, paths)).toEqual([]);
    await call('DELETE', '/v2/workflows/sign-in-code');
    expect(await leaks(support.call, paths)).toEqual([]);
  });

  test('also after removal of the mark, except for later triggers', async ({ tenant, call }) => {
    const planted = await plant(tenant);
    const paths = await places(planted);
    const support = await signedIn(tenant, 'support');
    await call('PATCH', '/v2/workflows/sign-in-code', { body: { isSensitive: false } });
    expect(await leaks(support.call, paths)).toEqual([]);
    const builder = await signedIn(tenant, 'developer');
    expect(await leaks(builder.call, [`/v1/messages/${planted.message}?reveal=true`])).toHaveLength(1);
  });
});

const WAITING_CODE = [
  { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'hours' } },
  { name: 'Text', type: 'sms', controlValues: { body: 'Your code is {{ payload.code }}' } },
];
const MOVED = { subscriberId: 'jane', phone: '+15555550102' };
const MOVES: [string, method: string, path: string, body: object][] = [
  ['an upsert', 'POST', '/v2/subscribers', MOVED],
  ['a change', 'PATCH', '/v2/subscribers/jane', { phone: MOVED.phone }],
  ['an import', 'POST', '/v1/subscribers/bulk', { subscribers: [MOVED] }],
];

for (const [writer, method, path, body] of MOVES) {
  test(`Support cannot redirect a waiting code to another phone by ${writer}`, async ({ tenant, call }) => {
    await authorSmsSandbox(call);
    const workflow = { name: 'Code', workflowId: 'code', active: true, isSensitive: true, steps: WAITING_CODE };
    expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
    await call('PATCH', '/v2/workflows/code', { body: { isSensitive: true } });
    const to = { subscriberId: 'jane', phone: '+15555550101' };
    const event = { name: 'code', to, payload: { code: '123456' } };
    const { transactionId } = (await call<{ transactionId: string }>('POST', '/v1/events/trigger', { body: event }))
      .body;
    const jobs = async () => {
      const page = parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${transactionId}`));
      return page.data[0]?.jobs ?? [];
    };
    const textIs = (status: string) => expect.poll(async () => (await jobs())[1]?.status).toBe(status);
    await expect.poll(async () => (await jobs())[0]?.status).toBe('delayed');

    const support = await signedIn(tenant, 'support');
    expect((await support.call(method, path, { body })).status).toBeLessThan(300);
    await database().query('UPDATE work SET ready_at = now() WHERE environment_id = $1', [tenant.environmentId]);
    await textIs('failed');
    const explained = parsed(Explanation, await support.call('GET', '/v1/explain?subscriber=jane&workflow=code'));
    expect(explained.summary).toMatch(/^SMS failed: the phone number was changed .*by a member who may not see /);

    const run = parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${transactionId}`)).data[0];
    const retry = `/v1/notifications/${run?._id}/steps/${run?.jobs?.[1]?._id}/retry`;
    expect((await support.call('POST', retry, { body: {} })).status).toBeLessThan(300);
    await textIs('failed');
    const developer = await signedIn(tenant, 'developer');
    expect((await developer.call('POST', retry, { body: {} })).status).toBeLessThan(300);
    await textIs('completed');
  });
}

test('the mark of a workflow is off by default, kept by other saves, copied, never removed by a copy, and audited', async ({
  tenant,
  call,
}) => {
  const body = { name: 'Code', workflowId: 'code', steps: [], preferences: {} };
  expect(parsed(Workflow, await call('POST', '/v2/workflows', { body }), 201).isSensitive).toBeUndefined();
  const marked = await call('PATCH', '/v2/workflows/code', { body: { isSensitive: true } });
  expect(parsed(Workflow, marked).isSensitive).toBe(true);
  expect(parsed(Workflow, await call('PUT', '/v2/workflows/code', { body })).isSensitive).toBe(true);
  const copy = await call('POST', '/v2/workflows/code/duplicate', { body: {} });
  expect(parsed(Workflow, copy, 201).isSensitive).toBe(true);
  const owner = await signedIn(tenant, 'owner');
  const sync = () =>
    owner.call('PUT', '/v2/workflows/code/sync', { body: { targetEnvironmentId: tenant.productionId } });
  expect(parsed(Workflow, await sync()).isSensitive).toBe(true);
  await call('PATCH', '/v2/workflows/code', { body: { isSensitive: false } });
  expect(parsed(Workflow, await call('GET', '/v2/workflows/code')).isSensitive).toBeUndefined();
  expect(parsed(Workflow, await sync()).isSensitive).toBe(true);
  const log = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?limit=100'));
  const marks = log.data.flatMap(({ action }) => (/arkSensitive$/.test(action) ? [action] : []));
  expect(marks.filter((action) => action === 'workflows.unmarkSensitive')).toHaveLength(1);
  const production = caller(`ApiKey ${tenant.productionApiKey}`);
  expect(parsed(Workflow, await production('GET', '/v2/workflows/code')).isSensitive).toBe(true);
  expect(
    (await database().query('SELECT 1 FROM workflows WHERE environment_id = $1', [tenant.environmentId])).rowCount,
  ).toBe(2);
});
