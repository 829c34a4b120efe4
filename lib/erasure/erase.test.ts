import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { storeReply } from '#lib/api/idempotency-store.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { idFloor, newId } from '#lib/id.ts';
import { execute, json, prisma } from '#lib/postgres/db.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { sealed } from '#lib/request-log/details.ts';
import { deleteSubscriber, saveSubscribers } from '#lib/subscribers/changes.ts';
import { updateCredentials } from '#lib/subscribers/credentials.ts';
import { listSuppressions } from '#lib/suppressions/list.ts';
import { suppressedAmong } from '#lib/suppressions/query.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { dumpDatabase } from '#testing/dump.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { advanceErasures, SETTLE_MS } from './advance.ts';
import { eraseSubscriber, getErasure } from './service.ts';

ownScratchDatabase();

let sample: Sample;
let ctx: Ctx;
let owner: Ctx;

beforeEach(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  owner = {
    ...ctx,
    actor: { type: 'user', userId: newId(), email: 'owner@company.example', role: 'owner', sessionId: 'session' },
  };
  await sampleIntegrations(ctx, ['email', 'sms', 'chat', 'push', 'in_app']);
});

/** Advances to the end, or until `batches` batches are done. */
async function advance(batches = Number.POSITIVE_INFINITY): Promise<void> {
  let left = batches;
  await advanceErasures({ now: new Date(Date.now() + SETTLE_MS + 1000), isOver: () => left-- <= 0 });
}

const step = (type: string, body: string) => ({
  type,
  name: type,
  controlValues: type === 'email' ? { subject: body, body, editorType: 'html' } : { body },
});
const STEPS = ['email', 'sms', 'chat', 'push', 'in_app'].map((type) =>
  type === 'push'
    ? { ...step(type, '{{ payload.note }}'), controlValues: { subject: 'Note', body: '{{ payload.note }}' } }
    : step(type, '{{ payload.note }} for {{ subscriber.firstName }}'),
);

interface Person {
  subscriberId: string;
  email: string;
  phone: string;
}

const people = (canary: string) => ({
  jane: {
    subscriberId: `${canary}-jane`,
    email: `${canary}@example.com`,
    phone: `+1555${String(Number.parseInt(sha256Hex(canary).slice(0, 8), 16) % 10_000_000).padStart(7, '0')}`,
  },
  kim: { subscriberId: 'kim', email: 'kim@example.org', phone: '+15550000002' },
});

