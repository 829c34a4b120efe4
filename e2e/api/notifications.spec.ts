import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import {
  createJobStep,
  createSnapshot,
  deletedSubscriberRow,
  insertRows,
  notificationRow,
  subscriberRow,
} from '#e2e/history-rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { ListNotificationsQuery, Notification, NotificationPage, SummarisedRun } from '#lib/notifications/schema.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';

const list = async (call: CallApi, query = '') =>
  parsed(NotificationPage, await call('GET', `/v1/notifications${query}`));
const idsOf = async (call: CallApi, query = '') =>
  (await list(call, query)).data.map((notification) => notification._id);

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

/** Creates one notification per set of columns, the newest last. Returns their IDs, newest first. */
async function notifications(tenant: Tenant, columns: Record<string, unknown>[]): Promise<string[]> {
  const snapshotId = await createSnapshot(tenant);
  const rows = columns.map((own, index) =>
    notificationRow(tenant, ago(columns.length - index), { snapshot_id: snapshotId, ...own }),
  );
  for (const row of rows) await insertRows('notifications', [row]);
  return rows.map((row) => row.id).reverse();
}

test.describe('one element', () => {
  test('every stored field is returned', async ({ call, tenant }) => {
    const at = ago(10);
    const workflowId = newId();
    const triggers = [{ type: 'event', identifier: 'order-shipped', variables: [{ name: 'orderId' }] }];
    const snapshotId = await createSnapshot(tenant, {
      workflow_id: workflowId,
      severity: 'high',
      critical: true,
      channels: ['digest', 'email'],
      tags: ['orders'],
      template: { name: 'Order shipped', origin: 'svc-cloud-v1', triggers },
    });
    const subscriber = subscriberRow(tenant, 'jane', 'jane@example.com');
    await insertRows('subscribers', [{ ...subscriber, first_name: 'Jane', last_name: 'Cooper', phone: '+15550100' }]);
    const row = notificationRow(tenant, at, {
      snapshot_id: snapshotId,
      subscriber_id: subscriber.id,
      transaction_id: 'txn-1',
      context_keys: ['region:eu', 'tenant:acme'],
      payload: { orderId: 'A-17', nothing: null },
      to: { subscriberId: 'jane' },
      topics: [{ _topicId: newId(), topicKey: 'orders' }],
      digested_notification_id: newId(),
      updated_at: new Date(at.getTime() + 7),
    });
    await insertRows('notifications', [row]);
    const { key, step } = await createJobStep(tenant, { name: 'Collect', controls: { subject: 'Hello' } });
    const job = {
      environment_id: tenant.environmentId,
      notification_id: row.id,
      subscriber_id: subscriber.id,
      step_key: key,
      attempts: 0,
      created_at: at,
      updated_at: at,
    };
    const digest = { type: 'regular', amount: 5, unit: 'minutes', events: [{ id: 1, gone: null }] };
    const jobs = [
      { ...job, id: newId(at), type: 'digest', status: 'merged', provider_id: 'svc', digest },
      {
        ...job,
        id: newId(at),
        type: 'email',
        status: 'failed',
        provider_id: 'sendgrid',
        schedule_extensions_count: 2,
      },
    ];
    for (const each of jobs) await insertRows('jobs', [each]);
    const detail = {
      environment_id: tenant.environmentId,
      notification_id: row.id,
      job_id: jobs[1]?.id,
      status: 'Failed',
      source: 'Webhook',
      is_test: true,
      is_retry: true,
    };
    const details = [3, 1, 2].map((n) => ({
      ...detail,
      id: newId(new Date(at.getTime() + n)),
      detail: `Detail ${n}`,
      created_at: new Date(at.getTime() + n),
    }));
    await insertRows('execution_details', details);
    await insertRows('execution_details', [
      {
        ...detail,
        id: newId(new Date(at.getTime() + 4)),
        detail: 'Detail "4"',
        provider_id: 'sendgrid',
        raw: '{"x":1}',
        created_at: at,
      },
    ]);

    const { summary, ...wire } = parsed(SummarisedRun, await call('GET', `/v1/notifications/${row.id}`));
    expect(summary).toMatchObject({ status: 'failed', explainedBy: jobs[1]?.id, decidedBy: { step: 'email' } });
    expect(wire).toEqual({
      _id: row.id,
      _environmentId: tenant.environmentId,
      _organizationId: tenant.organizationId,
      _subscriberId: subscriber.id,
      _templateId: workflowId,
      _digestedNotificationId: row.digested_notification_id,
      transactionId: 'txn-1',
      createdAt: at.toISOString(),
      updatedAt: new Date(at.getTime() + 7).toISOString(),
      channels: ['digest', 'email'],
      subscriber: {
        _id: subscriber.id,
        subscriberId: 'jane',
        firstName: 'Jane',
        lastName: 'Cooper',
        email: 'jane@example.com',
        phone: '+15550100',
      },
      template: { _id: workflowId, name: 'Order shipped', origin: 'svc-cloud-v1', triggers },
      jobs: [
        {
          _id: jobs[0]?.id,
          type: 'digest',
          status: 'merged',
          providerId: 'svc',
          step,
          digest,
          updatedAt: at.toISOString(),
          executionDetails: [],
        },
        {
          _id: jobs[1]?.id,
          type: 'email',
          status: 'failed',
          providerId: 'sendgrid',
          step,
          scheduleExtensionsCount: 2,
          updatedAt: at.toISOString(),
          executionDetails: [details[1], details[2], details[0], undefined].map((stored, index) => ({
            _id: stored?.id ?? expect.any(String),
            createdAt: (stored?.created_at ?? at).toISOString(),
            status: 'Failed',
            source: 'Webhook',
            isTest: true,
            isRetry: true,
            detail: stored?.detail ?? 'Detail "4"',
            ...(index === 3 && { providerId: 'sendgrid', raw: '{"x":1}' }),
          })),
        },
      ],
      payload: { orderId: 'A-17', nothing: null },
      tags: ['orders'],
      to: { subscriberId: 'jane' },
      topics: row.topics,
      severity: 'high',
      critical: true,
      contextKeys: ['region:eu', 'tenant:acme'],
    });
    expect((await list(call)).data).toEqual([wire]);
  });

  test('missing fields are absent, never null', async ({ call, tenant }) => {
    const [id] = await notifications(tenant, [{}]);
    const answer = await call('GET', `/v1/notifications/${id}`);
    parsed(Notification, answer);
    expect(answer.text).not.toContain('null');
    for (const key of ['subscriber', 'payload', 'to', 'controls', 'topics', '_digestedNotificationId']) {
      expect(answer.body).not.toHaveProperty(key);
    }
  });

  test('contains the current subscriber, or the stored copy of a deleted one', async ({ call, tenant }) => {
    const subscriber = subscriberRow(tenant, 'jane', 'old@example.com');
    await insertRows('subscribers', [subscriber]);
    const [id] = await notifications(tenant, [{ subscriber_id: subscriber.id }]);
    const email = async () => parsed(Notification, await call('GET', `/v1/notifications/${id}`)).subscriber?.email;
    await database().query('UPDATE subscribers SET email = $2 WHERE id = $1', [subscriber.id, 'new@example.com']);
    expect(await email()).toBe('new@example.com');
    await insertRow('deleted_subscribers', deletedSubscriberRow({ ...subscriber, email: 'last@example.com' }));
    await database().query('DELETE FROM subscribers WHERE id = $1', [subscriber.id]);
    expect(await email()).toBe('last@example.com');
    expect(await idsOf(call, '?subscriberIds=jane')).toEqual([id]);
    expect(await idsOf(call, '?search=last@')).toEqual([id]);
    expect(await idsOf(call, '?emails=last@example.com')).toEqual([id]);
    expect(await idsOf(call, '?emails=new@example.com')).toEqual([]);
  });

  test('unknown, malformed and foreign IDs are all 404', async ({ call, tenant }) => {
    const [foreign] = await notifications({ ...tenant, environmentId: tenant.productionId }, [{}]);
    for (const id of [newId(), 'nothing', foreign]) {
      const answer = await call<{ message: string }>('GET', `/v1/notifications/${id}`);
      expect([answer.status, answer.body.message]).toEqual([404, `Notification with id ${id} not found`]);
    }
    expect(await idsOf(call)).toEqual([]);
  });
});

