/** Tests digest steps with triggers, the real statements and several workers. The test moves the clock. */
import { describe, expect, test } from 'vitest';
import { DEATHS_BEFORE_ALONE, MAX_DEATHS_ALONE } from '#lib/engine/queue/deaths.ts';
import { recoverWork } from '#lib/engine/queue/recovery.ts';
import { claimWork, LANES } from '#lib/engine/queue/work.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { newId } from '#lib/id.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { deleteWorkflow } from '#lib/workflows/service.ts';
import { type Sample, sampleEnvironment, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const collect = (controlValues: object = {}) => ({
  type: 'digest',
  name: 'Collect',
  controlValues: { type: 'regular', amount: 1, unit: 'hours', ...controlValues },
});
const report = {
  type: 'custom',
  name: 'Report',
  controlValues: {
    custom: { count: '{{ steps.collect.eventCount }}', last: '{{ steps.collect.events.last.payload.n }}' },
  },
};

function wait(sample: Sample, ms: number) {
  sample.moveTo(new Date(Math.max(sample.now().getTime(), Date.now()) + ms));
}

/** Triggers, and runs the jobs that are due now. @returns the transaction. */
async function event(sample: Sample, workflowId: string, n: unknown, more: object = {}): Promise<string> {
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', { payload: { n }, ...more });
  await sample.drain(sample.now());
  return transactionId;
}

interface Digest {
  transaction: string;
  n: unknown;
  outcome: string | null;
  /** The transaction of the run that continues. */
  joined: string | null;
  /** The result of the digest step. */
  events: unknown[] | null;
  result: unknown;
  digest: unknown;
}

function digests({ ctx: { environmentId } }: Sample): Promise<Digest[]> {
  return query<Digest & Record<string, unknown>>(
    'sample-digests',
    `SELECT n.transaction_id AS transaction, n.payload -> 'n' AS n, o.outcome, m.transaction_id AS joined,
       (SELECT jsonb_path_query_array(j.result, '$.events[*].payload.n') FROM jobs j
        WHERE j.environment_id = $1 AND j.notification_id = n.id AND j.type = 'digest' ORDER BY j.position LIMIT 1) AS events,
       (SELECT j.digest FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id AND j.type = 'digest' ORDER BY j.position LIMIT 1) AS digest,
       (SELECT j.result FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id AND j.type = 'custom') AS result
     FROM notifications n LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = n.id
     LEFT JOIN notifications m ON m.environment_id = $1 AND m.id = n.digested_notification_id
     WHERE n.environment_id = $1 ORDER BY n.id`,
    [environmentId],
  );
}

async function leftOver({ ctx: { environmentId } }: Sample): Promise<unknown> {
  const rows = await query(
    'sample-left',
    `SELECT (SELECT count(*)::int FROM digest_events WHERE environment_id = $1) AS events,
       (SELECT count(*)::int FROM digest_windows WHERE environment_id = $1) AS windows,
       (SELECT count(*)::int FROM work WHERE environment_id = $1) AS work`,
    [environmentId],
  );
  return rows[0];
}
const NOTHING = { events: 0, windows: 0, work: 0 };

test('the first run continues with all events, and the others end with a reference to it', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  const first = await event(sample, workflowId, 1);
  wait(sample, 30 * MINUTE_MS);
  const second = await event(sample, workflowId, 2);
  const third = await event(sample, workflowId, 3);
  expect((await storedRuns(sample.ctx, second))[0]).toMatchObject({
    outcome: 'merged',
    reason: 'digest_merged',
    jobs: [
      { status: 'merged', reason: 'digest_merged' },
      { status: 'merged', reason: 'digest_merged' },
    ],
    work: 0,
  });
  wait(sample, 31 * MINUTE_MS);
  await sample.drain(sample.now());
  const fourth = await event(sample, workflowId, 4);
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  expect(await digests(sample)).toMatchObject([
    { transaction: first, outcome: 'done', events: [1, 2, 3], result: { count: 3, last: 3 }, joined: null },
    { transaction: second, outcome: 'merged', events: null, joined: first },
    { transaction: third, outcome: 'merged', events: null, joined: first },
    { transaction: fourth, outcome: 'done', events: [4], result: { count: 1, last: 4 }, joined: null },
  ]);
  expect((await digests(sample))[1]?.digest).toEqual({ type: 'regular', amount: 1, unit: 'hours' });
  expect(await leftOver(sample)).toEqual(NOTHING);
});

