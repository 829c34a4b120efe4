/**
 * Tests payloads that several runs share and digests collect: they are stored once, and kept as long as a digest needs
 * them.
 */
import { expect, test } from 'vitest';
import { recoverWork } from '#lib/engine/queue/recovery.ts';
import { claimWork, LANES } from '#lib/engine/queue/work.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { newId } from '#lib/id.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import { type Sample, type SampleStep, sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const COLLECT = { type: 'digest', name: 'Collect', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
const GATHER = { type: 'digest', name: 'Gather', controlValues: { type: 'regular', amount: 5, unit: 'days' } };
const LATER = { type: 'delay', name: 'Later', controlValues: { type: 'regular', amount: 5, unit: 'days' } };
const SHOW = { type: 'custom', name: 'Show', controlValues: { custom: { text: '{{ steps.collect.events | json }}' } } };
const SHOW_GATHERED = {
  type: 'custom',
  name: 'Show',
  controlValues: { custom: { text: '{{ steps.gather.events | json }}' } },
};
const PEOPLE = ['jane', 'john'];
const large = (n: number) => ({ n, text: 'x'.repeat(2_000) });

interface Digested extends Sample {
  /** Triggers for both people, and runs the due jobs. */
  event(payload: object, to?: readonly string[]): Promise<void>;
  /** Moves the clock, and runs the jobs that are then due. */
  after(ms: number): Promise<void>;
}

async function digested(steps: readonly SampleStep[]): Promise<Digested> {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, steps);
  const after = async (ms: number) => {
    sample.moveTo(new Date(Math.max(sample.now().getTime(), Date.now()) + ms));
    await sample.drain(sample.now());
  };
  return {
    ...sample,
    after,
    event: async (payload, to = PEOPLE) => {
      await trigger(sample.ctx, workflowId, to, { payload });
      await after(0);
    },
  };
}

const where = ({ ctx: { environmentId } }: Sample) => ({ environmentId });
const payloadsOf = (sample: Sample) => prisma().payload.findMany({ where: where(sample), orderBy: { id: 'asc' } });

/** Returns the stored events of the sent digests. */
async function storedEvents(sample: Sample) {
  const jobs = await prisma().job.findMany({
    where: { ...where(sample), type: 'digest', status: 'completed' },
    orderBy: { id: 'asc' },
  });
  return jobs.map(({ result, payloadIds }) => ({ ...(result as { events: Record<string, unknown>[] }), payloadIds }));
}

/** Returns the values that templates received. */
async function shown(sample: Sample): Promise<{ id: string; time: string; payload: object }[][]> {
  const jobs = await prisma().job.findMany({
    where: { ...where(sample), type: 'custom', status: 'completed' },
    orderBy: { id: 'asc' },
  });
  return jobs.map(({ result }) => {
    const { text } = result as { text: unknown };
    return typeof text === 'string' ? JSON.parse(text) : text;
  });
}

const payloadsShown = async (sample: Sample) =>
  (await shown(sample)).map((events) => events.map(({ payload }) => payload));

/** Makes the environment keep its history for a day. */
async function keepADay(sample: Sample): Promise<void> {
  await prisma().environment.updateMany({ where: { id: sample.ctx.environmentId }, data: { retentionDays: 1 } });
}

test('templates get every event in the same form, however its payload is stored', async () => {
  const sample = await digested([COLLECT, SHOW]);
  await sample.event(large(1));
  await sample.event({ n: 2 });
  await sample.event(large(3), ['jane']);
  await sample.event(large(4));
  await sample.after(2 * HOUR_MS);
  const [first, , last] = (await payloadsOf(sample)).map(({ id }) => id);
  const [jane, john] = await storedEvents(sample);
  expect(jane?.events.map(({ payload, payloadId }) => payload ?? payloadId)).toEqual([first, { n: 2 }, large(3), last]);
  expect(john?.events.map(({ payload, payloadId }) => payload ?? payloadId)).toEqual([first, { n: 2 }, last]);
  expect([jane?.payloadIds, john?.payloadIds]).toEqual([
    [first, last],
    [first, last],
  ]);
  expect(await payloadsShown(sample)).toEqual([
    [large(1), { n: 2 }, large(3), large(4)],
    [large(1), { n: 2 }, large(4)],
  ]);
  for (const event of (await shown(sample)).flat()) expect(Object.keys(event)).toEqual(['id', 'time', 'payload']);
});

