import { expect, test } from 'vitest';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { idBounds, idTime, newId } from '#lib/id.ts';
import { execute, hotPool, hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readsOf } from '#testing/table-reads.ts';

ownScratchDatabase();

/** The number of ended runs in addition to the runs of the digest. */
const OTHERS = 3_000;

test('a digest reads neither whole tables nor months without its runs', async () => {
  await execute('SELECT create_history_partitions(2, 2)');
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  const collect = { type: 'digest', name: 'Collect', controlValues: { amount: 1, unit: 'hours' } };
  const report = {
    type: 'custom',
    name: 'Report',
    controlValues: { custom: { count: '{{ steps.collect.eventCount }}' } },
  };
  const workflowId = await sampleWorkflow(ctx, [collect, report]);
  await hotPool().query('VACUUM ANALYZE');
  const drained = () => readsOf(() => sample.drain(sample.now()));
  /**
   * Plays a digest that four runs join. The last run and the first run are cancelled, so the second run sends the
   * digest.
   */
  const throughADigest = async () => {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push((await trigger(ctx, workflowId, 'jane')).transactionId ?? '');
    const collected = await drained();
    const left = await readsOf(() => cancelTransaction(ctx, ids[3] ?? ''));
    await cancelTransaction(ctx, ids[0] ?? '');
    const passedOn = await drained();
    sample.moveTo(new Date(sample.now().getTime() + 2 * 3_600_000));
    return { left, attempts: [collected, passedOn, await drained()] };
  };
  const many = (reads: Awaited<ReturnType<typeof drained>>) => [...reads].filter(([, { rows }]) => rows > 300);
  const statuses = () =>
    hotQuery(
      'test-statuses',
      'SELECT status, count(*)::int FROM jobs WHERE environment_id = $1 AND type = $2 GROUP BY status ORDER BY status',
      [ctx.environmentId, 'digest'],
    );
  await hotTransaction(async () => {
    await throughADigest();
    await insertRuns(ctx, { count: OTHERS, from: Date.now() - 60_000, everyMs: 20 });
    // The state after the first ANALYZE. Before it, the plan of a cancellation reads all runs of its month by another
    // index.
    await hotQuery('test-plan-again', 'SET LOCAL plan_cache_mode = auto');
    const months = idBounds([newId()]).map((id) => idTime(id).toISOString().slice(0, 7).replace('-', '_'));
    const { left, attempts } = await throughADigest();
    // A transaction ID does not contain the time of its runs, so all months are searched.
    expect(many(left)).toEqual([]);
    for (const reads of attempts) {
      const history = [...reads.keys()].filter((table) => /^(jobs|notifications)_(default|2)/.test(table));
      expect(new Set(history)).toEqual(new Set(months.flatMap((month) => [`jobs_${month}`, `notifications_${month}`])));
      expect(many(reads)).toEqual([]);
    }
    expect(await statuses()).toEqual([
      { status: 'canceled', count: 4 },
      { status: 'completed', count: 2 },
      { status: 'merged', count: 2 },
    ]);
  });
});