test.describe('pages', () => {
  test('are newest first, with exact hasMore', async ({ call, tenant }) => {
    const ids = await notifications(tenant, Array(12).fill({}));
    expect(await list(call)).toMatchObject({ page: 0, pageSize: 10, hasMore: true });
    expect(await idsOf(call)).toEqual(ids.slice(0, 10));
    expect(await list(call, '?page=1')).toMatchObject({ page: 1, pageSize: 10, hasMore: false });
    expect(await idsOf(call, '?page=1')).toEqual(ids.slice(10));
    expect(await list(call, '?limit=12')).toMatchObject({ pageSize: 12, hasMore: false });
    expect(await list(call, '?limit=6&page=1')).toMatchObject({ hasMore: false });
    expect(await list(call, '?page=1000000')).toMatchObject({ data: [], hasMore: false });
  });

  test('with invalid numbers or unknown enumeration values are 422', async ({ call }) => {
    for (const query of [
      'limit=0',
      'limit=51',
      'limit=x',
      'page=-1',
      'page=1.5',
      'severity=urgent',
      'channels=pigeon',
    ]) {
      const answer = await call<{ errors: object }>('GET', `/v1/notifications?${query}`);
      expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([
        query,
        422,
        [expect.stringContaining(query.split('=')[0] as string)],
      ]);
    }
  });
});

