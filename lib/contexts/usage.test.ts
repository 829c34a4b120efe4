import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { getContextUsage } from './usage.ts';

const ROWS = 30_000;
const ctx = { environmentId: 'one', organizationId: 'organization' } as Ctx;

ownScratchDatabase();

/**
 * Every hundredth subscription and preference has the context `tenant:acme`, and another hundredth has `tenant:acme`
 * and one more context.
 */
beforeAll(async () => {
  const at = 'created_at, updated_at';
  await execute(
    `INSERT INTO contexts (environment_id, type, key, ${at}) VALUES ('one', 'tenant', 'acme', now(), now())`,
  );
  await execute(`INSERT INTO topics (environment_id, id, key, ${at}) VALUES ('one', 'topic', 'topic', now(), now())`);
  const numbers = `generate_series(1, ${ROWS}) n`;
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, ${at})
     SELECT 'one', lpad(to_hex(n), 24, '0'), 's' || n, now(), now() FROM ${numbers}`,
  );
  const keys = `(CASE n % 100 WHEN 1 THEN '{tenant:acme}' WHEN 2 THEN '{region:eu,tenant:acme}' ELSE '{}' END)::text[]`;
  const values = `'one', lpad(to_hex(n), 24, '0'), lpad(to_hex(n), 24, '0'), ${keys}, now(), now()`;
  const columns = `environment_id, id, subscriber_id, context_keys, ${at}`;
  await execute(`INSERT INTO preferences (${columns}) SELECT ${values} FROM ${numbers}`);
  await execute(
    `INSERT INTO topic_subscriptions (topic_id, identifier, ${columns}) SELECT 'topic', 'i' || n, ${values} FROM ${numbers}`,
  );
  await execute('ANALYZE contexts, topic_subscriptions, preferences');
}, 120_000);

test('the usage of a context is counted from indexes that only contain rows with a context', async () => {
  const usage = () => getContextUsage(ctx, { type: 'tenant', id: 'acme' });
  const own = { count: ROWS / 100, isCapped: false };
  const none = { count: 0, isCapped: false };
  const uses = { preferences: own, subscriptions: own, subscribers: own };
  expect(await usage()).toEqual({ runs: none, messages: none, ...uses });
  const { rows, nodes } = await planCost(usage);
  expect(rows).toBeLessThan((4 * ROWS) / 100 + 50);
  expect([...nodes]).not.toContain('Seq Scan');
});