test('a digest sent at the first event refers to the payload of that event', async () => {
  const lookBackWindow = { amount: 30, unit: 'minutes' };
  const first = { ...COLLECT, controlValues: { ...COLLECT.controlValues, lookBackWindow } };
  const sample = await digested([first, SHOW]);
  await sample.event(large(1));
  const ids = (await payloadsOf(sample)).map(({ id }) => id);
  expect((await storedEvents(sample)).map(({ payloadIds }) => payloadIds)).toEqual([ids, ids]);
  expect(await payloadsShown(sample)).toEqual([[large(1)], [large(1)]]);
});

test('payloads do not make the result larger than a few megabytes, also behind another digest', async () => {
  const half = (n: number) => ({ n, text: 'x'.repeat(500_000) });
  const count = {
    all: '{{ steps.gather.eventCount }}',
    held: '{{ steps.gather.events | size }}',
    first: '{{ steps.gather.events.first.payload.n }}',
  };
  const sample = await digested([COLLECT, GATHER, { ...SHOW, controlValues: { custom: count } }]);
  for (let n = 0; n < 12; n++) await sample.event(half(n));
  await sample.after(2 * HOUR_MS);
  expect((await storedEvents(sample)).map(({ events }) => events.length)).toEqual([9, 9]);
  await sample.event(half(12));
  await sample.after(2 * HOUR_MS);
  await sample.after(6 * DAY_MS);
  const jobs = await prisma().job.findMany({ where: { ...where(sample), type: 'custom', status: 'completed' } });
  expect(jobs.map(({ result }) => result)).toEqual(PEOPLE.map(() => ({ all: 13, held: 9, first: 4 })));
});

test('a payload is stored until the last waiting run of its digest ends', async () => {
  const sample = await digested([COLLECT, LATER, SHOW]);
  for (const n of [1, 2, 3]) await sample.event(large(n));
  await sample.after(2 * HOUR_MS);
  await keepADay(sample);
  await maintain(new Date(sample.now().getTime() + 2 * DAY_MS));
  expect(await prisma().notification.count({ where: where(sample) })).toBe(PEOPLE.length);
  expect(await payloadsOf(sample)).toHaveLength(3);
  await sample.after(6 * DAY_MS);
  expect(await payloadsShown(sample)).toEqual(PEOPLE.map(() => [1, 2, 3].map(large)));
  await maintain(new Date(sample.now().getTime() + 9 * DAY_MS));
  expect(await payloadsOf(sample)).toEqual([]);
});

test('the deletion of one person’s history keeps shared payloads, and that of the last deletes them', async () => {
  const sample = await digested([COLLECT, LATER, SHOW]);
  for (const n of [1, 2]) await sample.event(large(n));
  await sample.after(2 * HOUR_MS);
  await keepADay(sample);
  const later = new Date(sample.now().getTime() + 2 * DAY_MS);
  const counts: number[] = [];
  for (const { id: subscriberId } of await prisma().subscriber.findMany({ where: where(sample) })) {
    const person = { where: { ...where(sample), subscriberId } };
    const runs = await prisma().notification.findMany(person);
    await prisma().work.deleteMany({ where: { ...where(sample), notificationId: { in: runs.map(({ id }) => id) } } });
    await prisma().job.deleteMany(person);
    await prisma().notification.deleteMany(person);
    await maintain(later);
    counts.push((await payloadsOf(sample)).length);
  }
  expect(counts).toEqual([2, 0]);
});