/** Stores a person, with the canary in every place where Belfry stores data of a person. Stores another person too. */
async function plant(
  canary: string,
): Promise<{ jane: Person; kim: Person; workflowId: string; transactionId: string }> {
  const { jane, kim } = people(canary);
  await saveSubscribers(owner, {
    subscribers: [
      {
        ...{ ...jane, firstName: canary, lastName: canary, avatar: `https://${canary}.example/a.png`, locale: 'en_US' },
        data: { note: canary, nested: { list: [canary] } },
      },
      { ...kim, firstName: 'Kim' },
    ],
  } as never);
  await createSubscriptions(owner, 'news', {
    subscriptions: [
      { identifier: `${canary}-sub`, subscriberId: jane.subscriberId, name: canary },
      { identifier: 'kim-sub', subscriberId: kim.subscriberId },
    ],
  } as never);
  await createSubscriptions(owner, jane.subscriberId, { subscriberIds: [jane.subscriberId] } as never);
  const workflowId = await sampleWorkflow(ctx, STEPS);
  await updateCredentials(owner, jane.subscriberId, {
    providerId: 'slack',
    credentials: { webhookUrl: `https://hooks.example.com/${canary}`, channel: canary },
  } as never);
  await updateCredentials(owner, jane.subscriberId, {
    providerId: 'fcm',
    credentials: { deviceTokens: [canary] },
  } as never);
  await updatePreferences(owner, jane.subscriberId, {
    workflowId,
    channels: { sms: true },
    context: { user: { id: jane.subscriberId, data: { note: canary } } },
  } as never);
  const context = { user: { id: jane.subscriberId, data: { note: canary } } };
  const { transactionId = '' } = await trigger(ctx, workflowId, jane.subscriberId, {
    ...{ payload: { note: canary }, transactionId: `${canary}-transaction`, context, tenant: canary },
    ...{ actor: { subscriberId: jane.subscriberId, firstName: canary }, overrides: { email: { cc: [jane.email] } } },
  });
  await trigger(ctx, workflowId, [{ type: 'Topic', topicKey: 'news' }], { payload: { note: 'shared' } });
  await trigger(ctx, workflowId, kim.subscriberId, {
    transactionId: 'kim-transaction',
    payload: { note: 'hello' },
    actor: { subscriberId: jane.subscriberId, firstName: 'J' },
    overrides: { email: { cc: [jane.email, 'other@example.org'] } },
  });
  const digest = { type: 'digest', name: 'Digest', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
  const digested = await sampleWorkflow(ctx, [digest, step('in_app', '{{ steps.digest.events.length }}')]);
  await trigger(ctx, digested, jane.subscriberId, { payload: { note: canary } });
  await sample.drain();
  // The second digest stays open.
  await trigger(ctx, digested, jane.subscriberId, { payload: { note: canary } });
  await sample.drain(new Date(sample.now().getTime() + 1000));
  await plantRows(canary, jane, workflowId);
  return { jane, kim, workflowId, transactionId };
}

/** Stores rows that other parts of Belfry usually write. */
async function plantRows(canary: string, jane: Person, workflowId: string): Promise<void> {
  const { environmentId } = ctx;
  const at = new Date();
  const { id: subscriberId } = await prisma().subscriber.findFirstOrThrow({
    where: { environmentId, subscriberId: jane.subscriberId },
  });
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId, subscriberId, channel: 'email' } });
  await prisma().inboxSession.create({
    data: {
      ...{
        environmentId,
        id: newId(),
        subscriberId,
        tokenHash: sha256Hex('t'),
        contextKeys: [`user:${jane.subscriberId}`],
      },
      ...{ createdAt: at, expiresAt: new Date(at.getTime() + 1e6) },
    },
  });
  const log = { environmentId, method: 'POST', status: 201, durationMs: 1, createdAt: at, address: '203.0.113.1' };
  const ids = [newId(), newId(), newId()] as const;
  await prisma().requestLogEntry.createMany({
    data: [
      { ...log, id: ids[0], path: `/api/v2/subscribers/${encodeURIComponent(jane.subscriberId)}`, requestId: 'r1' },
      {
        ...{ ...log, id: ids[1], path: '/api/v1/events/trigger', requestId: 'r2' },
        details: sealed(environmentId, ids[1], { b: JSON.stringify({ to: jane.subscriberId, payload: { canary } }) }),
      },
      {
        ...{ ...log, id: ids[2], path: '/api/v1/events/trigger', requestId: 'r3' },
        details: sealed(environmentId, ids[2], { b: JSON.stringify({ to: 'kim', payload: {} }) }),
      },
    ],
  });
  await storeReply({ environmentId, scopeHash: sha256Hex('scope'), bodyHash: 'b' }, {
    status: 201,
    text: JSON.stringify({ subscriberId: jane.subscriberId, note: canary }),
    headers: {},
  } as never);
  await prisma().triggerRefusal.createMany({
    data: [
      {
        ...{ environmentId, id: newId(), workflow: workflowId, code: 'workflow_inactive', reason: {}, createdAt: at },
        recipients: [jane.subscriberId, 'kim'],
      },
      {
        ...{ environmentId, id: newId(), workflow: workflowId, code: 'workflow_inactive', createdAt: at },
        ...{ reason: { evidence: { who: jane.email } }, recipients: [jane.email] },
      },
    ],
  });
  await prisma().suppression.createMany({
    data: [
      {
        ...{ environmentId, channel: 'email', address: jane.email, event: 'bounced', createdAt: at, words: canary },
        ...{ messageId: message.id, notificationId: message.notificationId, note: canary },
      },
      { environmentId, channel: 'sms', address: jane.phone, event: 'added', createdAt: at },
      { environmentId, channel: 'email', address: 'kim@example.org', event: 'added', createdAt: at },
    ],
  });
  await prisma().suppressionRemoval.create({
    data: { environmentId, channel: 'email', address: jane.email, removedAt: new Date(at.getTime() - 1000) },
  });
  const event = { environmentId, integrationId: newId(), kind: 'bounced', occurredAt: at, receivedAt: at };
  await prisma().deliveryEvent.createMany({
    data: [
      {
        ...{
          ...event,
          id: newId(),
          vendorEventId: canary,
          messageId: message.id,
          words: canary,
          raw: json({ canary }) as never,
        },
        notificationId: message.notificationId,
      },
      { ...event, id: newId(), vendorEventId: 'late', recipient: jane.email, nextTryAt: new Date(at.getTime() + 1e9) },
    ],
  });
  await prisma().savedView.createMany({
    data: [`subscriberId=${encodeURIComponent(jane.subscriberId)}`, 'status=failed'].map((query, n) => ({
      ...{ environmentId, id: newId(), page: 'activity', name: `View ${n}`, query, shared: true, createdById: 'u' },
      ...{ createdAt: at, updatedAt: at },
    })),
  });
  await prisma().recovery.create({
    data: {
      ...{
        environmentId,
        id: newId(),
        status: 'done',
        filter: { subscriberIds: [jane.subscriberId] },
        reason: `For ${jane.email}`,
      },
      ...{ actorType: 'user', actorId: 'u', actorLabel: 'owner@company.example', total: 1, floor: idFloor(at) },
      ...{ createdAt: at, updatedAt: at, endedAt: at },
    },
  });
  await prisma().integrationTest.create({
    data: {
      ...{
        environmentId,
        integrationId: (await prisma().integration.findFirstOrThrow({ where: { environmentId } })).id,
      },
      ...{ kind: 'message', outcome: 'failed', message: `No mailbox ${jane.email}`, testedBy: 'owner', testedAt: at },
    },
  });
}

