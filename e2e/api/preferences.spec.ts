import { database } from '#e2e/database.ts';
import { test as base, type CallApi, expect, parsed } from '#e2e/fixtures.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { PreferenceList, SubscriberPreferences } from '#lib/preferences/schema.ts';
import { slugOf } from '#lib/text/slug.ts';

interface Body {
  preferences: object[];
  context?: object;
}

/** Creates the subscriber `s0` for every test. */
const test = base.extend<{ subscriber: string }>({
  subscriber: [async ({ tenant }, use) => use((await createSubscribers(tenant, 1))[0] as string), { auto: true }],
});

const bulk = (call: CallApi, body: Body, subscriberId = 's0') =>
  call('PATCH', `/v2/subscribers/${subscriberId}/preferences/bulk`, { body });
const update = async (call: CallApi, body: Body) => parsed(PreferenceList, await bulk(call, body));
const read = async (call: CallApi, query = '') =>
  parsed(SubscriberPreferences, await call('GET', `/v2/subscribers/s0/preferences${query}`));

async function storedCount(subscriber: string): Promise<number> {
  const { rowCount } = await database().query('SELECT 1 FROM preferences WHERE subscriber_id = $1', [subscriber]);
  return rowCount ?? 0;
}

const critical = { default_preferences: { all: { enabled: true, readOnly: true }, channels: {} } };

