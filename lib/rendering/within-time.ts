/** Work that the members of a workspace wrote, such as templates, in a bounded time of this process. */
import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { setCheck } from '#lib/liquid/work-clock.ts';

/** Thrown when the work was not done in time. */
export class TimeLimitError extends Error {
  constructor(milliseconds: number) {
    super(`Rendering took longer than ${milliseconds} ms.`);
  }
}

/**
 * Does `work`, which waits for nothing, in at most `milliseconds` of the processor's time. It looks at the clock itself, by `tick`; what does
 * not is ended wherever it is, in an endless loop or in the middle of a regular expression. Works that are asked for together share a turn of
 * a few milliseconds, and the event loop goes on between the turns. The work must not change anything that outlives it: where the machine
 * is so busy that time passes without much work, it is begun anew.
 *
 * @throws TimeLimitError, and what the work throws.
 */
export function withinWork<T>(milliseconds: number, work: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  tasks.push({
    work,
    limit: milliseconds,
    left: milliseconds,
    attempts: 0,
    resolve: resolve as Task['resolve'],
    reject,
  });
  if (tasks.length === 1) void takeTurns();
  return promise;
}

interface Task {
  work: () => unknown;
  /** Milliseconds of the processor's time. */
  limit: number;
  left: number;
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The one being done first. */
const tasks: Task[] = [];

const TURN = {
  /** Milliseconds after which no other work is begun. */
  begin: 5,
  /** Milliseconds after which a turn is ended. To start the clock costs as much as to render some text messages. */
  end: 50,
  /** Attempts at a work that a turn was ended in, and how much longer than its share of work they may take. */
  attempts: 4,
  patience: 6,
} as const;

async function takeTurns(): Promise<void> {
  while (tasks.length > 0) {
    await setImmediate();
    for (const settle of takeTurn()) settle();
  }
}

type Settle = () => void;

/** Does the first works, one that a turn was ended in before by itself. @returns what tells those who asked. */
function takeTurn(): Settle[] {
  const settled: Settle[] = [];
  const [first] = tasks as [Task];
  const alone = first.attempts > 0;
  const until = performance.now() + TURN.begin;
  let worked = stopwatch();
  const isOver = endAfter(alone ? first.left * TURN.patience : TURN.end, () => {
    for (const task of tasks) {
      worked = stopwatch();
      settled.push(attempt(task, worked));
      if (alone || performance.now() > until) return;
    }
  });
  tasks.splice(0, settled.length);
  if (!isOver) return settled;
  const [ended] = tasks;
  if (ended && !mayTryAgain(ended, worked())) settled.push(fail(ended));
  return settled;
}

function attempt({ work, limit, left, resolve, reject }: Task, worked: () => number): Settle {
  setCheck(() => {
    if (worked() > left) throw new TimeLimitError(limit);
  });
  try {
    const value = work();
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}

function mayTryAgain(task: Task, worked: number): boolean {
  task.left -= Math.ceil(worked);
  task.attempts++;
  return task.left >= task.limit / 3 && task.attempts < TURN.attempts;
}

function fail(task: Task): Settle {
  tasks.shift();
  return () => task.reject(new TimeLimitError(task.limit));
}

const sandbox: { run?: (() => void) | undefined } = createContext({});
const script = new Script('run()');

/** Whether `run` was ended since it had not returned in so many milliseconds. */
function endAfter(milliseconds: number, run: () => void): boolean {
  sandbox.run = run;
  const restoreCheck = setCheck(() => {});
  try {
    script.runInContext(sandbox, { timeout: Math.ceil(milliseconds) });
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return true;
  } finally {
    sandbox.run = undefined;
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
