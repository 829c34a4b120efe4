import { expect, test } from 'vitest';
import { pool, query, transaction } from '#lib/db.ts';
import { cancelTransaction } from '#lib/events/cancel.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { attempt } from './attempt.ts';
import { sampleEnvironment, sampleIntegrations, sampleTools, sampleWorkflow, trigger } from './engine.sample.ts';
import { Gate } from './gate.ts';
import { loadRuns } from './load-runs.ts';
import { claimInterrupted, claimWork, LANES, recoverWork, renewLeases, returnWork } from './queue.ts';
import { Recorder } from './recorder.ts';

ownScratchDatabase();

const WAITING = 3_000;

test('no statement that was planned while the queue was empty reads the whole queue when it is full', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hi' } }]);
  await pool().query('VACUUM ANALYZE work');
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
    await query('test-clear', 'DELETE FROM work WHERE environment_id = $1 AND notification_id = $2 AND job_id = $3', [
      environmentId,
      canceled[0]?.notificationId,
      canceled[0]?.jobId,
    ]);
  };
  const read = async () => {
    const [row] = await query<{ fetched: string }>(
      'test-fetched',
      `SELECT idx_tup_fetch AS fetched FROM pg_stat_xact_user_tables WHERE relname = 'work'`,
    );
    return Number(row?.fetched);
  };
  await transaction(async () => {
    await throughEveryStatement();
    await query(
      'test-fill',
      `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
       SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, now() + interval '1 day' FROM generate_series(1, $2::int) n`,
      [environmentId, WAITING],
    );
    const before = await read();
    await throughEveryStatement();
    expect((await read()) - before).toBeLessThan(100);
  });
});
