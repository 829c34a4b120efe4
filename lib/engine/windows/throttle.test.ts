/** Tests throttle steps with triggers, the real statements and several workers. */

import { expect, test } from 'vitest';
import { advance } from '#lib/engine/attempt/advance.ts';
import { isWindowDecision } from '#lib/engine/decision.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { claimInterrupted, recoverWork } from '#lib/engine/queue/recovery.ts';
import { type ClaimedWork, claimWork, type Holder, LANES } from '#lib/engine/queue/work.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { type Sample, sampleEnvironment, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { copyLimits } from '#testing/run.ts';
import { WindowRecorder } from './recorder.ts';

ownScratchDatabase();

const throttle = (controlValues: object = {}) => ({
  type: 'throttle',
  name: 'Limit',
  controlValues: { type: 'fixed', amount: 10, unit: 'minutes', ...controlValues },
});
const pass = { type: 'custom', name: 'Go on', controlValues: { custom: { passed: true } } };

const outcomes = ({ ctx: { environmentId } }: Sample) =>
  query<{ outcome: string; count: number }>(
    'sample-outcomes',
    'SELECT outcome, count(*)::int AS count FROM notification_outcomes WHERE environment_id = $1 GROUP BY 1 ORDER BY 1',
    [environmentId],
  );

/** Triggers a run and plays it. @returns how the run ended. */
async function outcome(sample: Sample, workflowId: string, payload: object = {}, to = 'jane'): Promise<unknown> {
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, to, { payload });
  await sample.drain(sample.now());
  return (await storedRuns(sample.ctx, transactionId))[0]?.outcome;
}

/** Moves the clock. Triggers use the real clock, so their jobs are already due. */
function wait(sample: Sample, minutes: number) {
  sample.moveTo(new Date(Math.max(sample.now().getTime(), Date.now()) + minutes * MINUTE_MS));
}

test('the window begins with the first run, and the next sent run begins another', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [throttle({ threshold: 2 }), pass]);
  const ended = [];
  for (const minutes of [0, 4, 4, 1.9, 0.2, 9, 0.5]) {
    wait(sample, minutes);
    ended.push(await outcome(sample, workflowId));
  }
  // After 0, 4, 8, 9.9, 10.1, 19.1 and 19.6 minutes.
  expect(ended).toEqual(['done', 'done', 'throttled', 'throttled', 'done', 'done', 'throttled']);
});

test('subscribers, keys and steps are counted separately', async () => {
  const sample = await sampleEnvironment();
  const one = await sampleWorkflow(sample.ctx, [throttle({ throttleKey: 'payload.project' }), pass]);
  const other = await sampleWorkflow(sample.ctx, [throttle(), pass]);
  const of = (project: unknown) => ({ project });
  expect(await outcome(sample, one, of('a'))).toBe('done');
  expect(await outcome(sample, one, of('a'))).toBe('throttled');
  expect(await outcome(sample, one, of('b'))).toBe('done');
  expect(await outcome(sample, one, of({ id: 1 }))).toBe('done');
  expect(await outcome(sample, one, of({ id: 1 }))).toBe('throttled');
  expect(await outcome(sample, one)).toBe('done');
  expect(await outcome(sample, one)).toBe('throttled');
  expect(await outcome(sample, one, of('a'), 'john')).toBe('done');
  expect(await outcome(sample, other, of('a'))).toBe('done');
});

test('a dynamic window ends at the time in the payload of its first run', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [
    throttle({ type: 'dynamic', dynamicKey: 'payload.until' }),
    pass,
  ]);
  wait(sample, 0);
  const at = (minutes: number) => new Date(sample.now().getTime() + minutes * MINUTE_MS).toISOString();
  expect(await outcome(sample, workflowId, { until: at(30) })).toBe('done');
  expect(await outcome(sample, workflowId, { until: at(1) })).toBe('throttled');
  wait(sample, 29);
  expect(await outcome(sample, workflowId, { until: { amount: 2, unit: 'hours' } })).toBe('throttled');
  wait(sample, 2);
  expect(await outcome(sample, workflowId, { until: { amount: 2, unit: 'hours' } })).toBe('done');
  expect(await outcome(sample, workflowId, { until: { amount: 2, unit: 'hours' } })).toBe('throttled');
  for (const until of ['soon', 7, null, '2020-01-01', { amount: 'two', unit: 'hours' }, { amount: 400, unit: 'days' }])
    expect(await outcome(sample, workflowId, { until })).toBe('failed');
});

