/**
 * Tests jobs for which the machine has no time, with the real statements. The test moves the clock and takes the
 * processor from rendering.
 */
import { expect, test, vi } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { summaryOf } from '#lib/reasons/registry.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

vi.mock('#lib/rendering/render-step.ts', { spy: true });
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 3, unit: 'days' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123' };

const { renderStep: rendered } = await vi.importActual<{ renderStep: typeof renderStep }>(
  '#lib/rendering/render-step.ts',
);

/** @param isBusy whether the machine is busy, by the milliseconds since the trigger. */
async function triggered(steps: (typeof SMS | typeof DELAY)[], isBusy: (ms: number) => boolean, more: object = {}) {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  const workflowId = await sampleWorkflow(sample.ctx, steps, more);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, JANE);
  const begun = Date.now();
  const tries: number[] = [];
  vi.mocked(renderStep).mockImplementation((step) => {
    const ms = sample.now().getTime() - begun;
    if (!isBusy(ms)) return rendered(step);
    tries.push(ms);
    return Promise.reject(new ProcessorBusyError());
  });
  const drainTo = (ms: number) => sample.drain(new Date(begun + ms));
  const stored = async () => (await storedRuns(sample.ctx, transactionId))[0];
  return { sample, tries, drainTo, stored };
}

async function reasonOf({ ctx: { environmentId } }: Sample) {
  const job = await prisma().job.findFirst({ where: { environmentId }, orderBy: { position: 'asc' } });
  return job?.reason as Parameters<typeof summaryOf>[0];
}

test('a job that is never rendered has a reason after a minute, releases the next step, and fails after 36 hours', async () => {
  const run = await triggered([SMS, DELAY], () => true);
  await run.drainTo(20_000);
  expect(await run.stored()).toMatchObject({ details: null, jobs: [{ reason: null }, { status: 'pending' }] });
  await run.drainTo(10 * MINUTE_MS);
  expect(await run.stored()).toMatchObject({
    outcome: null,
    jobs: [{ status: 'queued', reason: 'retry_waiting', attempts: 0 }, { status: 'queued' }],
  });
  expect(summaryOf(await reasonOf(run.sample))).toContain('The server was too busy');
  await run.drainTo(40 * HOUR_MS);
  expect(await run.stored()).toMatchObject({ outcome: 'failed', reason: 'render_failed', work: 0 });
  expect(await reasonOf(run.sample)).toMatchObject({ evidence: { problem: 'The server was too busy' } });
  const last = run.tries.at(-1) ?? 0;
  expect(last).toBeGreaterThan(24 * HOUR_MS);
  expect(last).toBeLessThan(36 * HOUR_MS);
  expect(run.tries.length).toBeLessThan(200);
});

test('a job of a critical workflow fails within 15 minutes', async () => {
  const run = await triggered([SMS], () => true, { preferences: { workflow: { all: { readOnly: true } } } });
  await run.drainTo(15 * MINUTE_MS);
  expect(await run.stored()).toMatchObject({ outcome: 'failed', reason: 'render_failed', work: 0 });
});

test('a machine that is busy for an hour delays the message without an attempt', async () => {
  const run = await triggered([SMS], (ms) => ms < HOUR_MS);
  await run.drainTo(2 * HOUR_MS);
  expect(await run.stored()).toMatchObject({
    outcome: 'sent',
    jobs: [{ attempts: 1 }],
    messages: [{ status: 'sent' }],
  });
});

test('the waiting time of a step does not count for its attempts', async () => {
  const run = await triggered([DELAY, SMS], (ms) => ms > 71 * HOUR_MS && ms < 72 * HOUR_MS + 10 * MINUTE_MS);
  await run.drainTo(80 * HOUR_MS);
  expect(run.tries.length).toBeGreaterThan(3);
  expect(await run.stored()).toMatchObject({
    outcome: 'sent',
    jobs: [{ status: 'completed' }, { status: 'completed' }],
  });
});
