import { setTimeout as sleep } from 'node:timers/promises';
import { findFanouts } from '#lib/engine/queue/everywhere.ts';
import { logger } from '#lib/logger.ts';
import { advanceFanout } from './batch.ts';
import { failBatch } from './failures.ts';
import type { FanoutPlace } from './queue.ts';

export interface FanoutsOptions {
  now: () => Date;
  /** Milliseconds to wait for an announcement before looking for fan-outs anyway. */
  pollMs: number;
}

/** The pause after a failed search for fan-outs. */
const FAILURE_PAUSE_MS = 1_000;

/** Creates the runs of triggers to topics and of broadcasts, batch after batch. Environments take turns. */
export class Fanouts {
  readonly #options: FanoutsOptions;
  #turn = 0;
  #stopping = false;
  #wake: () => void = () => {};
  #loop: Promise<void> | undefined;

  constructor(options: FanoutsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Looks for fan-outs immediately, because there may be a new fan-out. */
  wake(): void {
    this.#wake();
  }

  /** Stops, and waits up to `limitMs` for the running batch. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await Promise.race([this.#loop, sleep(limitMs, undefined, { ref: false })]);
  }

  /** Continues until nothing is due or the environments have enough due jobs. @returns when the next fan-out is due. */
  async drain(): Promise<Date | undefined> {
    for (;;) {
      const { advanced, next } = await this.#round();
      if (!advanced) return next;
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const woken = Promise.withResolvers<void>();
      this.#wake = woken.resolve;
      try {
        const { advanced, next } = await this.#round();
        if (!advanced) await Promise.race([woken.promise, sleep(this.#pause(next), undefined, { ref: false })]);
      } catch (error) {
        logger().error({ error }, 'Failed to find unfinished fan-outs');
        await sleep(FAILURE_PAUSE_MS);
      }
    }
  }

  /** Returns the milliseconds until the next fan-out is due, at most one poll interval. */
  #pause(next: Date | undefined): number {
    const { pollMs, now } = this.#options;
    const left = next ? next.getTime() - now().getTime() : pollMs;
    return left > 0 ? Math.min(pollMs, left) : pollMs;
  }

  /** Creates one batch of one fan-out per environment. */
  async #round(): Promise<{ advanced: boolean; next: Date | undefined }> {
    const found = await findFanouts();
    const now = this.#options.now();
    const due = found.filter(({ readyAt }) => readyAt <= now);
    const first = this.#turn++ % Math.max(1, due.length);
    const later = found.flatMap(({ readyAt }) => (readyAt > now ? [readyAt.getTime()] : []));
    let advanced = false;
    for (const place of [...due.slice(first), ...due.slice(0, first)]) {
      if (this.#stopping) break;
      const done = await this.#advance(place);
      if (done === true) advanced = true;
      else if (done) later.push(done.getTime());
    }
    return { advanced, next: later.length > 0 ? new Date(Math.min(...later)) : undefined };
  }

  /** @returns whether there was a batch to create. If it failed, when it is retried. */
  async #advance(place: FanoutPlace): Promise<boolean | Date> {
    const { now } = this.#options;
    try {
      return await advanceFanout(place, now());
    } catch (error) {
      const again = await failBatch(place, now()).catch(() => now());
      logger().error({ error, fanoutId: place.id, willRetry: again !== undefined }, 'Fan-out batch failed');
      return again ?? false;
    }
  }
}
