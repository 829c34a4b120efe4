import { setTimeout as sleep } from 'node:timers/promises';
import { matchEvents } from '#lib/delivery-events/match.ts';
import { loadCopyLimits } from '#lib/engine/load/copy-limits.ts';
import { env } from '#lib/env.ts';
import { endSnoozes } from '#lib/inbox/end-snoozes.ts';
import { listenForFollowers } from '#lib/live/announce.ts';
import { logger } from '#lib/logger.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import { runLinks } from '#lib/recipient-page/run-links.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { runTracking } from '#lib/tracking/run-tracking.ts';
import { makeRequest } from './attempt/make-request.ts';
import { sendTarget } from './attempt/send.ts';
import type { SendTarget } from './decision.ts';
import { Fanouts } from './fanout/fanouts.ts';
import { warmUp } from './load/warm-up.ts';
import { engineMetrics } from './metrics/metrics.ts';
import { addTotals } from './metrics/totals.ts';
import { DatabaseClock } from './queue/clock.ts';
import { enterWorker, type Presence } from './queue/presence.ts';
import { Quarantine } from './queue/quarantine.ts';
import { hasInterrupted } from './queue/recovery.ts';
import { queueVacuum } from './queue/vacuum.ts';
import type { Announced } from './queue/wake.ts';
import { writeTallies } from './record/tallies.ts';
import type { Upkeep } from './upkeep/upkeep.ts';
import { WorkLoop } from './work-loop.ts';

const SLOTS = 200;
const POLL_MS = 200;
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const CONFIRM_MS = 1_000;
const RECOVER_MS = 1_000;
const MEASURE_MS = 60_000;
const SHARE_MS = 5_000;
const TALLY_MS = 1_000;
const SNOOZES_MS = 2_000;
const EVENTS_MS = 500;
const VACUUM_MS = 2_000;
/** Maximum milliseconds for attempts in progress when the process ends. */
const STOP_MS = 9_000;
/** Maximum milliseconds for maintenance, which may be interrupted at any point. */
const UPKEEP_STOP_MS = 4_000;
const REENTER_MS = 500;

/**
 * Delivers in this process until it is stopped. If the worker loses its presence lock, it registers again, and other
 * workers take over its jobs. Jobs whose worker died run in a separate process of the same program.
 *
 * @param upkeep the tasks of the oldest worker for all workers. Programs for tests omit it.
 * @param send replaces the real function in tests.
 */
export async function startWorker(upkeep?: Upkeep, send = sendTarget): Promise<{ stop(): Promise<void> }> {
  const clock = new DatabaseClock();
  await clock.measure();
  listenForFollowers();
  const quarantine = new Quarantine();
  const start = () => enter({ clock, send, upkeep, openQuarantine: () => quarantine.open() });
  let current = await start();
  const { promise: stopped, resolve: end } = Promise.withResolvers<'stopped'>();
  const watching = (async () => {
    while ((await Promise.race([stopped, current.presence.lost])) !== 'stopped') {
      logger().warn('Database connection lost');
      current = (await reregister(start, current, stopped)) ?? current;
    }
  })();
  return {
    async stop() {
      end('stopped');
      await watching;
      current.timers.forEach(clearInterval);
      const { workLoop, fanouts } = current;
      const [ended] = await Promise.all([
        workLoop.stop(STOP_MS),
        quarantine.stop(STOP_MS),
        fanouts.stop(STOP_MS),
        upkeep?.stop(UPKEEP_STOP_MS),
      ]);
      if (!ended) logger().warn('Worker stopped with attempts in progress');
      closeConnections();
      await Promise.allSettled([addTotals(), writeTallies(), current.presence.leave()]);
    },
  };
}

/** Milliseconds without work after which the quarantine process ends. */
const ALONE_IDLE_MS = 2_000;

/**
 * Runs in the separate process for jobs whose worker died, until there are none or it is stopped.
 */
export async function startQuarantine(send = sendTarget): Promise<{ done: Promise<void>; stop(): Promise<void> }> {
  const clock = new DatabaseClock();
  await clock.measure();
  const { presence, workLoop, timers } = await enter({ clock, send });
  const leave = async () => {
    timers.forEach(clearInterval);
    await workLoop.stop(STOP_MS);
    closeConnections();
    await Promise.allSettled([addTotals(), writeTallies(), presence.leave()]);
  };
  const done = (async () => {
    for (let idleFrom = Date.now(); Date.now() - idleFrom < ALONE_IDLE_MS; ) {
      if (await workLoop.runInterrupted()) idleFrom = Date.now();
      else await sleep(POLL_MS);
    }
    await leave();
  })();
  return { done, stop: leave };
}