test('a digest behind a digest gets all events of each of its runs', async () => {
  const sample = await sampleEnvironment();
  const daily = { ...collect({ amount: 1, unit: 'days' }), name: 'Gather' };
  const reportAll = {
    ...report,
    controlValues: {
      custom: {
        count: '{{ steps.gather.eventCount }}',
        all: '{% for e in steps.gather.events %}{{ e.payload.n }} {% endfor %}',
      },
    },
  };
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), daily, reportAll]);
  for (const n of [1, 2, 3]) await event(sample, workflowId, n);
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  for (const n of [4, 5, 6, 7, 8]) await event(sample, workflowId, n);
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  wait(sample, 48 * HOUR_MS);
  await sample.drain(sample.now());
  const done = (await digests(sample)).filter(({ outcome }) => outcome === 'done');
  expect(done.map((each) => each.result)).toEqual([{ count: 8, all: '1 2 3 4 5 6 7 8 ' }]);
  expect(await leftOver(sample)).toEqual(NOTHING);
});

test('keys, contexts, subscribers and steps have separate digests', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect({ digestKey: 'payload.project' }), report]);
  const other = await sampleWorkflow(sample.ctx, [collect(), report]);
  const of = (project: string | undefined, n: number, more: object = {}) =>
    event(sample, workflowId, n, { payload: { n, ...(project && { project }) }, ...more });
  await of('a', 1);
  await of('b', 2);
  await of('a', 3);
  await of(undefined, 4);
  await of(undefined, 5);
  await of('a', 6, { context: { tenant: 'acme' } });
  await of('a', 7, { context: { tenant: 'acme' } });
  await trigger(sample.ctx, workflowId, 'john', { payload: { n: 8, project: 'a' } });
  await event(sample, other, 9);
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  const ended = await digests(sample);
  expect(ended.flatMap(({ events }) => (events ? [events] : []))).toEqual([[1, 3], [2], [4, 5], [6, 7], [8], [9]]);
  expect(await leftOver(sample)).toEqual(NOTHING);
});

test('the first event after a quiet time is sent immediately, and later ones are collected', async () => {
  const sample = await sampleEnvironment();
  const lookBackWindow = { amount: 30, unit: 'minutes' };
  const workflowId = await sampleWorkflow(sample.ctx, [
    collect({ lookBackWindow, amount: 10, unit: 'minutes' }),
    report,
  ]);
  // The event of minute 0 is sent immediately. The events of minutes 5 and 12 are collected until minute 15. The event
  // of minute 40 is collected, because it is within 30 minutes of minute 12. The event of minute 81 is sent
  // immediately.
  for (const [n, minutes] of [0, 5, 7, 28, 41].entries()) {
    wait(sample, minutes * MINUTE_MS);
    await sample.drain(sample.now());
    await event(sample, workflowId, n);
  }
  const ended = await digests(sample);
  expect(ended.map(({ outcome, events }) => [outcome, events])).toEqual([
    ['done', [0]],
    ['done', [1, 2]],
    ['merged', null],
    ['done', [3]],
    ['done', [4]],
  ]);
  expect(ended[1]?.digest).toEqual({
    type: 'backoff',
    amount: 10,
    unit: 'minutes',
    backoff: true,
    backoffAmount: 30,
    backoffUnit: 'minutes',
  });
  expect(await leftOver(sample)).toEqual({ ...NOTHING, windows: 1 });
  await maintain(new Date(sample.now().getTime() + 29 * MINUTE_MS));
  expect(await leftOver(sample)).toEqual({ ...NOTHING, windows: 1 });
  await maintain(new Date(sample.now().getTime() + 31 * MINUTE_MS));
  expect(await leftOver(sample)).toEqual(NOTHING);
});

test('templates get the newest thousand events, and the number of all', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  // The first run opens the window before the other runs arrive.
  await event(sample, workflowId, 0);
  for (let n = 1; n < 1_203; n++) await trigger(sample.ctx, workflowId, 'jane', { payload: { n } });
  await sample.drain(sample.now());
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  const [first, ...others] = await digests(sample);
  expect(first).toMatchObject({ outcome: 'done', result: { count: 1_203, last: 1_202 } });
  expect(first?.events).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 203));
  expect(others.every(({ outcome, joined }) => outcome === 'merged' && joined === first?.transaction)).toBe(true);
});