test('a digest behind a digest keeps the events of a run after the run is deleted', async () => {
  const sample = await digested([COLLECT, GATHER, SHOW_GATHERED]);
  await sample.event(large(1));
  await sample.event(large(2));
  await sample.after(2 * HOUR_MS);
  await sample.event(large(3));
  await sample.event({ n: 4 });
  await sample.after(2 * HOUR_MS);
  const collected = await prisma().digestEvent.findMany({ where: where(sample) });
  expect(collected.map(({ payloadIds }) => payloadIds.length).toSorted()).toEqual([1, 1, 2, 2]);
  await keepADay(sample);
  await maintain(new Date(sample.now().getTime() + 2 * DAY_MS));
  expect(await prisma().notification.count({ where: where(sample) })).toBe(PEOPLE.length);
  // The runs of the event no longer refer to the small payload, because their digest has a copy.
  expect(await payloadsOf(sample)).toHaveLength(3);
  await sample.after(6 * DAY_MS);
  expect(await payloadsShown(sample)).toEqual(PEOPLE.map(() => [large(1), large(2), large(3), { n: 4 }]));
  await maintain(new Date(sample.now().getTime() + 9 * DAY_MS));
  expect(await payloadsOf(sample)).toEqual([]);
});

test('older results and events, which contain copies, are read unchanged', async () => {
  const sample = await digested([COLLECT, GATHER, LATER, SHOW_GATHERED]);
  const ofBefore = (n: number) =>
    JSON.stringify([{ id: newId(), time: sample.now().toISOString(), payload: large(n) }]);
  await sample.event({ n: 0 });
  await sample.after(2 * HOUR_MS);
  const set = (table: string, assignment: string, n: number) =>
    query(
      `test-before-${table}`,
      `UPDATE ${table} WHERE environment_id = $1`.replace(' WHERE', ` SET ${assignment} WHERE`),
      [sample.ctx.environmentId, ofBefore(n)],
    );
  await set('digest_events', 'events = $2::jsonb, payload_ids = NULL', 1);
  await sample.after(6 * DAY_MS);
  expect((await storedEvents(sample)).map(({ events }) => events[0]?.payload)).toEqual(
    expect.arrayContaining([large(1), large(1)]),
  );
  await set('jobs', `result = CASE WHEN type = 'digest' THEN jsonb_set(result, '{events}', $2::jsonb) END`, 2);
  await sample.after(6 * DAY_MS);
  expect(await payloadsShown(sample)).toEqual(PEOPLE.map(() => [large(2)]));
});

test('each event is sent once, even if the worker dies that opens, joins or closes a digest', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [COLLECT, SHOW]);
  const die = async (ms: number) => {
    sample.moveTo(new Date(Math.max(sample.now().getTime(), Date.now()) + ms));
    const holder = { workerId: `dead-${newId()}`, now: sample.now(), leaseMs: 30_000 };
    await claimWork({ environmentId: sample.ctx.environmentId, lane: LANES.normal }, holder, 100);
    expect(await recoverWork([holder.workerId], sample.now())).toBe(PEOPLE.length);
    await sample.drain(sample.now());
  };
  for (const n of [1, 2, 3]) {
    await trigger(sample.ctx, workflowId, PEOPLE, { payload: large(n) });
    await die(0);
  }
  await die(HOUR_MS);
  expect(await payloadsShown(sample)).toEqual(PEOPLE.map(() => [1, 2, 3].map(large)));
  expect(await prisma().digestEvent.count({ where: where(sample) })).toBe(0);
});

test('a manually retried step reads the payload again', async () => {
  const sample = await digested([COLLECT, SHOW]);
  await sample.event(large(1));
  await sample.after(2 * HOUR_MS);
  await prisma().job.updateMany({ where: { ...where(sample), type: 'custom' }, data: { status: 'failed' } });
  await query('test-forget-ends', 'UPDATE jobs SET result = NULL WHERE environment_id = $1 AND type = $2', [
    sample.ctx.environmentId,
    'custom',
  ]);
  const jobs = await prisma().job.findMany({ where: { ...where(sample), type: 'custom' } });
  for (const { id: jobId, notificationId } of jobs) await retryStep(sample.ctx, { notificationId, jobId });
  await sample.after(0);
  expect(await payloadsShown(sample)).toEqual(PEOPLE.map(() => [large(1)]));
});
