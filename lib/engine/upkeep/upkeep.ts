import { setTimeout as sleep } from 'node:timers/promises';
import { checkAlertRules } from '#lib/alerts/check.ts';
import { sendDueNotices } from '#lib/alerts/send.ts';
import { releaseHeldJobs } from '#lib/engine/admission/outage-release.ts';
import { findMailboxes } from '#lib/engine/queue/everywhere.ts';
import type { Presence } from '#lib/engine/queue/presence.ts';
import { advanceErasures } from '#lib/erasure/advance.ts';
import { returnWorseSwitches } from '#lib/gradual-switch/automatic-return.ts';
import { endLostOnlineStates } from '#lib/inbox-sockets/online-rows.ts';
import { logger } from '#lib/logger.ts';
import { recordTableSizes } from '#lib/postgres/table-sizes.ts';
import { advanceRecoveries } from '#lib/recoveries/advance.ts';
import { removeDeletedEnvironments } from './deleted-environments.ts';
import { recordMaintenance, recordMaintenanceFailure } from './last-maintenance.ts';
import { restoreLostWork } from './lost-work.ts';
import { maintain } from './maintenance.ts';

const EVERY_MS = 3_600_000;
/** The pause if maintenance failed or is incomplete, or while another worker runs it. */
const RETRY_MS = 30_000;

interface Task {
  /** The name of the lock: one worker at a time does the work. */
  name: string;
  /** Minimum milliseconds between two starts. */
  everyMs: number;
  work: () => Promise<void>;
  /** The log message if the work fails. */
  failed: string;
}

const TASKS: readonly Task[] = [
  { name: 'alerts', everyMs: 60_000, work: checkAlerts, failed: 'Failed to check the alert rules' },
  {
    name: 'gradual switches',
    everyMs: 60_000,
    work: () => returnWorseSwitches(),
    failed: 'Failed to check the gradual switches',
  },
  {
    name: 'bounce mailboxes',
    everyMs: 60_000,
    work: readBounceMailboxes,
    failed: 'Failed to read the bounce mailboxes',
  },
  {
    name: 'online states',
    everyMs: 15_000,
    work: () => endLostOnlineStates(new Date()),
    failed: 'Failed to remove the online states of dead web processes',
  },
  // These tasks process one batch per turn of 1 s, so that the other work gets the rest of the second.
  {
    name: 'outages',
    everyMs: 0,
    work: () => releaseHeldJobs(),
    failed: 'Failed to release jobs that waited for the end of an outage',
  },
  { name: 'erasures', everyMs: 0, work: () => advanceErasures(), failed: 'Failed to erase subscribers' },
  { name: 'recoveries', everyMs: 0, work: advanceRecoveries, failed: 'Failed to advance the recoveries' },
];

async function checkAlerts(): Promise<void> {
  const now = new Date();
  await checkAlertRules({ by: 'worker', now, workerSeenAt: now });
  await sendDueNotices();
}

async function readBounceMailboxes(): Promise<void> {
  const environmentIds = await findMailboxes();
  if (environmentIds.length === 0) return;
  // Loaded only if there is a mailbox, because most installations have none.
  const { readMailboxes } = await import('#lib/bounce-mailbox/read-mailboxes.ts');
  await readMailboxes(environmentIds);
}

/** A repeated task that never overlaps itself. A failure is logged. */
class PeriodicTask {
  readonly #task: Task;
  #nextAt = 0;
  #running: Promise<void> | undefined;

  constructor(task: Task) {
    this.#task = task;
  }

  turn(presence: Presence): void {
    const { name, everyMs, work, failed } = this.#task;
    if (this.#running || performance.now() < this.#nextAt) return;
    this.#nextAt = performance.now() + everyMs;
    const end = () => {
      this.#running = undefined;
    };
    this.#running = presence.alone(name, work).then(end, (error) => {
      end();
      logger().warn({ error }, failed);
    });
  }

  /** Starts no further run. Returns the end of the current run. */
  end(): Promise<void> | undefined {
    this.#nextAt = Number.POSITIVE_INFINITY;
    return this.#running;
  }
}

/**
 * The work that the oldest worker does for all workers: maintenance of the whole database every hour, checks of alert
 * rules, returns of gradual switches and reading of bounce mailboxes every minute, ends of online states every 15 s, and
 * releases after outages, recoveries of failed runs and erasures of subscribers every second.
 */
export class Upkeep {
  #nextAt = 0;
  #running: Promise<void> | undefined;
  readonly #tasks = TASKS.map((task) => new PeriodicTask(task));

  /**
   * Starts the tasks and the maintenance that are due. The oldest worker calls this every second.
   *
   * @returns the end of the maintenance that began, or undefined if none began. Never rejects.
   */
  turn(presence: Presence): Promise<void> | undefined {
    for (const task of this.#tasks) task.turn(presence);
    if (this.#running || performance.now() < this.#nextAt) return undefined;
    this.#nextAt = performance.now() + RETRY_MS;
    this.#running = this.#run(presence).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /**
   * Waits at most `limitMs` for running work. Maintenance may be interrupted anywhere, and the next worker repeats it.
   */
  async stop(limitMs: number): Promise<void> {
    this.#nextAt = Number.POSITIVE_INFINITY;
    const running = Promise.all([this.#running, ...this.#tasks.map((task) => task.end())]);
    await Promise.race([running, sleep(limitMs, undefined, { ref: false })]);
  }

  async #run(presence: Presence): Promise<void> {
    try {
      let isLeft = false;
      const isDone = await presence.alone('upkeep', async () => {
        const startedAt = performance.now();
        const [done, workRestored] = [await maintain(), await restoreLostWork()];
        isLeft = !(await removeDeletedEnvironments());
        await recordTableSizes();
        await recordMaintenance({ ...done, workRestored, durationMs: Math.round(performance.now() - startedAt) });
        logger().info({ ...done, workRestored }, 'Maintenance finished');
      });
      if (isDone && !isLeft) this.#nextAt += EVERY_MS - RETRY_MS;
    } catch (error) {
      logger().warn({ error }, 'Maintenance failed');
      await recordMaintenanceFailure(error).catch(() => undefined);
    }
  }
}
