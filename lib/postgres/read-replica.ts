/**
 * Reads on a replica of the database (`DATABASE_READ_URL`). A request reads there only once the replica contains every
 * change that was committed before the request. So users see their own changes, and a page that reads again after an
 * announced change sees this change. Otherwise the request reads on the primary. Raw statements: positions of the log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#lib/logger.ts';
import { databaseProblem } from './db-error.ts';
import { isPassing } from './passing.ts';
import type { TransactionPool } from './transaction-pool.ts';

/** The longest wait of a request for the replica, in milliseconds. */
const WAIT_MS = 200;
const POLL_MS = 5;
/** The time for which requests read on the primary after the replica was not usable. */
const PAUSE_MS = 5_000;
/** SQLSTATEs of a URL that names the wrong user, password or database. */
const refused = /^(28...|3D000)$/;
/** SQLSTATE of a statement that took too long. It would take as long on the primary. */
const TOO_SLOW = '57014';

/** Why the replica cannot be read: its log ends before the changes, or it has become a primary. */
class UnusableReplica extends Error {
  override name = 'UnusableReplica';
}

export interface ReplicaState {
  /** Why the replica is not usable. Absent if it is. */
  problem?: string;
  /** Bytes of the primary's log that the replica has not replayed. */
  behindBytes?: number;
}

export class ReadReplica {
  readonly pool: TransactionPool;
  readonly #primary: TransactionPool;
  #pausedUntil = 0;

  constructor(pool: TransactionPool, primary: TransactionPool) {
    this.pool = pool;
    this.#primary = primary;
  }

  /**
   * Runs `work` on one connection of the replica, or on the primary. Runs `work` again on the primary if the replica
   * fails, so `work` must only read.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (Date.now() < this.#pausedUntil || this.pool.current) return work();
    try {
      const position = await this.#position();
      return await this.pool.transaction(async () => {
        await this.#reach(position);
        return work();
      });
    } catch (error) {
      if (!isUnusable(error)) throw error;
      this.#pausedUntil = Date.now() + PAUSE_MS;
      logger().warn({ error }, 'Switched reads to the primary because the read replica is not usable');
      return work();
    }
  }

  /** Measures the replica. */
  async state(): Promise<ReplicaState> {
    try {
      const position = await this.#position();
      return await this.pool.transaction(async () => {
        const behindBytes = await this.#behind(position);
        return await this.#reach(position).then(
          () => ({ behindBytes }),
          (error: Error) => ({ behindBytes, problem: error.message }),
        );
      });
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Returns the end of the primary's log. */
  async #position(): Promise<string> {
    const { rows } = await this.#primary.queryTogether<{ position: string }>({
      name: 'replica-position',
      text: 'SELECT pg_current_wal_lsn()::text AS position',
    });
    return rows[0]?.position ?? '';
  }

  /** @throws UnusableReplica when the replica does not reach the position in time. */
  async #reach(position: string): Promise<void> {
    const until = performance.now() + WAIT_MS;
    for (let behind = await this.#behind(position); behind > 0; behind = await this.#behind(position)) {
      if (performance.now() > until) throw new UnusableReplica(`The replica is ${behind} bytes behind the primary`);
      await sleep(POLL_MS);
    }
  }

  async #behind(position: string): Promise<number> {
    const { rows } = await this.pool.queryTogether<{ behind: number | null }>({
      name: 'replica-behind',
      text: `SELECT CASE WHEN pg_is_in_recovery()
        THEN greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 END AS behind`,
      values: [position],
    });
    const behind = rows[0]?.behind ?? undefined;
    if (behind === undefined) throw new UnusableReplica('DATABASE_READ_URL names a server that is not a replica');
    return behind;
  }
}

function isUnusable(error: unknown): boolean {
  const code = databaseProblem(error)?.code ?? '';
  if (code === TOO_SLOW) return false;
  return error instanceof UnusableReplica || isPassing(error) || refused.test(code);
}
