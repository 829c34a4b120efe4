import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';

/** Thrown when the work was not done in time. */
export class TimeLimitError extends Error {
  /** Milliseconds that the processor worked; far less than the limit when it was busy elsewhere. */
  readonly worked: number;

  constructor(milliseconds: number, worked: number) {
    super(`Rendering took longer than ${milliseconds} ms.`);
    this.worked = worked;
  }
}

/**
 * Does `work` in at most `milliseconds` of the processor's time, as `withinTime` does. Where the machine was so busy that the time passed
 * without much work, the work is begun anew, a few times at most, and the event loop goes on in between.
 */
export async function withinWork<T>(milliseconds: number, work: () => T): Promise<T> {
  let left = milliseconds;
  for (let attempts = 1; ; attempts++) {
    try {
      return withinTime(left, work);
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
      left -= Math.ceil(error.worked);
      if (left < milliseconds / 2 || attempts === MOST_ATTEMPTS)
        throw new TimeLimitError(milliseconds, milliseconds - left);
      await setImmediate();
    }
  }
}

const MOST_ATTEMPTS = 6;

const sandbox: { run?: (() => unknown) | undefined } = createContext({});
const script = new Script('run()');

/**
 * Does `work`, which waits for nothing, in at most `milliseconds`: what is not done by then is ended wherever it is, in an endless loop or
 * in the middle of a regular expression, and a TimeLimitError is thrown. The work must not change anything that outlives it. Starting the
 * clock costs about 0.2 ms.
 */
export function withinTime<T>(milliseconds: number, work: () => T): T {
  const outer = sandbox.run;
  const start = process.threadCpuUsage();
  sandbox.run = work;
  try {
    return script.runInContext(sandbox, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    const { user, system } = process.threadCpuUsage(start);
    throw new TimeLimitError(milliseconds, (user + system) / 1000);
  } finally {
    sandbox.run = outer;
  }
}
