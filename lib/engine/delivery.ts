import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { closeSmtpConnections } from '#lib/providers/smtp.ts';
import { renderStep } from '#lib/rendering/render-step.ts';
import { DatabaseClock } from './clock.ts';
import { Dispatcher } from './dispatcher.ts';
import { engineMetrics } from './metrics.ts';
import { enterWorker, type Presence } from './presence.ts';
import { sendTarget } from './send-targets.ts';

const SLOTS = 200;
const POLL_MS = 200;
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const RECOVER_MS = 1_000;
const MEASURE_MS = 60_000;
/** How long what is under way may take when the process ends. */
const STOP_MS = 9_000;
const REENTER_MS = 500;

/** Delivers in this process until stopped. When its presence is lost it enters anew, and what it held is left to others. */
export async function startDelivery(): Promise<{ stop(): Promise<void> }> {
  const clock = new DatabaseClock();
  await clock.measure();
  let current = await enter(clock);
  let stopping = false;
  void (async () => {
    while (!stopping) {
      await current.presence.lost;
      if (stopping) return;
      logger().warn('The worker lost its connection to the database; it enters anew');
      current = await reenter(clock, current);
    }
  })();
  return {
    async stop() {
      stopping = true;
      current.timers.forEach(clearInterval);
      const ended = await current.dispatcher.stop(STOP_MS);
      if (!ended) logger().warn('Attempts were still under way at the end; other workers take them over');
      closeSmtpConnections();
      await current.presence.leave().catch(() => undefined);
    },
  };
}

interface Current {
  presence: Presence;
  dispatcher: Dispatcher;
  timers: NodeJS.Timeout[];
}

async function enter(clock: DatabaseClock): Promise<Current> {
  let wake = () => {};
  const presence = await enterWorker(clock.now(), () => wake());
  const dispatcher = new Dispatcher({
    workerId: presence.workerId,
    tools: { now: clock.now, render: renderStep, maxSpanDays: env().MAX_SPAN_DAYS, send: sendTarget },
    metrics: engineMetrics,
    slots: SLOTS,
    leaseMs: LEASE_MS,
    pollMs: POLL_MS,
  });
  wake = () => dispatcher.wake();
  const timers = [
    every(RENEW_MS, () => dispatcher.renew()),
    every(MEASURE_MS, () => clock.measure()),
    every(RECOVER_MS, async () => {
      const jobs = await presence.recover(clock.now());
      if (jobs > 0) engineMetrics.recovered(jobs);
    }),
  ];
  dispatcher.start();
  return { presence, dispatcher, timers };
}

async function reenter(clock: DatabaseClock, { dispatcher, timers }: Current): Promise<Current> {
  timers.forEach(clearInterval);
  await dispatcher.stop(0);
  for (;;) {
    try {
      return await enter(clock);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, REENTER_MS));
    }
  }
}

/** Repeats `work`, never twice at once; a failure is left to the next time. */
function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      logger().warn({ error }, 'Periodic work of the worker failed; it is tried again');
    } finally {
      busy = false;
    }
  }, ms);
}