/** The tables in which the planted person must be found. The test fails if `plant` no longer fills one of them. */
const PLANTED = [
  'audit_log',
  'contexts',
  'delivery_events',
  'digest_events',
  'execution_details',
  'inbox_sessions',
  'integration_tests',
  'jobs',
  'messages',
  'notification_topics',
  'notifications',
  'preferences',
  'recoveries',
  'request_log',
  'saved_views',
  'subscriber_channels',
  'subscriber_search',
  'subscribers',
  'suppression_removals',
  'suppressions',
  'topic_subscriptions',
  'topics',
  'trigger_refusals',
  'triggers',
];

/** Returns what is stored about another person. */
async function rowsOf(subscriberId: string) {
  const { environmentId } = ctx;
  const { id } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId, subscriberId } });
  const dump = await dumpDatabase();
  const own = (table: string) => dump.rows(table).filter((row) => row.subscriber_id === id || row.id === id);
  const runs = new Set(own('notifications').map((row) => row.id));
  const ofRuns = (table: string) => dump.rows(table).filter((row) => runs.has(row.notification_id));
  const names = ['subscribers', 'messages', 'jobs', 'topic_subscriptions', 'preferences', 'notification_outcomes'];
  return {
    ...Object.fromEntries(names.map((table) => [table, own(table)])),
    details: ofRuns('execution_details'),
    runs: own('notifications')
      .map(({ actor: _, overrides: __, ...row }) => row)
      .sort((a, b) => String(a.id).localeCompare(String(b.id))),
    payloads: dump.rows('payloads'),
  };
}

