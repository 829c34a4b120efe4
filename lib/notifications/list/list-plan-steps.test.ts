import { expect, test } from 'vitest';
import { idFloor } from '#lib/id.ts';
import { execute } from '#lib/postgres/db.ts';
import { Values } from '#lib/postgres/sql.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { type PlanNode, planNodes } from '#testing/plan-nodes.ts';
import { notificationList } from './list-plan.ts';

ownScratchDatabase();

const DAYS = 300;

test('a step of a run is searched only in the month of the run', async () => {
  const { ctx } = await sampleEnvironment();
  await execute('SELECT create_history_partitions(1, 12)');
  await insertRuns(ctx, { count: DAYS, from: Date.now() - DAYS * DAY_MS, everyMs: DAY_MS });
  const filter = {
    environmentId: ctx.environmentId,
    floor: idFloor(new Date(0)),
    ceiling: 'g',
    outcomes: ['failed', 'skipped'],
    stepTypes: ['chat'],
  };
  const values = new Values();
  const text = notificationList.statement(filter as never, values, {
    slice: { offset: 0, limit: 10 },
    direction: 'DESC',
  });
  const [row] = await execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    values.list,
  );
  const lookups = planNodes(row?.['QUERY PLAN'][0].Plan)
    .filter((plan) => plan['Relation Name']?.startsWith('jobs'))
    .map((plan) => plan['Actual Loops']);
  const sum = lookups.reduce((total, loops) => total + loops, 0);
  expect(sum).toBeGreaterThanOrEqual(DAYS);
  expect(sum).toBeLessThan(1.2 * DAYS);
});
