/** Tests the effect of a slow rendering, or of a busy machine, on its job. */
import { expect, test, vi } from 'vitest';
import { Gate } from '#lib/engine/admission/gate.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import type { RenderedStep } from '#lib/rendering/render-step.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { copyLimits, NOW, sampleRun, sampleStep } from '#testing/run.ts';
import { advance } from './advance.ts';
import { type AttemptTools, attempt } from './attempt.ts';
import { conclude } from './conclude.ts';

const problem = { title: 'body takes too long', message: 'Rendering took longer than 35 ms.', hint: 'Simplify it.' };
const slow = async (): Promise<RenderedStep> => ({ output: {}, problem, tookTooLong: true });
const tools = (render: AttemptTools['render']): AttemptTools => ({
  render,
  maxSpanDays: 180,
  copyLimits,
  now: () => NOW,
  send: vi.fn(),
  request: vi.fn(),
  isPresent: () => true,
});

test.each([1, 2])('a slow rendering is retried after attempt %i, without another effect', async (number) => {
  const run = sampleRun('sms', { attempt: { number } }, [sampleStep('email')]);
  const outcome = await advance(run, NOW, tools(slow));
  expect(outcome).toMatchObject({ type: 'retry', reason: { code: 'retry_waiting' } });
  const { work, job, others } = conclude(run, outcome as Parameters<typeof conclude>[1], [], NOW);
  expect(work).toMatchObject({ type: 'again', attempts: number });
  expect(job).toMatchObject({ status: 'queued', reason: { evidence: { words: problem.message } } });
  expect(others).toEqual([]);
});

test('later attempts have twice the time of the first', async () => {
  const times: (number | undefined)[] = [];
  const noting = tools((step) => {
    times.push(step.time);
    return slow();
  });
  for (const number of [1, 2, 3]) await advance(sampleRun('sms', { attempt: { number } }), NOW, noting);
  expect(times).toEqual([35, 70, 70]);
});

test('a slow rendering fails with its reason the third time, and another problem the first time', async () => {
  const third = await advance(sampleRun('sms', { attempt: { number: 3 } }), NOW, tools(slow));
  expect(third).toMatchObject({
    type: 'fail',
    reason: { code: 'render_failed', evidence: { problem: problem.message } },
  });
  const other = await advance(
    sampleRun('sms'),
    NOW,
    tools(async () => ({ output: {}, problem })),
  );
  expect(other).toMatchObject({ type: 'fail', reason: { code: 'render_failed' } });
});

test('a retried digest keeps its window', async () => {
  const waited = { waitedSince: NOW, status: 'delayed' as const };
  const run = sampleRun('digest', { job: waited, digestWindow: 'window-1' });
  expect(await advance(run, NOW, tools(slow))).toMatchObject({ type: 'retry' });
});

/** Decides about a text that the machine has had no time to render for `ms`. */
function unrendered(ms: number, workflow = {}) {
  const attempt = { number: 2, seriesStartedAt: new Date(NOW.getTime() - ms) };
  const busy = tools(() => Promise.reject(new ProcessorBusyError()));
  return advance(sampleRun('sms', { attempt, workflow }), NOW, busy);
}

const words = 'The server was too busy';

test('a busy machine records nothing in the first minute, then the wait, and a failure at the end', async () => {
  await expect(unrendered(40_000)).rejects.toThrow(ProcessorBusyError);
  // The next attempt is after a quarter of the elapsed time.
  const readyAt = new Date(NOW.getTime() + 150_000);
  expect(await unrendered(600_000)).toMatchObject({
    type: 'retry',
    readyAt,
    attempts: 1,
    holdsChain: false,
    reason: reasonFor('retry_waiting', { until: readyAt.toISOString(), attempt: 2, words }),
  });
  const span = 36 * 3_600_000;
  const failed = { type: 'fail', reason: reasonFor('render_failed', { problem: words, span }) };
  expect(await unrendered(span)).toMatchObject(failed);
});

test('a message of a critical workflow fails within 15 minutes', async () => {
  const critical = { defaultPreferences: { all: { readOnly: true } } };
  expect(await unrendered(840_000)).toMatchObject({ type: 'retry' });
  expect(await unrendered(840_000, critical)).toMatchObject({ type: 'fail' });
});

test('a digest that is never rendered leaves no window open', async () => {
  const seriesStartedAt = new Date(NOW.getTime() - 36 * 3_600_000);
  const waited = { waitedSince: NOW, status: 'delayed' as const };
  const run = sampleRun('digest', { job: waited, digestWindow: 'window-1', attempt: { seriesStartedAt } });
  const busy = tools(() => Promise.reject(new ProcessorBusyError()));
  const failed = { type: 'fail', reason: { code: 'render_failed' } };
  expect(await advance(run, NOW, busy)).toMatchObject({ type: 'leave', window: 'window-1', outcome: failed });
});

test('a job is requeued without an attempt if the machine is too busy', async () => {
  const busy = tools(() => Promise.reject(new ProcessorBusyError()));
  const result = await attempt(sampleRun('sms'), busy, new Gate(10, busy.send));
  expect(result).toEqual({ readyAt: new Date(NOW.getTime() + 5_000) });
  expect(busy.send).not.toHaveBeenCalled();
});
