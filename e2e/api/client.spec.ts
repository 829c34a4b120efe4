import { expect } from '@playwright/test';
import { type Client, clientOf, type Errors, errorsIn, packages, type Version } from '#e2e/client/clients.ts';
import { type DemoService, test } from '#e2e/client/demo-service.ts';

test.describe.configure({ mode: 'default', timeout: 180_000 });

for (const version of Object.keys(packages) as Version[]) {
  test.describe(`the official client ${version}`, () => {
    let client: Client;
    let errors: Errors;
    test.beforeAll(({ service }) => {
      client = clientOf(version, service.url, service.apiKey);
      errors = errorsIn(version);
    });

    const count = async ({ database }: DemoService, table: string, where = 'true') =>
      Number((await database.query(`SELECT count(*) FROM ${table} WHERE ${where}`)).rows[0].count);

    test('searches all subscribers forwards and backwards, and retrieves each', async ({ service }) => {
      const total = await count(service, 'subscribers');
      expect(total).toBeGreaterThan(1500);
      for (const orderBy of ['_id', 'updatedAt']) {
        const seen: string[] = [];
        const pages: string[] = [];
        let after: string | undefined;
        do {
          const { result } = await client.subscribers.search({ limit: 100, orderBy, after });
          expect(result.totalCount).toBe(total);
          seen.push(...result.data.map((subscriber) => subscriber.subscriberId));
          pages.push(...(result.previous ? [result.previous] : []));
          after = result.next ?? undefined;
        } while (after);
        expect(seen).toHaveLength(total);
        expect(new Set(seen).size).toBe(total);
        const back = await client.subscribers.search({ limit: 100, orderBy, before: pages.at(-1) });
        expect(back.result.data.map((subscriber) => subscriber.subscriberId)).toEqual(
          seen.slice(-200 - (total % 100 || 100) + 100).slice(0, 100),
        );
        for (const subscriberId of seen.filter((_, n) => n % 20 === 0)) {
          expect((await client.subscribers.retrieve(subscriberId)).result.subscriberId).toBe(subscriberId);
        }
      }
      const { result: one } = await client.subscribers.search({ limit: 1 });
      const { email, phone, subscriberId } = one.data[0] ?? {};
      const filters = { email: email ?? undefined, phone: phone ?? undefined, subscriberId };
      expect(
        (await client.subscribers.search({ ...filters, includeCursor: true, orderDirection: 'ASC' })).result.totalCount,
      ).toBe(1);
    });

    test('lists all messages, also by channel', async ({ service }) => {
      const seen = new Set<string | undefined>();
      for (let page = 0; ; page++) {
        const { result } = await client.messages.retrieve({ limit: 1000, page });
        for (const message of result.data) seen.add(message.id);
        if (!result.hasMore) break;
      }
      const total = await count(service, 'messages');
      expect(total).toBeGreaterThan(4000);
      expect(seen.size).toBe(total);
      for (const channel of ['in_app', 'email', 'sms', 'chat', 'push'] as const) {
        const { result } = await client.messages.retrieve({ channel });
        expect(result.totalCount, channel).toBe(await count(service, 'messages', `channel = '${channel}'`));
        const [message] = result.data;
        const narrowed = await client.messages.retrieve({
          channel,
          transactionId: [message?.transactionId ?? '', 'nonsense'],
          subscriberId: message?.subscriber?.subscriberId,
        });
        expect(narrowed.result.data.map(({ id }) => id)).toContain(message?.id);
      }
      const { rows } = await service.database.query(
        'SELECT context_keys FROM messages WHERE cardinality(context_keys) > 0 LIMIT 1',
      );
      const contextKeys: string[] = rows[0].context_keys;
      const { result } = await client.messages.retrieve({ contextKeys: contextKeys.toReversed() });
      expect(result.data[0]?.contextKeys?.toSorted()).toEqual(contextKeys.toSorted());
    });

    test('lists all events with their jobs, and retrieves each', async ({ service }) => {
      const total = await count(service, 'notifications');
      expect(total).toBeGreaterThan(3500);
      const seen = new Set<string | undefined>();
      let jobs = 0;
      const walk = async (first: number) => {
        for (let page = first; ; page += 2) {
          const { result } = await client.notifications.list({ limit: 50, page });
          for (const { id, jobs: its = [] } of result.data) {
            seen.add(id);
            jobs += its.length;
          }
          if (!result.hasMore) break;
        }
      };
      await Promise.all([walk(0), walk(1)]);
      expect(seen.size).toBe(total);
      expect(jobs).toBe(await count(service, 'jobs', `type <> 'trigger'`));
      for (const id of [...seen].filter((_, n) => n % 100 === 0)) {
        expect((await client.notifications.retrieve(id ?? '')).result.id).toBe(id);
      }
      const { result } = await client.notifications.list({ limit: 1 });
      const [event] = result.data;
      const same = await client.notifications.list({
        transactionId: event?.transactionId,
        subscriberIds: [event?.subscriber?.subscriberId ?? ''],
        templates: [event?.templateId ?? ''],
        severity: [event?.severity ?? 'none'],
        after: new Date(Date.now() - 40 * 86_400_000).toISOString(),
        before: new Date().toISOString(),
      });
      expect(same.result.data.map(({ id }) => id)).toEqual([event?.id]);
    });

    test('lists all workflows, and retrieves each by every name', async ({ service }) => {
      const { result } = await client.workflows.list({ limit: 100 });
      expect(result.workflows).toHaveLength(await count(service, 'workflows', 'deleted_at IS NULL'));
      expect(result.totalCount).toBe(result.workflows.length);
      const types = new Set<string>();
      const origins = new Set<string>();
      for (const listed of result.workflows) {
        for (const name of [listed.id, listed.workflowId, listed.slug]) {
          const { result: workflow } = await client.workflows.get(name);
          expect(workflow.id).toBe(listed.id);
          for (const step of workflow.steps) types.add(step.type);
          origins.add(workflow.origin);
        }
      }
      expect(types.size, 'all step shapes').toBe(10);
      for (const origin of origins) expect(origin).toMatch(/^(novu-cloud|novu-cloud-v1|external)$/);
    });

    test('lists integrations, and sets each suitable one as primary', async ({ service }) => {
      const { result: all } = await client.integrations.list();
      expect(all).toHaveLength(await count(service, 'integrations', 'deleted_at IS NULL'));
      const { result: active } = await client.integrations.listActive();
      expect(active.map(({ id }) => id).sort()).toEqual(
        all
          .filter((each) => each.active)
          .map(({ id }) => id)
          .sort(),
      );
      for (const integration of all) expect(integration.credentials).toBeUndefined();
      const before = all.filter((integration) => integration.primary);
      for (const { id = '', channel, kind } of [...all, ...before]) {
        const made = client.integrations.setAsPrimary(id);
        if (kind !== 'agent' && (channel === 'email' || channel === 'sms')) {
          expect((await made).result).toMatchObject({ id, primary: true, active: true });
        } else {
          await expect(made).rejects.toBeInstanceOf(errors.ErrorDto);
        }
      }
      const { result: after } = await client.integrations.list();
      expect(after.filter(({ primary }) => primary).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    });

    test('updates preferences in bulk, and lists them', async ({ service }) => {
      const { rows } = await service.database.query(
        `SELECT identifier FROM workflows
         WHERE deleted_at IS NULL AND active AND NOT coalesce((coalesce(user_preferences, default_preferences)#>>'{all,readOnly}')::boolean, false)`,
      );
      const workflowIds = rows.map(({ identifier }) => identifier as string);
      expect(workflowIds.length).toBeGreaterThan(5);
      const { result: page } = await client.subscribers.search({ limit: 25 });
      for (const [n, { subscriberId }] of page.data.entries()) {
        const channels = { email: n % 2 === 0, sms: true, inApp: false, chat: n % 3 === 0, push: false };
        const preferences = workflowIds.map((workflowId) => ({ workflowId, channels }));
        const context = n % 2 === 0 ? {} : { context: { tenant: 'acme', plan: { id: 'pro', data: { seats: n } } } };
        const { result } = await client.subscribers.preferences.bulkUpdate({ preferences, ...context }, subscriberId);
        expect(result.map((preference) => preference.workflow?.identifier)).toEqual(workflowIds);
        for (const { channels: now } of result) {
          for (const [channel, value] of Object.entries(now))
            expect(value).toBe(channels[channel as keyof typeof channels]);
        }
        for (const criticality of ['all', 'critical', 'nonCritical'] as const) {
          const listed = await client.subscribers.preferences.list({ subscriberId, criticality });
          expect(Array.isArray(listed.result.workflows)).toBe(true);
        }
      }
      const unknown = client.subscribers.preferences.bulkUpdate(
        { preferences: [{ workflowId: 'nope', channels: {} }] },
        page.data[0]?.subscriberId ?? '',
      );
      await expect(unknown).rejects.toBeInstanceOf(errors.ErrorDto);
    });

    test('updates credentials for every connected provider', async () => {
      const { result: integrations } = await client.integrations.listActive();
      const connected = integrations.filter(({ channel }) => channel === 'chat' || channel === 'push');
      expect(connected.length).toBeGreaterThan(1);
      const subscriberId = `client-${version}-credentials`;
      await client.subscribers.create({ subscriberId });
      for (const { providerId, identifier, channel, id } of connected) {
        const credentials =
          channel === 'push'
            ? { deviceTokens: ['token-1', 'token-2'] }
            : { webhookUrl: 'https://hooks.example.com/T1/B2', channel: '#alerts', alertUid: 'u', title: 't' };
        const { result } = await client.subscribers.credentials.update(
          { providerId: providerId as 'slack', integrationIdentifier: identifier, credentials },
          subscriberId,
        );
        const made = result.channels?.find((each) => each.integrationId === id);
        expect(made).toMatchObject({ providerId, credentials });
      }
      const missing = client.subscribers.credentials.update(
        { providerId: 'fcm', credentials: { deviceTokens: [] } },
        `unknown-${version}`,
      );
      await expect(missing).rejects.toBeInstanceOf(errors.ErrorDto);
    });

    test('creates and updates a subscriber, and learns of an existing one', async () => {
      const subscriberId = `client-${version}`;
      const everything = {
        subscriberId,
        firstName: 'Jane',
        lastName: 'Cooper',
        email: 'jane@example.com',
        phone: '+4915112345678',
        avatar: 'https://example.com/jane.png',
        locale: 'en-US',
        timezone: 'Europe/Berlin',
        data: { plan: 'pro', list: [1, 'two', null] },
      };
      expect((await client.subscribers.create(everything, true)).result).toMatchObject(everything);
      const updated = await client.subscribers.create({ subscriberId, lastName: 'Fox' });
      expect(updated.result).toMatchObject({ ...everything, lastName: 'Fox' });
      const again = await client.subscribers.create({ subscriberId, firstName: 'Other' }, true).catch((error) => error);
      expect(again).toBeInstanceOf(errors.SubscriberResponseDto);
      expect(again).toMatchObject({ subscriberId, firstName: 'Jane', statusCode: 409 });
    });

    test('understands validation errors', async ({ service }) => {
      const stranger = clientOf(version, service.url, 'bf_not_a_valid_key');
      const error = await stranger.subscribers.search({}).catch((error) => error);
      expect(error).toBeInstanceOf(errors.ErrorDto);
      expect(error).toMatchObject({ statusCode: 401, message: 'API Key not found' });
      const cases: [() => Promise<unknown>, typeof errors.ErrorDto | typeof errors.ValidationErrorDto][] = [
        [() => client.subscribers.retrieve('unknown'), errors.ErrorDto],
        [() => client.subscribers.search({ limit: 1000 }), errors.ValidationErrorDto],
        [() => client.subscribers.search({ after: 'a', before: 'b' }), errors.ErrorDto],
        [() => client.subscribers.create({ subscriberId: ' ' }), errors.ValidationErrorDto],
        [() => client.messages.retrieve({ subscriberId: 'unknown' }), errors.ErrorDto],
        [() => client.messages.retrieve({ limit: 5000 }), errors.ValidationErrorDto],
        [() => client.notifications.list({ after: 'yesterday' }), errors.ErrorDto],
        [() => client.notifications.list({ severity: ['worst'] }), errors.ValidationErrorDto],
        [() => client.notifications.retrieve('0'.repeat(24)), errors.ErrorDto],
        [() => client.workflows.get('nope'), errors.ErrorDto],
        [() => client.workflows.get('nope', '0'.repeat(24)), errors.ErrorDto],
      ];
      for (const [n, [call, kind]] of cases.entries()) {
        expect(await call().catch((error) => error), `case ${n}`).toBeInstanceOf(kind);
      }
    });
  });
}
