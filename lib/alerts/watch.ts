import { logger } from '#lib/logger.ts';
import { checkAlertRules } from './check.ts';
import { countAlive } from './facts.ts';
import { sendDueNotices } from './send.ts';

/** The interval at which a web process checks the conditions that a missing worker causes. */
const EVERY_MS = 20_000;

/** Checks the alert rules whose conditions a missing worker may cause. */
export class AlertWatch {
  #workerSeenAt: Date;

  constructor(startedAt: Date) {
    this.#workerSeenAt = startedAt;
  }

  /** Checks each rule once, under its lock, and sends the due notices. */
  async turn(now = new Date()): Promise<void> {
    if ((await countAlive(now)) > 0) this.#workerSeenAt = now;
    await checkAlertRules({ by: 'web', now, workerSeenAt: this.#workerSeenAt });
    await sendDueNotices(() => now);
  }
}

/**
 * Checks the rules in this web process as long as it runs. Several web processes may do this at the same time. Without
 * a worker, this process sends the alerts itself.
 */
export function watchAlerts(): void {
  const watch = new AlertWatch(new Date());
  let isBusy = false;
  setInterval(async () => {
    if (isBusy) return;
    isBusy = true;
    await watch.turn().catch((error) => logger().warn({ error }, 'Failed to check the alert rules'));
    isBusy = false;
  }, EVERY_MS).unref();
}
