import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { setCheck } from '#lib/liquid/work-clock.ts';

/** Thrown when the work was not done in time. */
export class TimeLimitError extends Error {
  /** Milliseconds that the processor worked; far less than the limit when it was busy elsewhere. */
  readonly worked: number;

  constructor(milliseconds: number, worked: number) {
    super(`Rendering took longer than ${milliseconds} ms.`);
    this.worked = worked;
  }
}

/** Attempts, and how much longer than its share of work the last ones may take on a busy machine. */
const PATIENCE = { attempts: 4, factor: 6 };

/**
 * Does `work` in at most `milliseconds` of the processor's time, and ends it as `withinTime` does. Where the machine was so busy that the
 * time passed without much work, the work is begun anew with more patience, and the event loop goes on in between.
 */
export async function withinWork<T>(milliseconds: number, work: () => T): Promise<T> {
  let left = milliseconds;
  for (let attempt = 1; ; attempt++) {
    try {
      return withinTime(attempt === 1 ? left : left * PATIENCE.factor, work, left);
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
      left -= Math.ceil(error.worked);
      if (left < milliseconds / 3 || attempt === PATIENCE.attempts)
        throw new TimeLimitError(milliseconds, milliseconds - left);
      await setImmediate();
    }
  }
}

const sandbox: { run?: (() => unknown) | undefined } = createContext({});
const script = new Script('run()');

/**
 * Does `work`, which waits for nothing, in at most `milliseconds`: what is not done by then is ended wherever it is, in an endless loop or
 * in the middle of a regular expression, and a TimeLimitError is thrown. The work must not change anything that outlives it. Starting the
 * clock costs about 0.2 ms.
 *
 * @param working milliseconds of the processor's time, looked at between the tags of templates.
 */
export function withinTime<T>(milliseconds: number, work: () => T, working = milliseconds): T {
  const outer = sandbox.run;
  const worked = stopwatch();
  const restoreCheck = setCheck(() => {
    if (worked() > working) throw new TimeLimitError(working, worked());
  });
  sandbox.run = work;
  try {
    return script.runInContext(sandbox, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitError(working, worked());
  } finally {
    sandbox.run = outer;
    restoreCheck();
  }
}

/** Milliseconds that the processor worked for this thread since now. */
function stopwatch(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
}
