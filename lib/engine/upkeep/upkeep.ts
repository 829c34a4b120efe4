import { setTimeout as sleep } from 'node:timers/promises';
import type { Presence } from '#lib/engine/queue/presence.ts';
import { logger } from '#lib/logger.ts';
import { recordTableSizes } from '#lib/postgres/table-sizes.ts';
import { removeDeletedEnvironments } from './deleted-environments.ts';
import { recordMaintenance, recordMaintenanceFailure } from './last-maintenance.ts';
import { restoreLostWork } from './lost-work.ts';
import { maintain } from './maintenance.ts';

const EVERY_MS = 3_600_000;
/** The pause after a run that failed, or while another worker runs maintenance. */
const RETRY_MS = 30_000;

/** Maintenance of the whole database, by one worker: as soon as the worker is the oldest one, and then every hour. */
export class Upkeep {
  #nextAt = 0;
  #running: Promise<void> | undefined;

  /**
   * The oldest worker calls this every second.
   *
   * @returns the end of the run that began, or undefined if none began. Never rejects.
   */
  turn(presence: Presence): Promise<void> | undefined {
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
    await Promise.race([this.#running, sleep(limitMs, undefined, { ref: false })]);
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
