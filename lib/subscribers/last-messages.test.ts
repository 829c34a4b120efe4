import { expect, test } from 'vitest';
import { execute, pool } from '#lib/db.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { findLastMessages, LAST_MESSAGES } from './query.ts';

ownScratchDatabase();

const MESSAGES = 20_000;
const START = 1_790_000_000;

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

test('the newest message of each of a page’s subscribers costs one entry of an index', async () => {
  await execute(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, context_keys,
       device_tokens, delivered_at, cta, seen, read, created_at, updated_at)
     SELECT 'shop', lpad(to_hex($1::bigint + n), 8, '0') || repeat('0', 16), 'run', 'person-' || n % 10, 'transaction', 'email',
       'sent', '{}', '{}', '{}', '{}', false, false, now(), now()
     FROM generate_series(1, $2::int) n`,
    [START, MESSAGES],
  );
  await pool().query('VACUUM ANALYZE messages');
  const people = ['person-0', 'person-3', 'nobody'].map((id) => ({ id }));
  const at = (second: number) => new Date((START + second) * 1000);
  expect(await findLastMessages('shop', people)).toEqual(
    new Map([
      ['person-0', at(MESSAGES)],
      ['person-3', at(MESSAGES - 7)],
    ]),
  );
  expect(await findLastMessages('other', people)).toEqual(new Map());
  const [row] = await execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${LAST_MESSAGES}`, [
    'shop',
    people.map(({ id }) => id),
  ]);
  const scans = all(row?.['QUERY PLAN'][0].Plan).filter((plan) => plan['Relation Name']?.startsWith('messages'));
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan['Node Type']).toBe('Index Only Scan');
    expect(scan['Actual Rows']).toBeLessThanOrEqual(1);
  }
});

function all(plan: Plan | undefined): Plan[] {
  return plan ? [plan, ...(plan.Plans ?? []).flatMap(all)] : [];
}
