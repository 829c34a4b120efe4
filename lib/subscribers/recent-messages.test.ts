import { expect, test } from 'vitest';
import { execute, pool } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { type PlanNode, planNodes } from '#testing/plan-nodes.ts';
import { findRecent, RECENT_MESSAGES } from './query.ts';

ownScratchDatabase();

const MESSAGES = 20_000;
const START = 1_790_000_000;

async function addMessages(
  count: number,
  from: number,
  person: string,
  channel: string,
  status: string,
): Promise<void> {
  await execute(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, context_keys,
       device_tokens, delivered_at, cta, seen, read, created_at, updated_at)
     SELECT 'shop', lpad(to_hex($1::bigint + n), 8, '0') || repeat('0', 16), 'run', $3 || n % 10, 'transaction', $4, $5,
       '{}', '{}', '{}', '{}', false, false, now(), now()
     FROM generate_series(1, $2::int) n`,
    [START + from, count, person, channel, status],
  );
}

test('the newest messages of a page’s subscribers give the last time and the failing channels', async () => {
  await addMessages(MESSAGES, 0, 'person-', 'email', 'sent');
  await addMessages(1, MESSAGES, 'person-', 'email', 'error');
  await addMessages(1, MESSAGES + 1, 'person-', 'sms', 'error');
  await addMessages(1, MESSAGES + 2, 'person-', 'sms', 'warning');
  await addMessages(1, MESSAGES + 10, 'other-', 'email', 'error');
  await addMessages(1, MESSAGES + 11, 'other-', 'email', 'sent');
  const people = ['person-1', 'person-3', 'other-1', 'unknown'].map((id) => ({ id }));
  await expectSmallReads(people); // before the first ANALYZE
  await pool().query('VACUUM ANALYZE messages');
  const at = (second: number) => new Date((START + second) * 1000).toISOString();
  const failing = { lastMessageAt: at(MESSAGES + 3), failingChannels: ['sms', 'email'] };
  expect(await findRecent('shop', people)).toEqual(
    new Map<string, object>([
      ['person-1', failing],
      ['person-3', { lastMessageAt: at(MESSAGES - 7) }],
      ['other-1', { lastMessageAt: at(MESSAGES + 12) }],
    ]),
  );
  expect(await findRecent('elsewhere', people)).toEqual(new Map());
  await expectSmallReads(people);
});

test('a channel whose address was changed after the failure is not failing', async () => {
  await addMessages(1, 2 * MESSAGES, 'moved-', 'email', 'error');
  await execute("UPDATE messages SET email = 'typo@shop.example' WHERE subscriber_id = 'moved-1'");
  const channels = async (email: string | null) =>
    (await findRecent('shop', [{ id: 'moved-1', email }])).get('moved-1')?.failingChannels;
  expect(await channels('typo@shop.example')).toEqual(['email']);
  expect(await channels('jane@shop.example')).toBeUndefined();
  expect(await channels(null)).toEqual(['email']);
});

async function expectSmallReads(people: { id: string }[]): Promise<void> {
  const [row] = await execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${RECENT_MESSAGES}`,
    ['shop', people.map(({ id }) => id)],
  );
  const scans = planNodes(row?.['QUERY PLAN'][0].Plan).filter((plan) => plan['Relation Name']?.startsWith('messages'));
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan['Node Type']).toBe('Index Scan');
    expect(scan['Actual Rows']).toBeLessThanOrEqual(10);
  }
}