test.describe('time', () => {
  test('the period includes after and before', async ({ call, tenant }) => {
    const ids = await notifications(tenant, Array(4).fill({}));
    const times = (await list(call)).data.map((notification) => notification.createdAt as string);
    const at = (n: number) => encodeURIComponent(times[n] as string);
    expect(await idsOf(call, `?after=${at(1)}`)).toEqual(ids.slice(0, 2));
    expect(await idsOf(call, `?before=${at(2)}`)).toEqual(ids.slice(2));
    expect(await idsOf(call, `?after=${at(2)}&before=${at(1)}`)).toEqual(ids.slice(1, 3));
  });

  test('an invalid date and a reversed period are 400', async ({ call }) => {
    const assertError = async (query: string) => {
      const { status, body } = await call<{ message: string }>('GET', `/v1/notifications?${query}`);
      return [status, body.message];
    };
    expect(await assertError('after=soon')).toEqual([
      400,
      expect.stringContaining("Invalid date format for parameter 'after': soon"),
    ]);
    expect(await assertError('before=soon')).toEqual([
      400,
      expect.stringContaining("Invalid date format for parameter 'before': soon"),
    ]);
    expect(await assertError('after=2026-02-02&before=2026-02-01')).toEqual([
      400,
      expect.stringContaining('Invalid date range:'),
    ]);
  });

  test('events older than the retention of the environment are not returned', async ({ call, tenant }) => {
    await database().query('UPDATE environments SET retention_days = 1 WHERE id = $1', [tenant.environmentId]);
    const snapshotId = await createSnapshot(tenant);
    const [old, young] = [ago(60 * 25), ago(60 * 23)].map((at) =>
      notificationRow(tenant, at, { snapshot_id: snapshotId }),
    );
    await insertRows('notifications', [old, young].map((row) => row as object) as Record<string, unknown>[]);
    expect(await idsOf(call)).toEqual([young?.id]);
    expect(await idsOf(call, '?after=2020-01-01')).toEqual([young?.id]);
    expect(await idsOf(call, `?notificationId=${old?.id}`)).toEqual([]);
    expect(await idsOf(call, `?notificationId=${young?.id}`)).toEqual([young?.id]);
    expect((await call('GET', `/v1/notifications/${old?.id}`)).status).toBe(404);
  });
});

test('every parameter of the schema has a test here, in notification-filters.spec.ts or with a database', () => {
  const here = ['page', 'limit', 'after', 'before'];
  const there = [
    'channels',
    'templates',
    'emails',
    'search',
    'subscriberIds',
    'severity',
    'transactionId',
    'topicKey',
    'subscriptionId',
    'contextKeys',
    'notificationId',
    'status',
    'reason',
    'side',
    'integrationId',
    'providerId',
    'view',
  ];
  // Tested with the real engine: lib/notifications/list/slower-than.test.ts and lib/recoveries/recovery.test.ts.
  const inDatabaseTests = ['slowerThan', 'recoveryId'];
  expect(Object.keys(ListNotificationsQuery.shape).sort()).toEqual([...here, ...there, ...inDatabaseTests].sort());
});
