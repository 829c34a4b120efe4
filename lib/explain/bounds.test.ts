/**
 * Tests people with far more records than usual: the explanation is correct, and the number of rows read is limited.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { idCeil, newId } from '#lib/id.ts';
import { execute, hotPool, hotQuery, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { ADDRESSED, findExact, findPeople } from './people.ts';
import { findRefusal, NAMED } from './query.ts';
import { ExplainQuery } from './schema.ts';
import { explain } from './service.ts';

ownScratchDatabase();

const MINUTE = 60_000;
const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * MINUTE);
const EVER = { floor: '', ceiling: 'g' };

let ctx: Ctx;
let janeId: string;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  const { environmentId } = ctx;
  janeId = newId(ago(600));
  const at = ago(600);
  await prisma().subscriber.create({
    data: { environmentId, id: janeId, subscriberId: 'jane', email: 'Jane@Example.com', createdAt: at, updatedAt: at },
  });
});

test('a fan-out is found by the oldest of a subscriber’s many topics', async () => {
  const { environmentId } = ctx;
  await execute(
    `INSERT INTO topics (environment_id, id, key, name, created_at, updated_at)
     SELECT $1, lpad(to_hex(n), 24, '0'), 'topic-' || n, 'Topic', $2, $2 FROM generate_series(1, 1200) n`,
    [environmentId, ago(500)],
  );
  await execute(
    `INSERT INTO topic_subscriptions (environment_id, id, identifier, topic_id, subscriber_id, context_keys, created_at, updated_at)
     SELECT $1, '1' || lpad(to_hex(n), 23, '0'), 'follows-' || n, lpad(to_hex(n), 24, '0'), $2, '{}', $3, $3 FROM generate_series(1, 1200) n`,
    [environmentId, janeId, ago(400)],
  );
  const identifier = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hi' } }]);
  const workflow = await prisma().workflow.findFirstOrThrow({ where: { environmentId, identifier } });
  await prisma().fanout.create({
    data: {
      environmentId,
      id: newId(ago(1)),
      transactionId: 'fanout-1',
      workflowId: workflow.id,
      event: {},
      topics: [{ id: '1'.padStart(24, '0'), key: 'topic-1', excluded: [] }],
      excluded: [],
      ceiling: idCeil(ago(1)),
      readyAt: ago(1),
      createdAt: ago(1),
    },
  });
  const answer = await explain(ctx, ExplainQuery.parse({ subscriber: 'jane', workflow: identifier }));
  expect(answer.code).toBe('fanout_running');
});

test('a subscriber who was deleted very often is found by the newest records', async () => {
  const { environmentId } = ctx;
  await execute(
    `INSERT INTO deleted_subscribers (environment_id, id, subscriber_id, created_at, deleted_at)
     SELECT $1, '2' || lpad(to_hex(n), 23, '0'), 'often', now(), now() FROM generate_series(1, 300) n`,
    [environmentId],
  );
  const [person] = await findExact(environmentId, 'often');
  expect(person?.ids).toHaveLength(20);
  expect(person?.ids[0]).toBe(`2${(300).toString(16).padStart(23, '0')}`);
});

async function refuse(count: number, names: string, from: number) {
  await execute(
    `INSERT INTO trigger_refusals (environment_id, id, workflow, code, reason, recipients, created_at)
     SELECT $1, '6' || lpad(to_hex(n), 23, '0'), 'w-' || n % 7, 'workflow_unknown', '{"code":"workflow_unknown","evidence":{"workflow":"w"}}',
       $2::text[], to_timestamp(1600000000 + n) FROM generate_series($3::int, $3::int + $4::int - 1) n`,
    [ctx.environmentId, names, from, count],
  );
}

test('the newest rejected trigger is found among many, of any workflow or of one', async () => {
  const { environmentId } = ctx;
  await refuse(5_000, '{often}', 1);
  await refuse(50, '{someone}', 10_000);
  await refuse(3, '{seldom}', 2_000_000);
  const find = async (name: string, workflow?: string) =>
    (await findRefusal({ environmentId, workflow, ...EVER }, [name]))?.createdAt.getTime();
  const at = (n: number) => (1_600_000_000 + n) * 1000;
  expect(await find('often')).toBe(at(5_000));
  expect(await find('often', 'w-1')).toBe(at(4_999));
  expect(await find('seldom')).toBe(at(2_000_002));
  expect(await find('seldom', `w-${2_000_000 % 7}`)).toBe(at(2_000_000));
  expect(await find('unknown')).toBeUndefined();
});

test('the newest rejected trigger of a person is found behind many newer ones of others', async () => {
  const { environmentId } = ctx;
  await refuse(3_000, '{early}', 3_000_000);
  await refuse(25_000, '{others}', 4_000_000);
  const newest = await findRefusal({ environmentId, workflow: undefined, ...EVER }, ['early']);
  expect(newest?.createdAt.getTime()).toBe((1_600_000_000 + 3_002_999) * 1000);
  const ofOne = await findRefusal({ environmentId, workflow: 'w-1', ...EVER }, ['early']);
  expect(ofOne?.workflow).toBe('w-1');
  expect(ofOne?.createdAt.getTime()).toBeGreaterThan((1_600_000_000 + 3_002_990) * 1000);
});

test('any of a person’s many old rejected triggers is found', async () => {
  await refuse(3_000, '{others}', 5_000_000);
  const { environmentId } = ctx;
  const find = (workflow?: string) => findRefusal({ environmentId, workflow, ...EVER }, ['often']);
  const found = await find();
  expect(found?.createdAt.getTime()).toBeLessThanOrEqual((1_600_000_000 + 5_000) * 1000);
  expect(await find('no-such-workflow')).toBeUndefined();
});

test('the statements read by index, within their limits', async () => {
  const { environmentId } = ctx;
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, email, created_at, updated_at)
     SELECT $1, '3' || lpad(to_hex(n), 23, '0'), 's-' || n, 's-' || n || '@example.com', now(), now() FROM generate_series(1, 20000) n`,
    [environmentId],
  );
  await hotPool().query('VACUUM ANALYZE subscribers, subscriber_search, trigger_refusals');
  const plan = async (text: string, values: unknown[]) =>
    JSON.stringify((await hotPool().query({ text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values })).rows);
  const addressed = await plan(ADDRESSED, [environmentId, ['s-77@example.com'], '+15555550123']);
  expect(addressed).toContain('"Index Name":"subscribers_email"');
  expect(addressed).not.toContain('Seq Scan');
  const named = await plan(NAMED, [environmentId, ['often']]);
  expect(named).toContain('trigger_refusals_by_recipient');
  expect(named).toMatch(/"Node Type":"CTE Scan"[^}]*"Actual Rows":1001/);
});

test('a text that may be any ID does not read a whole table', async () => {
  const { environmentId } = ctx;
  await execute(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, workflow_id, template_identifier, transaction_id, channel,
       provider_message_id, status, created_at, updated_at)
     SELECT $1, lpad(to_hex(extract(epoch FROM now())::bigint - n), 8, '0') || lpad(to_hex(n), 16, '0'), $2, $2, $2, 'w', 't-' || n, 'sms',
       'SM' || md5(n::text), 'sent', now(), now() FROM generate_series(1, 20000) n`,
    [environmentId, newId()],
  );
  await hotPool().query('VACUUM ANALYZE messages');
  const { rows } = await planCost(() => findPeople(ctx, 'SM-of-nothing', ''));
  expect(rows).toBeLessThan(5_000);
  const [id] = await hotQuery<{ id: string }>(
    'test-provided',
    'SELECT provider_message_id AS id FROM messages LIMIT 1',
  );
  expect((await findPeople(ctx, id?.id ?? '', '')).named?.notificationIds).toHaveLength(1);
});

test('a truncated provider ID is found by the whole ID', async () => {
  const { environmentId } = ctx;
  const at = ago(1);
  const whole = `SM${'7'.repeat(400)}`;
  const ids = { id: newId(at), notificationId: newId(at), subscriberId: janeId, transactionId: 't-long' };
  const sent = { providerMessageId: whole.slice(0, 255), status: 'sent', channel: 'sms' };
  await prisma().message.create({
    data: { environmentId, ...ids, ...sent, templateIdentifier: 'w', createdAt: at, updatedAt: at },
  });
  expect((await findPeople(ctx, whole, '')).named?.notificationIds).toEqual([ids.notificationId]);
});

test('an address is found as written and in lower case', async () => {
  const { environmentId } = ctx;
  for (const email of ['Jane@Example.com', 's-5@example.com', 'S-5@EXAMPLE.COM'])
    expect(await findExact(environmentId, email)).toHaveLength(1);
});

test('a question without a time explains the newest run of 30 days, and one with a time only runs near it', async () => {
  const { environmentId } = ctx;
  const days = 24 * 60;
  await prisma().subscriber.create({
    data: { environmentId, id: 's', subscriberId: 'sam', createdAt: ago(0), updatedAt: ago(0) },
  });
  await insertRuns(ctx, { count: 2, from: now - 12 * days * MINUTE, everyMs: MINUTE });
  const answer = await explain(ctx, ExplainQuery.parse({ subscriber: 'sam' }));
  expect(answer.code).toBe('no_address');
  const near = await explain(ctx, ExplainQuery.parse({ subscriber: 'sam', at: ago(1).toISOString() }));
  expect(near.code).toBe('never_triggered');
});
