import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { findAnyIds } from '#lib/notifications/list/query.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import { execute } from '#lib/postgres/db.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { countReasons } from './reason-counts.ts';
import { ReasonCounts, ReasonCountsQuery } from './reason-counts-schema.ts';

ownScratchDatabase();

const RUNS = 200_000;
/**
 * Each of these reasons decided one in 1,000 of the `RUNS` runs. `token_gone` is frequent, and all other runs were
 * sent.
 */
const REASONS = ['no_address', 'provider_rejected', 'provider_auth', 'preference_global'];

let ctx: Ctx;

/** Stores one run per second until now, with ten workflow snapshots. */
beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await execute(
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
     SELECT $1, n, 'w' || n, 'none', false, '{email}', '{}', '{"name":"Order","origin":"svc-cloud","triggers":[]}'
     FROM generate_series(1, 10) n`,
    [ctx.environmentId],
  );
  const at = `date_trunc('second', now()) - make_interval(secs => ${RUNS} - n)`;
  await execute(
    `INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
     SELECT $1, lpad(to_hex(floor(extract(epoch FROM at))::bigint), 8, '0') || lpad(to_hex(n), 16, '0'),
       CASE WHEN reason = 'sent' THEN 'sent' ELSE 'failed' END, reason, 1 + n % 10, 's', at
     FROM (SELECT n, ${at} AS at, CASE WHEN n % 1000 < 4 THEN ($2::text[])[1 + n % 1000]
       WHEN n % 20 = 7 THEN 'token_gone' ELSE 'sent' END AS reason FROM generate_series(1, ${RUNS}) n) runs`,
    [ctx.environmentId, REASONS],
  );
  await execute('ANALYZE notification_outcomes');
});

const counted = async (query: Record<string, string | string[]>) =>
  ReasonCounts.parse(await countReasons(ctx, ReasonCountsQuery.parse(query))).data;

test('reasons are counted with their sides, up to 1,000 runs for each', async () => {
  const each = { count: RUNS / 1_000, more: false };
  expect(await counted({})).toEqual(
    [
      { reason: 'no_address', side: 'recipient', ...each },
      { reason: 'token_gone', side: 'recipient', count: 1_000, more: true },
      { reason: 'provider_rejected', side: 'provider', ...each },
      { reason: 'provider_auth', side: 'belfry', ...each },
      { reason: 'preference_global', side: 'choice', ...each },
    ].sort((one, other) => REASON_CODES.indexOf(one.reason as never) - REASON_CODES.indexOf(other.reason as never)),
  );
  expect(await counted({ status: 'skipped' })).toEqual([]);
  expect(await counted({ templates: 'w2', status: 'failed' })).toEqual([
    { reason: 'provider_rejected', side: 'provider', ...each },
  ]);
});

const ids = async (query: Record<string, string | string[]>) => {
  const filters = await resolveFilters(ctx.environmentId, ListNotificationsQuery.parse(query));
  return findAnyIds(filters, { offset: 0, limit: 31 });
};

test('runs of a side have its reasons', async () => {
  const [provider, recipient] = await Promise.all([ids({ side: 'provider' }), ids({ side: 'recipient' })]);
  expect(provider).toEqual(await ids({ reason: 'provider_rejected' }));
  expect(recipient).toEqual(await ids({ reason: ['no_address', 'token_gone'] }));
  expect(await ids({ side: ['provider', 'recipient'], reason: 'provider_rejected' })).toEqual(provider);
  expect(await ids({ side: 'workflow' })).toEqual([]);
  expect(await ids({ side: 'provider', reason: 'no_address' })).toEqual([]);
});

test.each<[what: string, work: () => Promise<unknown>, rows: number]>([
  ['a page of a side', () => ids({ side: 'provider' }), 100],
  ['a page of all sides', () => ids({ side: ['provider', 'recipient', 'workflow', 'choice', 'belfry'] }), 600],
  ['the counts of all reasons', () => counted({}), 5_000],
])('%s reads a bounded number of rows from the index', async (_, work, most) => {
  const { rows, nodes } = await planCost(work);
  expect(rows, [...nodes].join(', ')).toBeLessThan(most);
  expect([...nodes].filter((node) => node.includes('Seq Scan'))).toEqual([]);
});