test.describe('bulk update subscriber preferences (4.5)', () => {
  test('returns the workflow and the effective values of its active channel steps only', async ({ call, tenant }) => {
    const id = await createWorkflow(
      tenant,
      {
        identifier: 'shipped',
        name: 'Order shipped',
        tags: ['orders', 'mail'],
        severity: 'high',
        default_preferences: { all: { enabled: true, readOnly: false }, channels: { sms: { enabled: false } } },
      },
      [{ type: 'digest' }, { type: 'email' }, { type: 'sms' }, { type: 'push', active: false }, { type: 'email' }],
    );
    const answer = await update(call, { preferences: [{ workflowId: id, channels: { email: false, push: false } }] });
    expect(answer).toEqual([
      {
        level: 'template',
        workflow: {
          id,
          identifier: 'shipped',
          name: 'Order shipped',
          critical: false,
          tags: ['orders', 'mail'],
          severity: 'high',
        },
        enabled: true,
        channels: { email: false, sms: false },
      },
    ]);
  });

  test('accepts _id, trigger identifier or slug of a workflow', async ({ call, tenant }) => {
    const id = await createWorkflow(tenant, { identifier: 'welcome', name: 'Welcome aboard' });
    for (const workflowId of [
      id,
      id.toUpperCase(),
      'welcome',
      slugOf('wf', 'Welcome aboard', id),
      slugOf('wf', 'Old name', id),
    ]) {
      const [preference] = await update(call, { preferences: [{ workflowId, channels: { email: false } }] });
      expect(preference?.workflow?.id).toBe(id);
    }
  });

  test('accepts an identifier in the form of an ID', async ({ call, tenant }) => {
    const identifier = newId();
    const id = await createWorkflow(tenant, { identifier });
    const [preference] = await update(call, { preferences: [{ workflowId: identifier, channels: { email: false } }] });
    expect(preference?.workflow?.id).toBe(id);
  });

  test('keeps the values of channels that it does not name', async ({ call, tenant }) => {
    const workflowId = await createWorkflow(tenant, {}, [{ type: 'email' }, { type: 'sms' }]);
    await update(call, { preferences: [{ workflowId, channels: { email: false } }] });
    const [second] = await update(call, { preferences: [{ workflowId, channels: { sms: false } }] });
    expect(second?.channels).toEqual({ email: false, sms: false });
    const [third] = await update(call, { preferences: [{ workflowId }] });
    expect(third?.channels).toEqual({ email: false, sms: false });
    const [fourth] = await update(call, { preferences: [{ workflowId, channels: { email: true } }] });
    expect(fourth?.channels).toEqual({ email: true, sms: false });
  });

  test('uses the last of several items for one workflow, in the order of the first ones', async ({ call, tenant }) => {
    const first = await createWorkflow(tenant, { identifier: 'first' });
    const second = await createWorkflow(tenant, { identifier: 'second' });
    const answer = await update(call, {
      preferences: [
        { workflowId: 'second', channels: { email: true } },
        { workflowId: first, channels: { email: true } },
        { workflowId: second, channels: { email: false } },
        { workflowId: 'first', channels: { email: false } },
      ],
    });
    expect(answer.map((item) => [item.workflow?.identifier, item.channels])).toEqual([
      ['second', { email: false }],
      ['first', { email: false }],
    ]);
  });

  test('applies nothing if one workflow is unknown', async ({ call, tenant, subscriber }) => {
    const workflowId = await createWorkflow(tenant);
    const elsewhere = await createWorkflow({ environmentId: tenant.productionId });
    const deleted = await createWorkflow(tenant, { deleted_at: new Date() });
    const answer = await bulk(call, {
      preferences: [
        { workflowId, channels: { email: false } },
        ...['nope', elsewhere, deleted].map((id) => ({ workflowId: id, channels: { email: false } })),
      ],
      context: { tenant: 'acme' },
    });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ message: `Workflows with ids: nope, ${elsewhere}, ${deleted} not found` });
    expect(await storedCount(subscriber)).toBe(0);
    expect(
      (await database().query('SELECT 1 FROM contexts WHERE environment_id = $1', [tenant.environmentId])).rowCount,
    ).toBe(0);
  });

  test('applies nothing if one workflow is critical', async ({ call, tenant, subscriber }) => {
    const workflowId = await createWorkflow(tenant);
    await createWorkflow(tenant, { identifier: 'password-reset', ...critical });
    const answer = await bulk(call, {
      preferences: [
        { workflowId, channels: { email: false } },
        { workflowId: 'password-reset', channels: { email: false } },
      ],
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'Critical workflows with ids: password-reset cannot be updated' });
    expect(await storedCount(subscriber)).toBe(0);
  });

  test('rejects invalid input', async ({ call, tenant }) => {
    const workflowId = await createWorkflow(tenant);
    const item = { workflowId, channels: { email: false } };
    const missing = await bulk(call, { preferences: [item] }, 'unknown');
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({ message: 'Subscriber with id: unknown is not found' });
    const empty = await bulk(call, { preferences: [] });
    expect(empty.status).toBe(400);
    expect(empty.body).toMatchObject({ message: 'No preferences provided for bulk update' });
    const tooMany = await bulk(call, { preferences: Array.from({ length: 101 }, () => item) });
    expect(tooMany.status).toBe(422);
    expect(tooMany.body).toMatchObject({
      errors: { preferences: { messages: ['preferences must contain no more than 100 elements'] } },
    });
    expect(await update(call, { preferences: Array.from({ length: 100 }, () => item) })).toHaveLength(1);
    const contexts = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`type${n}`, 'x']));
    const bodies: object[] = [
      {},
      { preferences: {} },
      { preferences: [{}] },
      { preferences: [{ workflowId: 1 }] },
      { preferences: [{ workflowId, channels: { email: 'no' } }] },
      { preferences: [item], context: contexts },
      { preferences: [item], context: { tenant: 1 } },
      { preferences: [item], context: { tenant: { data: {} } } },
      { preferences: [item], context: { '': 'acme' } },
      { preferences: [item], context: { tenant: '' } },
      { preferences: [item], context: { tenant: 'a\u0000b' } },
      { preferences: [item], context: { tenant: { id: 'acme', data: [] } } },
    ];
    for (const body of bodies) {
      const answer = await bulk(call, body as Body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(answer.body).toHaveProperty('errors');
    }
  });

  test('stores preferences for each context, and creates a missing context', async ({ call, tenant }) => {
    const workflowId = await createWorkflow(tenant);
    const preferences = [{ workflowId, channels: { email: false } }];
    await update(call, { preferences, context: { tenant: { id: 'acme', data: { plan: 'pro' } }, app: 'web' } });
    const emailIn = async (query: string) => (await read(call, query)).workflows[0]?.channels.email;
    expect(await emailIn('')).toBe(true);
    expect(await emailIn('?contextKeys=tenant:acme')).toBe(true);
    expect(await emailIn('?contextKeys=tenant:acme&contextKeys=app:web')).toBe(false);
    expect(await emailIn('?contextKeys=app:web&contextKeys=tenant:acme')).toBe(false);
    await update(call, { preferences, context: { tenant: 'acme' } });
    const { rows } = await database().query(
      'SELECT type, key, data FROM contexts WHERE environment_id = $1 ORDER BY type',
      [tenant.environmentId],
    );
    expect(rows).toEqual([
      { type: 'app', key: 'web', data: {} },
      { type: 'tenant', key: 'acme', data: { plan: 'pro' } },
    ]);
    await update(call, { preferences, context: { tenant: { id: 'acme', data: {} } } });
    const after = await database().query("SELECT data FROM contexts WHERE environment_id = $1 AND key = 'acme'", [
      tenant.environmentId,
    ]);
    expect(after.rows).toEqual([{ data: {} }]);
  });

  test('follows the setting of the dashboard for critical workflows', async ({ call, tenant, subscriber }) => {
    const off = { all: { enabled: true, readOnly: false }, channels: {} };
    const workflowId = await createWorkflow(tenant, { user_preferences: critical.default_preferences });
    const body = { preferences: [{ workflowId, channels: { email: false } }] };
    expect((await bulk(call, body)).status).toBe(400);
    expect(await storedCount(subscriber)).toBe(0);
    await database().query(
      'UPDATE workflows SET default_preferences = user_preferences, user_preferences = $2 WHERE id = $1',
      [workflowId, off],
    );
    expect((await update(call, body))[0]).toMatchObject({ workflow: { critical: false }, channels: { email: false } });
  });

  test('accepts or rejects a context named like a property of every object, without a failure', async ({
    call,
    tenant,
    subscriber,
  }) => {
    const workflowId = await createWorkflow(tenant);
    const preferences = [{ workflowId, channels: { email: false } }];
    const assertError = await bulk(call, { preferences, context: JSON.parse('{"__proto__":"y","tenant":"x"}') });
    expect(assertError.status).toBe(422);
    expect(await storedCount(subscriber)).toBe(0);
    await update(call, { preferences, context: { constructor: 'x' } });
    const { rows } = await database().query('SELECT context_keys FROM preferences WHERE workflow_id = $1', [
      workflowId,
    ]);
    expect(rows).toEqual([{ context_keys: ['constructor:x'] }]);
  });

  test('returns a stored condition', async ({ call, tenant, subscriber }) => {
    const workflowId = await createWorkflow(tenant);
    await update(call, { preferences: [{ workflowId, channels: { email: false } }] });
    const condition = { '==': [{ var: 'payload.plan' }, 'pro'] };
    await database().query('UPDATE preferences SET condition = $2 WHERE subscriber_id = $1', [subscriber, condition]);
    const [preference] = await update(call, { preferences: [{ workflowId }] });
    expect(preference?.condition).toEqual(condition);
  });

  test('keeps all concurrent updates of one subscriber', async ({ call, tenant }) => {
    const types = ['email', 'sms', 'push', 'chat', 'in_app'];
    const ids = await Promise.all(
      [0, 1, 2].map(() =>
        createWorkflow(
          tenant,
          {},
          types.map((type) => ({ type })),
        ),
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => {
        const order = n % 2 ? ids : ids.toReversed();
        const channels = { [types[n % 5] as string]: false };
        return bulk(call, {
          preferences: order.map((workflowId) => ({ workflowId, channels })),
          context: { tenant: 'acme' },
        });
      }),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const { workflows } = await read(call, '?contextKeys=tenant:acme');
    for (const workflow of workflows)
      expect(Object.values(workflow.channels)).toEqual([false, false, false, false, false]);
  });

  test('audits a change from the dashboard, but none by API key', async ({ call, tenant, subscriber }) => {
    const workflowId = await createWorkflow(tenant);
    const entries = async () =>
      (
        await database().query('SELECT action, actor_id, before, after FROM audit_log WHERE resource_id = $1', [
          subscriber,
        ])
      ).rows;
    await update(call, { preferences: [{ workflowId, channels: { email: false } }] });
    expect(await entries()).toEqual([]);
    const support = await signedIn(tenant, 'support');
    await update(support.call, { preferences: [{ workflowId, channels: { email: true } }] });
    expect(await entries()).toEqual([
      {
        action: 'preferences.update',
        actor_id: support.userId,
        before: { contextKeys: [], preferences: [{ workflowId, channels: { email: false } }] },
        after: { contextKeys: [], preferences: [{ workflowId, channels: { email: true } }] },
      },
    ]);
  });
});

