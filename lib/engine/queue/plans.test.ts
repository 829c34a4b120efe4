import { expect, test, vi } from 'vitest';
import { Gate } from '#lib/engine/admission/gate.ts';
import { attempt } from '#lib/engine/attempt/attempt.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { prepareRecording } from '#lib/engine/record/record.ts';
import { Recorder } from '#lib/engine/record/recorder.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { hotPool, hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleTools, sampleWorkflow, trigger } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planNodes } from '#testing/plan-nodes.ts';
import { findNextReady } from './everywhere.ts';
import { claimInterrupted, recoverWork } from './recovery.ts';
import { claimWork, LANES, renewLeases, returnWork } from './work.ts';

ownScratchDatabase();

const WAITING = 3_000;

test('a statement planned for empty tables does not read full tables completely', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hi' } }]);
  await hotPool().query('VACUUM ANALYZE');
  const holder = { workerId: 'worker', now: new Date(Date.now() + 60_000), leaseMs: 30_000 };
  const tools = sampleTools(() => holder.now);
  const claim = () => claimWork({ environmentId, lane: LANES.normal }, holder, 10);
  const throughEveryStatement = async () => {
    const to = { subscriberId: 'jane', phone: '+15555550123' };
    await trigger(ctx, workflowId, to);
    const works = await claim();
    expect(works).toHaveLength(1);
    await renewLeases(works, holder);
    await returnWork(
      works.map((work) => ({ ...work, until: holder.now })),
      holder,
    );
    await claim();
    expect(await recoverWork([holder.workerId], holder.now)).toBe(1);
    const [work] = await claimInterrupted(holder, 10);
    const [run] = work ? await loadRuns(environmentId, [work]) : [];
    if (!work || !run) throw new Error('The job was not claimed');
    const records = await attempt(run, tools, new Gate(10, tools.send));
    expect(await new Recorder(holder.workerId, () => holder.now).record({ work, run, records } as never)).toBe(true);
    const { transactionId = '' } = await trigger(ctx, workflowId, to);
    await cancelTransaction(ctx, transactionId);
    const canceled = await claim();
    expect(canceled).toHaveLength(1);
    await hotQuery(
      'test-clear',
      'DELETE FROM work WHERE environment_id = $1 AND notification_id = $2 AND job_id = $3',
      [environmentId, canceled[0]?.notificationId, canceled[0]?.jobId],
    );
  };
  /** Returns the tables from which this transaction has read hundreds of rows. */
  const read = () =>
    hotQuery(
      'test-fetched',
      'SELECT relname, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE idx_tup_fetch > 300 OR seq_tup_read > 300',
    );
  await hotTransaction(async () => {
    await throughEveryStatement();
    await hotQuery(
      'test-fill',
      `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
       SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, now() + interval '1 day' FROM generate_series(1, $2::int) n`,
      [environmentId, WAITING],
    );
    await insertRuns(ctx, { count: WAITING, from: Date.now() - 60_000, everyMs: 20 });
    // The state after the first ANALYZE. Before it, the plan of a cancellation reads all runs of its month by another
    // index.
    await hotQuery('test-plan-again', 'SET LOCAL plan_cache_mode = auto');
    await throughEveryStatement();
    expect(await read()).toEqual([]);
  });
});

test('a busy worker does not read claimed rows again, even if all rows became due at the same time', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const holder = { workerId: 'worker', now: new Date(), leaseMs: 30_000 };
  const idOf = (n: number) => String(n).padStart(24, 'a');
  const entriesRead = async () => {
    const rows = await hotQuery<{ read: string }>(
      'test-entries',
      `SELECT pg_stat_get_xact_tuples_returned('work_ready'::regclass) AS read`,
    );
    return Number(rows[0]?.read);
  };
  await hotTransaction(async () => {
    await hotQuery(
      'test-due',
      `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
       SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, $3 FROM generate_series(1000, 999 + $2::int) n`,
      [environmentId, WAITING, holder.now],
    );
    await hotQuery('test-done', 'DELETE FROM work WHERE environment_id = $1 AND job_id < $2', [
      environmentId,
      idOf(3_000),
    ]);
    const before = await entriesRead();
    const known = { environmentId, lane: LANES.normal, readyAt: holder.now, jobId: idOf(3_000) };
    expect(await findNextReady([known])).toEqual([known]);
    const claimed = await claimWork(known, holder, 3);
    expect(claimed.map(({ jobId }) => jobId).sort()).toEqual([3_000, 3_001, 3_002].map(idOf));
    expect(await entriesRead()).toBeLessThan(before + 100);
  });
});

test('the jobs of a batch are found together, not once for each of them', async () => {
  const { ctx } = await sampleEnvironment();
  await insertRuns(ctx, { count: WAITING, from: Date.now() - 60_000, everyMs: 20 });
  await hotPool().query('ANALYZE jobs');
  const spy = vi.spyOn(hotPool(), 'query');
  await prepareRecording({ workerId: 'worker', now: new Date() });
  const texts = spy.mock.calls.map(([statement]) => (statement as unknown as { text: string }).text);
  spy.mockRestore();
  const updates = [];
  for (const text of texts) {
    const { rows } = await hotPool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
    const nodes = planNodes(rows[0]['QUERY PLAN'][0].Plan);
    updates.push(...nodes.filter((node) => node['Node Type'] === 'ModifyTable' && node['Relation Name'] === 'jobs'));
  }
  expect(updates.map((node) => node['Subplan Name']).sort()).toEqual(['CTE job', 'CTE job', 'CTE other']);
  for (const update of updates) expect(planNodes(update).map((node) => node['Node Type'])).not.toContain('Nested Loop');
});
