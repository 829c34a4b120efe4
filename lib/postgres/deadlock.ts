import { databaseProblem } from './db-error.ts';

/** Maximum repetitions of the work. */
const RETRIES = 5;

/**
 * Repeats `work` when PostgreSQL ended it because of a deadlock with another transaction. PostgreSQL fails only one of
 * the two, and that one may retry immediately. `work` must be a whole transaction, or one statement outside of any,
 * because a part of a transaction cannot be repeated.
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
