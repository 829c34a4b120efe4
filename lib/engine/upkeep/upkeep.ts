import { setTimeout as sleep } from 'node:timers/promises';
import { checkAlertRules } from '#lib/alerts/check.ts';
import { sendDueNotices } from '#lib/alerts/send.ts';
import type { Presence } from '#lib/engine/queue/presence.ts';
import { logger } from '#lib/logger.ts';
import { recordTableSizes } from '#lib/postgres/table-sizes.ts';
import { advanceRecoveries } from '#lib/recoveries/advance.ts';
import { removeDeletedEnvironments } from './deleted-environments.ts';
import { recordMaintenance, recordMaintenanceFailure } from './last-maintenance.ts';
import { restoreLostWork } from './lost-work.ts';
import { maintain } from './maintenance.ts';

const EVERY_MS = 3_600_000;
/** The pause after a run that failed, or while another worker runs maintenance. */
const RETRY_MS = 30_000;
const ALERTS_EVERY_MS = 60_000;

/**
 * The work of one worker for all, as soon as the worker is the oldest one: maintenance of the whole database, every hour,
 * checks of the alert rules, every minute, and recoveries of failed runs, every second.
 */
export class Upkeep {
  #nextAt = 0;
  #running: Promise<void> | undefined;
  #alertsAt = 0;
  #alerts: Promise<void> | undefined;
  #recoveries: Promise<void> | undefined;
  #isStopping = false;

  /**
   * The oldest worker calls this every second.
   *
   * @returns the end of the maintenance that began, or undefined if none began. Never rejects.
   */
  turn(presence: Presence): Promise<void> | undefined {
    this.#checkAlerts(presence);
    this.#advanceRecoveries(presence);
    if (this.#running || performance.now() < this.#nextAt) return undefined;
    this.#nextAt = performance.now() + RETRY_MS;
    this.#running = this.#run(presence).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Waits at most `limitMs` for a run. Maintenance may be interrupted anywhere, and the next worker begins again. */
  async stop(limitMs: number): Promise<void> {
    this.#nextAt = Number.POSITIVE_INFINITY;
    this.#alertsAt = Number.POSITIVE_INFINITY;
    this.#isStopping = true;
    const running = Promise.all([this.#running, this.#alerts, this.#recoveries]);
    await Promise.race([running, sleep(limitMs, undefined, { ref: false })]);
  }

  /** Retries a batch of failed runs. The time until the next turn is left to other work. */
  #advanceRecoveries(presence: Presence): void {
    if (this.#recoveries || this.#isStopping) return;
    const end = () => {
      this.#recoveries = undefined;
    };
    this.#recoveries = presence.alone('recoveries', advanceRecoveries).then(end, (error) => {
      end();
      logger().warn({ error }, 'Recovering failed runs failed');
    });
  }

  #checkAlerts(presence: Presence): void {
    if (this.#alerts || performance.now() < this.#alertsAt) return;
    this.#alertsAt = performance.now() + ALERTS_EVERY_MS;
    const check = async () => {
      const now = new Date();
      await checkAlertRules({ by: 'worker', now, workerSeenAt: now });
      await sendDueNotices();
    };
    this.#alerts = presence.alone('alerts', check).then(
      () => {
        this.#alerts = undefined;
      },
      (error) => {
        this.#alerts = undefined;
        logger().warn({ error }, 'Checking alerts failed');
      },
    );
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