test('all later steps are skipped with the reason', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(), pass, pass]);
  await outcome(sample, workflowId);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane');
  await sample.drain(sample.now());
  const [run] = await storedRuns(sample.ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'throttled', reason: 'throttled', work: 0 });
  expect(run?.jobs.map(({ status, reason }) => [status, reason])).toEqual(Array(3).fill(['skipped', 'throttled']));
  expect(run?.details).toContain('Throttle limit exceeded for the given window');
});

test('three simultaneous workers let exactly the threshold of each key pass', async () => {
  const sample = await sampleEnvironment();
  const controls = { threshold: 7, throttleKey: 'payload.key' };
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(controls), pass]);
  const keys = Array.from({ length: 300 }, (_, at) => at % 4);
  await Promise.all(keys.map((key) => trigger(sample.ctx, workflowId, 'jane', { payload: { key } })));
  const workers = [sample.start(), sample.start(), sample.start()];
  await expect
    .poll(() => outcomes(sample), { timeout: 60_000 })
    .toEqual([
      { outcome: 'done', count: 28 },
      { outcome: 'throttled', count: 272 },
    ]);
  await Promise.all(workers.map((worker) => worker.stop(60_000)));
});

test('a lost claim counts nothing', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(), pass]);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane');
  wait(sample, 0);
  const holder = { workerId: 'dead', now: sample.now(), leaseMs: 30_000 };
  await claimWork({ environmentId: sample.ctx.environmentId, lane: LANES.normal }, holder, 1);
  await recoverWork([holder.workerId], sample.now());
  await sample.drain(sample.now());
  expect((await storedRuns(sample.ctx, transactionId))[0]).toMatchObject({ outcome: 'done', work: 0 });
  const { environmentId } = sample.ctx;
  expect(await prisma().throttleWindow.findMany({ where: { environmentId }, select: { count: true } })).toEqual([
    { count: 1 },
  ]);
});

test('a worker that lost its claim records nothing and counts nothing', async () => {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(), pass]);
  await trigger(sample.ctx, workflowId, 'jane');
  wait(sample, 0);
  const decidedBy = async (workerId: string, claim: (holder: Holder) => Promise<ClaimedWork[]>) => {
    const [work] = await claim({ workerId, now: sample.now(), leaseMs: 30_000 });
    const [run] = work ? await loadRuns(environmentId, [work]) : [];
    const outcome = run && (await advance(run, sample.now(), { render: renderStep, maxSpanDays: 180, copyLimits }));
    if (!work || !run || !outcome || !isWindowDecision(outcome)) throw new Error('Nothing was claimed');
    return () => new WindowRecorder(workerId, sample.now).record({ work, run, outcome });
  };
  const first = await decidedBy('first', (holder) => claimWork({ environmentId, lane: LANES.normal }, holder, 1));
  await recoverWork(['first'], sample.now());
  const second = await decidedBy('second', (holder) => claimInterrupted(holder, 1));
  const counts = () => prisma().throttleWindow.findMany({ where: { environmentId }, select: { count: true } });
  expect(await first()).toBeUndefined();
  expect(await counts()).toEqual([]);
  expect(await second()).toMatchObject({ job: { status: 'completed', reason: { code: 'throttle_passed' } } });
  expect(await counts()).toEqual([{ count: 1 }]);
  expect(await first()).toBeUndefined();
  expect(await counts()).toEqual([{ count: 1 }]);
});

test('a run cancelled before its step does not count', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(), pass]);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane');
  await cancelTransaction(sample.ctx, transactionId);
  wait(sample, 0);
  await sample.drain(sample.now());
  expect((await storedRuns(sample.ctx, transactionId))[0]).toMatchObject({ outcome: 'cancelled' });
  expect(await outcome(sample, workflowId)).toBe('done');
});

test('windows that ended are deleted', async () => {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  const workflowId = await sampleWorkflow(sample.ctx, [throttle(), pass]);
  await outcome(sample, workflowId);
  await maintain(new Date(sample.now().getTime() + 9 * MINUTE_MS));
  expect(await prisma().throttleWindow.count({ where: { environmentId } })).toBe(1);
  await maintain(new Date(sample.now().getTime() + 11 * MINUTE_MS));
  expect(await prisma().throttleWindow.count({ where: { environmentId } })).toBe(0);
});