test('large payloads do not make the result larger than a few megabytes', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  const filler = 'x'.repeat(500_000);
  await event(sample, workflowId, 0, { payload: { n: 0, filler } });
  for (let n = 1; n < 20; n++) await trigger(sample.ctx, workflowId, 'jane', { payload: { n, filler } });
  await sample.drain(sample.now());
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  const [first] = await digests(sample);
  expect(first).toMatchObject({
    outcome: 'done',
    result: { count: 20, last: 19 },
    events: [11, 12, 13, 14, 15, 16, 17, 18, 19],
  });
});

describe('by the clock', () => {
  const ZONES: [string, object, string, string, string][] = [
    // what, controls, zone, first event, end
    [
      'the next morning',
      { type: 'timed', cron: '0 9 * * *' },
      'Asia/Tokyo',
      '2027-01-10T00:30:00Z',
      '2027-01-11T00:00:00Z',
    ],
    [
      'Monday',
      { type: 'timed', cron: '0 9 * * 1' },
      'America/New_York',
      '2027-01-13T12:00:00Z',
      '2027-01-18T14:00:00Z',
    ],
    [
      'a skipped hour',
      { type: 'timed', cron: '30 2 * * *' },
      'Europe/Berlin',
      '2027-03-27T12:00:00Z',
      '2027-03-28T01:00:00Z',
    ],
    [
      'a doubled hour',
      { type: 'timed', cron: '30 2 * * *' },
      'Europe/Berlin',
      '2027-10-30T12:00:00Z',
      '2027-10-31T00:30:00Z',
    ],
    [
      'after the first of a doubled hour',
      { type: 'timed', cron: '30 2 * * *' },
      'Europe/Berlin',
      '2027-10-31T00:45:00Z',
      '2027-11-01T01:30:00Z',
    ],
    [
      'the last of the month',
      { type: 'timed', cron: '0 9 L * *' },
      'UTC',
      '2027-02-03T00:00:00Z',
      '2027-02-28T09:00:00Z',
    ],
    ['a month from the 31st', { amount: 1, unit: 'months' }, 'UTC', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z'],
    [
      'a day over a change',
      { amount: 1, unit: 'days' },
      'Europe/Berlin',
      '2027-03-27T12:00:00Z',
      '2027-03-28T12:00:00Z',
    ],
    [
      'a month over a change',
      { amount: 1, unit: 'months' },
      'Europe/Berlin',
      '2027-03-15T12:00:00Z',
      '2027-04-15T11:00:00Z',
    ],
  ];

  test.each(ZONES)('%s', async (_, controls, timezone, first, end) => {
    const sample = await sampleEnvironment();
    const workflowId = await sampleWorkflow(sample.ctx, [collect(controls), report]);
    sample.moveTo(new Date(first));
    const jane = { subscriberId: 'jane', timezone };
    await event(sample, workflowId, 1, { to: jane });
    await trigger(sample.ctx, workflowId, jane, { payload: { n: 2 } });
    await sample.drain(sample.now());
    // A change of its zone keeps the open window.
    await trigger(
      sample.ctx,
      workflowId,
      { subscriberId: 'jane', timezone: 'Pacific/Auckland' },
      { payload: { n: 3 } },
    );
    sample.moveTo(new Date(Date.parse(end) - 2));
    await sample.drain(sample.now());
    expect((await digests(sample))[0]).toMatchObject({ outcome: null });
    sample.moveTo(new Date(end));
    await sample.drain(sample.now());
    expect((await digests(sample)).map(({ outcome, events }) => [outcome, events])).toEqual([
      ['done', [1, 2, 3]],
      ['merged', null],
      ['merged', null],
    ]);
    expect(await leftOver(sample)).toEqual(NOTHING);
  });
});

describe('cancelling', () => {
  test('the continuing run lets the next one continue, at the same time', async () => {
    const sample = await sampleEnvironment();
    const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
    const [one, two, three] = [
      await event(sample, workflowId, 1),
      await event(sample, workflowId, 2),
      await event(sample, workflowId, 3),
    ];
    wait(sample, 10 * MINUTE_MS);
    expect(await cancelTransaction(sample.ctx, one)).toBe(true);
    await sample.drain(sample.now());
    expect((await digests(sample)).map(({ outcome, joined }) => [outcome, joined])).toEqual([
      ['cancelled', null],
      [null, null],
      ['merged', two],
    ]);
    expect((await storedRuns(sample.ctx, two))[0]).toMatchObject({
      jobs: [{ status: 'delayed', reason: 'digest_waiting' }, { status: 'pending' }],
      work: 1,
    });
    const four = await event(sample, workflowId, 4);
    wait(sample, 49 * MINUTE_MS);
    await sample.drain(sample.now());
    expect((await digests(sample))[1]).toMatchObject({ outcome: null });
    wait(sample, 2 * MINUTE_MS);
    await sample.drain(sample.now());
    expect(await digests(sample)).toMatchObject([
      { transaction: one, outcome: 'cancelled' },
      { transaction: two, outcome: 'done', events: [2, 3, 4], result: { count: 3 } },
      { transaction: three, outcome: 'merged', joined: two },
      { transaction: four, outcome: 'merged', joined: two },
    ]);
    expect(await leftOver(sample)).toEqual(NOTHING);
  });

  test('a run that crashed its worker too often lets the next one continue', async () => {
    const sample = await sampleEnvironment();
    const { environmentId } = sample.ctx;
    const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
    const one = await event(sample, workflowId, 1);
    const two = await event(sample, workflowId, 2);
    await event(sample, workflowId, 3);
    const deaths = DEATHS_BEFORE_ALONE + MAX_DEATHS_ALONE;
    await prisma().work.updateMany({ where: { environmentId }, data: { deaths, readyAt: sample.now() } });
    await sample.drain(sample.now());
    expect((await storedRuns(sample.ctx, one))[0]).toMatchObject({ outcome: 'failed', reason: 'poison', work: 0 });
    expect((await digests(sample)).map(({ outcome, joined }) => [outcome, joined])).toEqual([
      ['failed', null],
      [null, null],
      ['merged', two],
    ]);
    wait(sample, 61 * MINUTE_MS);
    await sample.drain(sample.now());
    expect((await digests(sample))[1]).toMatchObject({ outcome: 'done', events: [2, 3], result: { count: 2 } });
    expect(await leftOver(sample)).toEqual(NOTHING);
  });

  test('a joined run removes its event from the digest', async () => {
    const sample = await sampleEnvironment();
    const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
    const [one, two] = [await event(sample, workflowId, 1), await event(sample, workflowId, 2)];
    await event(sample, workflowId, 3);
    expect(await cancelTransaction(sample.ctx, two)).toBe(true);
    expect(await cancelTransaction(sample.ctx, two)).toBe(false);
    expect((await storedRuns(sample.ctx, two))[0]).toMatchObject({
      outcome: 'cancelled',
      reason: 'canceled',
      jobs: [
        { status: 'canceled', reason: 'canceled' },
        { status: 'canceled', reason: 'canceled' },
      ],
    });
    // Even if the run that would continue is cancelled too.
    expect(await cancelTransaction(sample.ctx, one)).toBe(true);
    wait(sample, 2 * HOUR_MS);
    await sample.drain(sample.now());
    expect((await digests(sample)).map(({ outcome, events, joined }) => [outcome, events, joined])).toEqual([
      ['cancelled', null, null],
      ['cancelled', null, null],
      ['done', [3], null],
    ]);
    expect(await cancelTransaction(sample.ctx, two)).toBe(false);
    expect(await leftOver(sample)).toEqual(NOTHING);
  });

  test('all runs in sequence ends the digest', async () => {
    const sample = await sampleEnvironment();
    const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
    const transactions = [];
    for (let n = 0; n < 4; n++) transactions.push(await event(sample, workflowId, n));
    for (const transaction of transactions) {
      expect(await cancelTransaction(sample.ctx, transaction)).toBe(true);
      await sample.drain(sample.now());
    }
    expect((await digests(sample)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('cancelled'));
    expect(await leftOver(sample)).toEqual(NOTHING);
    await event(sample, workflowId, 5);
    wait(sample, 2 * HOUR_MS);
    await sample.drain(sample.now());
    expect((await digests(sample)).at(-1)).toMatchObject({ outcome: 'done', events: [5] });
  });

  test('during the work of workers cancels or keeps each event, never both', async () => {
    const sample = await sampleEnvironment();
    const workflowId = await sampleWorkflow(sample.ctx, [collect({ amount: 1, unit: 'seconds' }), report]);
    const workers = [sample.start(), sample.start()];
    const cancelled = new Set<number>();
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', { payload: { n } });
        if (n % 3 === 0 && (await cancelTransaction(sample.ctx, transactionId))) cancelled.add(n);
      }),
    );
    await expect.poll(() => leftOver(sample), { timeout: 60_000 }).toEqual(NOTHING);
    await Promise.all(workers.map((worker) => worker.stop(60_000)));
    const ended = await digests(sample);
    expect(ended.filter(({ outcome }) => outcome === null)).toEqual([]);
    const sent = ended.flatMap(({ events }) => events ?? []).map(Number);
    expect(new Set(sent).size).toBe(sent.length);
    const isCancelled = (n: number) => ended.find((run) => run.n === n)?.outcome === 'cancelled';
    const digested = ended.flatMap(({ outcome, events }) => (outcome === 'done' ? (events ?? []) : [])).map(Number);
    expect(digested.filter(isCancelled)).toEqual([]);
    const gone = Array.from({ length: 200 }, (_, n) => n).filter((n) => !sent.includes(n));
    expect(gone.filter((n) => !cancelled.has(n))).toEqual([]);
    expect(gone.length).toBeGreaterThan(0);
  });
});