describe('an erased subscriber', () => {
  test('is nowhere in the database, and another one is unchanged', async () => {
    const canary = `canary${newId().slice(-8)}`;
    const { jane, kim } = await plant(canary);
    const planted = await dumpDatabase();
    expect(planted.tablesWith(canary)).toEqual(PLANTED);
    const before = await rowsOf(kim.subscriberId);
    const { environmentId } = ctx;
    const { id } = await prisma().subscriber.findFirstOrThrow({
      where: { environmentId, subscriberId: jane.subscriberId },
    });

    const { erasureId = '' } = await eraseSubscriber(owner, jane.subscriberId);
    await advance();

    // These are the runs of the person, and the run of another recipient in which the person is the actor and gets a
    // copy.
    expect(await getErasure(ctx, erasureId)).toMatchObject({
      status: 'done',
      counts: { notifications: 5, digest_windows: 1 },
    });
    const dump = await dumpDatabase();
    expect(dump.tablesWith(canary)).toEqual([]);
    expect(dump.tablesWith(jane.phone)).toEqual([]);
    expect(dump.tablesWith(id)).toEqual([]);
    expect(await rowsOf(kim.subscriberId)).toEqual(before);
    // The encrypted copies of the person’s requests are deleted. Other requests keep their copies.
    expect(
      dump
        .rows('request_log')
        .map(({ request_id, details }) => [request_id, details !== null])
        .sort(),
    ).toEqual([
      ['r1', false],
      ['r2', false],
      ['r3', true],
    ]);
    expect(dump.rows('idempotency_records')).toEqual([]);
    const run = dump.rows('notifications').find((row) => row.transaction_id === 'kim-transaction');
    expect(run).toMatchObject({ overrides: { email: { cc: ['erased@erased.invalid', 'other@example.org'] } } });
    expect(dump.rows('saved_views').map(({ query }) => query)).toEqual(['status=failed']);
    expect(dump.rows('trigger_refusals').map(({ recipients }) => recipients)).toEqual([['kim']]);
  });

  test('is audited without the data of the person, and earlier entries lose it', async () => {
    const canary = `canary${newId().slice(-8)}`;
    const { jane } = await plant(canary);
    const { erasureId } = await eraseSubscriber(ctx, jane.subscriberId);
    await advance();
    const { environmentId } = ctx;
    const entries = await prisma().auditEntry.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
    expect(entries.map(({ action }) => action)).toContain('subscribers.updateCredentials');
    expect(JSON.stringify(entries)).not.toContain(canary);
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'erasures.create', resourceId: erasureId, resourceLabel: null, before: null, after: null },
    });
  });

  test('gets nothing more: a waiting run ends without a message', async () => {
    const { jane } = people('waiting');
    const delay = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
    const workflowId = await sampleWorkflow(ctx, [delay, step('sms', 'Late')]);
    const { transactionId = '' } = await trigger(ctx, workflowId, jane);
    await sample.drain(sample.now());
    expect((await storedRuns(ctx, transactionId))[0]?.work).toBe(1);
    await eraseSubscriber(ctx, jane.subscriberId);
    await advance(1);
    const dump = await dumpDatabase();
    expect(dump.rows('work').filter((row) => row.environment_id === ctx.environmentId)).toEqual([]);
    await advance();
    await sample.drain();
    expect((await dumpDatabase()).tablesWith(jane.phone)).toEqual([]);
  });

  test('stays suppressed by a hash of the address when the address comes back, and can be unsuppressed', async () => {
    const canary = `canary${newId().slice(-8)}`;
    const { jane } = await plant(canary);
    const { environmentId } = ctx;
    await eraseSubscriber(ctx, jane.subscriberId);
    await advance();
    expect(
      await suppressedAmong(environmentId, [jane.email.toUpperCase(), jane.phone, 'new@example.org']),
    ).toMatchObject([
      { channel: 'email', address: jane.email, event: 'bounced' },
      { channel: 'sms', address: jane.phone, event: 'added' },
    ]);
    const workflowId = await sampleWorkflow(ctx, [step('email', 'Hello')]);
    const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'back', email: jane.email });
    await sample.drain();
    expect(await storedRuns(ctx, transactionId)).toMatchObject([
      { outcome: 'skipped', reason: 'suppressed', messages: [] },
    ]);
    const { data } = await listSuppressions(ctx, { subscriberId: 'back', limit: 10 } as never);
    expect(data).toMatchObject([{ channel: 'email', cause: 'bounced' }]);
  });

  test('that was deleted earlier is erased from history too', async () => {
    const canary = `canary${newId().slice(-8)}`;
    const { jane } = await plant(canary);
    await deleteSubscriber(owner, jane.subscriberId);
    expect((await dumpDatabase()).tablesWith(canary)).toContain('deleted_subscribers');
    await eraseSubscriber(ctx, jane.subscriberId);
    await advance();
    expect((await dumpDatabase()).tablesWith(canary)).toEqual([]);
  });
});

