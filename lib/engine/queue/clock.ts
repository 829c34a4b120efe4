/** Raw statement: the database's clock. */

import { logger } from '#lib/logger.ts';
import { hotPool } from '#lib/postgres/db.ts';

const ALARMING_MS = 2_000;

/**
 * The database's time as this process knows it: its own clock plus a measured offset. Every time in the queue comes
 * from here, so workers whose clocks differ agree on which jobs are due.
 */
export class DatabaseClock {
  #offsetMs = 0;

  readonly now = (): Date => new Date(Date.now() + this.#offsetMs);

  async measure(): Promise<void> {
    const before = Date.now();
    const { rows } = await hotPool().query<{ now: Date }>({ name: 'clock', text: 'SELECT clock_timestamp() AS now' });
    const after = Date.now();
    const theirs = rows[0]?.now.getTime() ?? after;
    this.#offsetMs = theirs - (before + after) / 2;
    if (Math.abs(this.#offsetMs) > ALARMING_MS)
      logger().warn({ offsetMs: this.#offsetMs }, 'Worker clock differed from the database clock by more than 2 s');
  }
}