interface Current {
  presence: Presence;
  workLoop: WorkLoop;
  fanouts: Fanouts;
  timers: NodeJS.Timeout[];
}

interface Entering {
  clock: DatabaseClock;
  send: SendTarget;
  upkeep?: Upkeep | undefined;
  /** Absent in the quarantine process itself, which claims only jobs whose worker died, and requeues no jobs. */
  openQuarantine?: () => void;
}

async function enter({ clock, send, upkeep, openQuarantine }: Entering): Promise<Current> {
  let wake = (_announced: Announced) => {};
  if (openQuarantine) await warmUp(clock.now(), SLOTS);
  const presence = await enterWorker(clock.now(), (announced) => wake(announced));
  const workLoop = new WorkLoop({
    workerId: presence.workerId,
    tools: {
      now: clock.now,
      render: renderStep,
      maxSpanDays: env().MAX_SPAN_DAYS,
      copyLimits: loadCopyLimits,
      links: runLinks,
      tracking: runTracking,
      send,
      request: makeRequest,
      isPresent: presence.isPresent,
    },
    metrics: engineMetrics,
    slots: SLOTS,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
  });
  const fanouts = new Fanouts({ now: clock.now, pollMs: POLL_MS });
  const timers = [
    every('confirm presence', CONFIRM_MS, () => presence.confirm()),
    every('renew leases', RENEW_MS, () => workLoop.renew()),
    every('measure clock', MEASURE_MS, () => clock.measure()),
    every('add totals', SHARE_MS, addTotals),
    every('write tallies', TALLY_MS, writeTallies),
  ];
  if (openQuarantine) {
    wake = (announced) => {
      workLoop.wake();
      if (announced === 'fanouts') fanouts.wake();
    };
    timers.push(
      every('recover jobs', RECOVER_MS, () => recover(presence, clock, openQuarantine, upkeep)),
      every('end snoozes', SNOOZES_MS, () => endSnoozes(clock.now())),
      every('match delivery events', EVENTS_MS, () => matchEvents(clock.now())),
      every('vacuum queue', VACUUM_MS, queueVacuum()),
    );
    workLoop.start();
    fanouts.start();
  }
  return { presence, workLoop, fanouts, timers };
}

async function recover(
  presence: Presence,
  clock: DatabaseClock,
  openQuarantine: () => void,
  upkeep?: Upkeep,
): Promise<void> {
  const { jobs, isOldest } = await presence.recover(clock.now());
  if (jobs > 0) engineMetrics.countRecovered(jobs);
  if (!isOldest) return;
  void upkeep?.turn(presence);
  // One process for interrupted jobs is enough, and each start of one occupies a CPU for a second.
  if (await hasInterrupted(clock.now())) openQuarantine();
}

/** @returns undefined if the worker stops before it can register. */
async function reregister(
  start: () => Promise<Current>,
  { workLoop, fanouts, timers }: Current,
  stopped: Promise<'stopped'>,
): Promise<Current | undefined> {
  timers.forEach(clearInterval);
  await Promise.all([workLoop.stop(0), fanouts.stop(0)]);
  for (;;) {
    const entering = start().catch(() => undefined);
    const entered = await Promise.race([entering, stopped]);
    if (entered === 'stopped') {
      void entering.then((late) => late && leave(late));
      return undefined;
    }
    if (entered) return entered;
    await Promise.race([sleep(REENTER_MS, undefined, { ref: false }), stopped]);
  }
}

/** Ends the work of a registration, and removes the worker. Never throws. */
async function leave({ presence, workLoop, fanouts, timers }: Current): Promise<void> {
  timers.forEach(clearInterval);
  await Promise.allSettled([workLoop.stop(STOP_MS), fanouts.stop(STOP_MS)]);
  await presence.leave().catch(() => undefined);
}

/** Repeats `work` without overlapping calls. After a failure, which is logged, it retries at the next interval. */
function every(task: string, ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      logger().warn({ error, task }, 'Periodic task of the worker failed');
    } finally {
      busy = false;
    }
  }, ms);
}