describe('a repeated request', () => {
  test('returns the running erasure, and 404 once it is done', async () => {
    const { jane } = people('twice');
    const workflowId = await sampleWorkflow(ctx, [step('sms', 'Hello')]);
    await trigger(ctx, workflowId, jane);
    const first = await eraseSubscriber(ctx, jane.subscriberId);
    expect(await eraseSubscriber(ctx, jane.subscriberId)).toEqual(first);
    // The subscriber comes back, and is erased again while the first erasure is running.
    await advance(2);
    await trigger(ctx, workflowId, jane);
    expect(await eraseSubscriber(ctx, jane.subscriberId)).toEqual(first);
    await advance();
    expect((await dumpDatabase()).tablesWith(jane.email)).toEqual([]);
    await expect(eraseSubscriber(ctx, jane.subscriberId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(eraseSubscriber(ctx, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of several processes at the same time makes one erasure', async () => {
    const { jane } = people('race');
    await saveSubscribers(ctx, { subscribers: [jane] } as never);
    const results = await Promise.all(Array.from({ length: 5 }, () => eraseSubscriber(ctx, jane.subscriberId)));
    expect(new Set(results.map(({ erasureId }) => erasureId)).size).toBe(1);
    const { environmentId } = ctx;
    expect(await prisma().erasure.count({ where: { environmentId } })).toBe(1);
    expect(await prisma().auditEntry.count({ where: { environmentId, action: 'erasures.create' } })).toBe(1);
  });

  test('needs the permission to erase', async () => {
    const support: Ctx = { ...owner, actor: { ...owner.actor, role: 'support' } as never };
    await saveSubscribers(ctx, { subscribers: [people('may').jane] } as never);
    await expect(eraseSubscriber(support, 'may-jane')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await prisma().subscriber.count({ where: { environmentId: ctx.environmentId } })).toBe(1);
  });
});

test('an erasure that is interrupted after any batch continues, with at most a hundred runs per batch', async () => {
  const { jane } = people('many');
  const workflowId = await sampleWorkflow(ctx, [step('sms', 'Hello')]);
  await trigger(ctx, workflowId, jane);
  await sample.drain();
  const { environmentId } = ctx;
  await copyRuns(environmentId, 249);
  const { erasureId = '' } = await eraseSubscriber(ctx, jane.subscriberId);
  let batches = 0;
  for (let left = 250; (await getErasure(ctx, erasureId)).status === 'running'; batches++) {
    await advance(1);
    const runs = await prisma().notification.count({ where: { environmentId } });
    expect(left - runs).toBeLessThanOrEqual(100);
    left = runs;
    expect(batches).toBeLessThan(60);
  }
  expect((await getErasure(ctx, erasureId)).counts).toMatchObject({ notifications: 250, messages: 250, jobs: 250 });
  const dump = await dumpDatabase();
  for (const table of ['notifications', 'messages', 'jobs', 'execution_details', 'notification_outcomes'])
    expect(dump.rows(table).filter((row) => row.environment_id === environmentId)).toEqual([]);
});

/** Copies the only run of the environment with its rows. */
async function copyRuns(environmentId: string, count: number): Promise<void> {
  const columns = await execute<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_name IN ('notifications', 'messages', 'jobs', 'execution_details', 'notification_outcomes') AND is_generated = 'NEVER' GROUP BY 1`,
  );
  for (const { name, columns: all } of columns) {
    const ids = ['id', 'notification_id', 'transaction_id', 'job_id'];
    const values = all.map((column) =>
      ids.includes(column) ? `left("${column}", 20) || lpad(to_hex(n), 4, '0')` : `"${column}"`,
    );
    await execute(
      `INSERT INTO ${name} (${all.map((column) => `"${column}"`).join(', ')})
       SELECT ${values.join(', ')} FROM ${name} t CROSS JOIN generate_series(1, $2::int) AS n WHERE t.environment_id = $1`,
      [environmentId, count],
    );
  }
}
