/** Runs work that members of a workspace wrote, such as templates, with a limit on this process's time. */
import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { setCheck } from '#lib/liquid/work-clock.ts';

/** Thrown when the work exceeded its time. */
export class TimeLimitError extends Error {
  constructor(milliseconds: number) {
    super(`Rendering took longer than ${milliseconds} ms.`);
  }
}

/**
 * Runs the synchronous `work` in at most `milliseconds` of processor time. The work checks the clock itself with
 * `tick`; if it does not, it is ended anywhere, even in an endless loop or inside a regular expression. Work that is
 * requested at the same time shares a turn of a few milliseconds, and the event loop runs between turns. The work must
 * not change anything outside itself, because on a very busy machine it may be started again.
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
  /** Milliseconds of processor time. */
  limit: number;
  left: number;
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The first one is next. */
const tasks: Task[] = [];

const TURN = {
  /** After so many milliseconds, no other work starts in this turn. */
  begin: 5,
  /** After so many milliseconds the turn is ended. Starting the clock costs as much as rendering some text messages. */
  end: 50,
  /** How often work is tried again after its turn was ended, and how much longer than its share it may take. */
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

/**
 * Runs the first works of the queue; work whose turn was ended before runs alone. @returns functions that settle the
 * callers' promises.
 */
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

/** Whether `run` was ended because it did not return within so many milliseconds. */
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

/** Returns the processor milliseconds of this thread since the call. */
function stopwatch(): () => number {
  const start = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
}
