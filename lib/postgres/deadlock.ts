import { databaseProblem } from './db-error.ts';

/** Maximum number of retries. */
const RETRIES = 5;

/**
 * Runs `work`, and retries it if PostgreSQL ended it because of a deadlock. PostgreSQL ends only one of the two
 * transactions, which may then retry immediately. `work` must be a whole transaction, or one statement outside a
 * transaction, because a part of a transaction cannot be retried.
 */
export async function retryDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || databaseProblem(error)?.code !== '40P01') throw error;
    }
  }
}