test.describe('retrieve subscriber preferences', () => {
  test('criticality selects the workflows, and inactive ones are omitted', async ({ call, tenant }) => {
    await createWorkflow(tenant, { identifier: 'optional' });
    await createWorkflow(tenant, { identifier: 'must', ...critical });
    await createWorkflow(tenant, { identifier: 'off', active: false });
    const identifiers = async (query: string) =>
      (await read(call, query)).workflows.map(({ workflow }) => workflow.identifier);
    expect(await identifiers('')).toEqual(['optional']);
    expect(await identifiers('?criticality=nonCritical')).toEqual(['optional']);
    expect(await identifiers('?criticality=critical')).toEqual(['must']);
    expect(await identifiers('?criticality=all')).toEqual(['optional', 'must']);
    expect((await call('GET', '/v2/subscribers/s0/preferences?criticality=some')).status).toBe(422);
    expect((await call('GET', '/v2/subscribers/unknown/preferences')).status).toBe(404);
  });

  test('a global choice applies if the workflow has none, and never to critical workflows', async ({
    call,
    tenant,
  }) => {
    const types = [{ type: 'email' }, { type: 'sms' }];
    const id = await createWorkflow(tenant, { name: 'News' }, types);
    await createWorkflow(tenant, critical, types);
    await update(call, { preferences: [{ workflowId: id, channels: { email: true } }] });
    const changed = await call('PATCH', '/v2/subscribers/s0/preferences', {
      body: { channels: { email: false, sms: false } },
    });
    const chosen = { enabled: false, updatedAt: expect.any(String), updatedBy: { type: 'apiKey', name: 'Test' } };
    expect(parsed(SubscriberPreferences, changed).global).toEqual({
      enabled: true,
      channels: { in_app: true, email: false, sms: false, chat: true, push: true },
      choices: expect.arrayContaining([
        { channel: 'email', ...chosen },
        { channel: 'sms', ...chosen },
      ]),
    });
    const [news, must] = (await read(call, '?criticality=all')).workflows;
    expect(news).toMatchObject({
      channels: { email: true, sms: false },
      overrides: [],
      workflow: { slug: slugOf('wf', 'News', id) },
    });
    expect(must).toMatchObject({ channels: { email: true, sms: true } });
    expect(must?.overrides).toEqual([
      { channel: 'email', source: 'template' },
      { channel: 'sms', source: 'template' },
    ]);
  });

  test('null removes a choice, so that the next layer decides; both are audited', async ({ tenant, subscriber }) => {
    const workflowId = await createWorkflow(tenant, { identifier: 'news' }, [{ type: 'email' }, { type: 'sms' }]);
    const support = (await signedIn(tenant, 'support')).call;
    const patch = async (body: object) =>
      parsed(SubscriberPreferences, await support('PATCH', '/v2/subscribers/s0/preferences', { body }));
    await patch({ workflowId: 'news', channels: { email: true, sms: false } });
    await patch({ channels: { email: false } });
    const back = await patch({ workflowId: 'news', channels: { email: null } });
    expect(back.workflows[0]?.channels).toEqual({ email: false, sms: false });
    expect(back.workflows[0]?.choices).toEqual([expect.objectContaining({ channel: 'sms', enabled: false })]);
    const free = await patch({ channels: { email: null } });
    expect(free.global).not.toHaveProperty('choices');
    expect(free.workflows[0]?.channels).toEqual({ email: true, sms: false });
    const { rows } = await database().query(
      'SELECT channels, changes FROM preferences WHERE subscriber_id = $1 ORDER BY workflow_id NULLS FIRST',
      [subscriber],
    );
    expect(rows).toEqual([{ channels: { sms: false }, changes: { sms: expect.anything() } }]);
    const log = await database().query('SELECT before, after FROM audit_log WHERE resource_id = $1 ORDER BY id', [
      subscriber,
    ]);
    expect(log.rows.at(-2)).toEqual({
      before: { contextKeys: [], preferences: [{ workflowId, channels: { email: true, sms: false } }] },
      after: { contextKeys: [], preferences: [{ workflowId, channels: { sms: false } }] },
    });
  });

  test('a row is deleted once it holds no choice', async ({ call, tenant, subscriber }) => {
    await createWorkflow(tenant, { identifier: 'news' }, [{ type: 'email' }]);
    const patch = async (body: object) =>
      parsed(SubscriberPreferences, await call('PATCH', '/v2/subscribers/s0/preferences', { body }));
    const context = { tenant: 'acme' };
    await patch({ workflowId: 'news', channels: { email: false }, context });
    await patch({ workflowId: 'news', channels: { email: false }, condition: { '==': [1, 1] } });
    await patch({ channels: { email: false }, schedule: { isEnabled: false } });
    const kept = await patch({ workflowId: 'news', channels: { email: null } });
    expect(kept.workflows[0]).toMatchObject({ condition: { '==': [1, 1] }, updatedAt: expect.any(String) });
    expect((await patch({ channels: { email: null } })).global).toHaveProperty('schedule');
    expect(await storedCount(subscriber)).toBe(3);
    const gone = await patch({ workflowId: 'news', condition: null });
    expect(gone.workflows[0]).not.toHaveProperty('updatedAt');
    expect(await storedCount(subscriber)).toBe(2);
    const { workflows } = await patch({ workflowId: 'news', channels: { email: null }, context });
    expect(workflows[0]?.channels).toEqual({ email: true });
    expect(await storedCount(subscriber)).toBe(1);
  });

  test('resetting a choice that was never made changes nothing', async ({ call, tenant, subscriber }) => {
    await createWorkflow(tenant, { identifier: 'news' });
    await createWorkflow(tenant, { identifier: 'alarm', ...critical });
    const patch = (body: object) => call('PATCH', '/v2/subscribers/s0/preferences', { body });
    expect((await patch({ workflowId: 'news', channels: { email: null, push: null } })).status).toBe(200);
    expect((await patch({ channels: { email: null } })).status).toBe(200);
    expect(await storedCount(subscriber)).toBe(0);
    expect((await patch({ workflowId: 'alarm', channels: { email: null } })).status).toBe(400);
  });

  test('one workflow can be changed separately, and the schedule globally', async ({ call, tenant }) => {
    await createWorkflow(tenant, { identifier: 'news' });
    const schedule = {
      isEnabled: true,
      weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] } },
    };
    const patch = (body: object) => call('PATCH', '/v2/subscribers/s0/preferences', { body });
    parsed(SubscriberPreferences, await patch({ schedule }));
    const answer = parsed(SubscriberPreferences, await patch({ workflowId: 'news', channels: { email: false } }));
    expect(answer.global.schedule).toEqual(schedule);
    expect(answer.workflows[0]?.channels).toEqual({ email: false });
    expect((await patch({ workflowId: 'unknown', channels: {} })).status).toBe(404);
  });
});