test('a deleted subscriber or workflow ends the digest, and later events start a new one', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  await event(sample, workflowId, 1);
  await event(sample, workflowId, 2);
  await query('sample-forget', 'DELETE FROM subscribers WHERE environment_id = $1', [sample.ctx.environmentId]);
  wait(sample, 2 * HOUR_MS);
  await sample.drain(sample.now());
  expect((await digests(sample)).map(({ outcome }) => outcome)).toEqual(['skipped', 'merged']);
  expect(await leftOver(sample)).toEqual(NOTHING);
  await event(sample, workflowId, 3);
  await event(sample, workflowId, 4);
  await deleteWorkflow(sample.ctx, workflowId);
  await sample.drain(sample.now());
  expect((await digests(sample)).map(({ outcome }) => outcome)).toEqual(['skipped', 'merged', 'cancelled', 'merged']);
  expect(await leftOver(sample)).toEqual(NOTHING);
});

test('a digest that ends outside the subscriber’s hours waits for them, and continues to collect', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  sample.moveTo(new Date('2027-06-02T20:00:00Z'));
  await event(sample, workflowId, 1);
  const hours = { isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] };
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const weeklySchedule = Object.fromEntries(days.map((day) => [day, hours]));
  await updatePreferences(sample.ctx, 'jane', { schedule: { isEnabled: true, weeklySchedule } } as never);
  await sample.drain(new Date('2027-06-02T23:00:00Z'));
  sample.moveTo(new Date('2027-06-03T01:00:00Z'));
  await event(sample, workflowId, 2);
  sample.moveTo(new Date('2027-06-03T09:00:00Z'));
  await sample.drain(sample.now());
  expect((await digests(sample)).map(({ outcome, events }) => [outcome, events])).toEqual([
    ['done', [1, 2]],
    ['merged', null],
  ]);
  const [extended] = await query(
    'sample-extensions',
    `SELECT schedule_extensions_count AS count FROM jobs WHERE environment_id = $1 AND type = 'digest' AND status = 'completed'`,
    [sample.ctx.environmentId],
  );
  expect(extended).toEqual({ count: 1 });
});

test('when the worker dies that opens, joins or closes a digest, each event still goes out once', async () => {
  const sample = await sampleEnvironment();
  const workflowId = await sampleWorkflow(sample.ctx, [collect(), report]);
  const die = async () => {
    wait(sample, 0);
    const holder = { workerId: `dead-${newId()}`, now: sample.now(), leaseMs: 30_000 };
    await claimWork({ environmentId: sample.ctx.environmentId, lane: LANES.normal }, holder, 100);
    expect(await recoverWork([holder.workerId], sample.now())).toBe(1);
    await sample.drain(sample.now());
  };
  for (const n of [1, 2, 3]) {
    await trigger(sample.ctx, workflowId, 'jane', { payload: { n } });
    await die();
  }
  wait(sample, HOUR_MS);
  await die();
  expect((await digests(sample)).map(({ outcome, events }) => [outcome, events])).toEqual([
    ['done', [1, 2, 3]],
    ['merged', null],
    ['merged', null],
  ]);
  expect(await leftOver(sample)).toEqual(NOTHING);
});
