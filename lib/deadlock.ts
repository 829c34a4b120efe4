import { databaseProblem } from './db-error.ts';

/** How often work is done again. */
const RETRIES = 5;

/**
 * Does `work` again when PostgreSQL ended it because it and another transaction waited for each other: of two one fails, and may try
 * again at once. `work` is a whole transaction, or one statement outside of any: inside one nothing can be done again.
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
