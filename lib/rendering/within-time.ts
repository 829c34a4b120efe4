/** Runs untrusted work, such as the templates of members, with a limit on this process's time. */
import { setImmediate } from 'node:timers/promises';
import { createContext, Script } from 'node:vm';
import { ApiError } from '#lib/api/errors.ts';
import { setCheck } from '#lib/liquid/work-clock.ts';

/** Thrown if the work exceeded its time. */
export class TimeLimitError extends Error {
  constructor(milliseconds: number) {
    super(`Rendering took longer than ${milliseconds} ms.`);
  }
}

/** Thrown if this process got too little processor time for the work. */
export class ProcessorBusyError extends ApiError {
  constructor(doing = 'render this') {
    super('unavailable', `The server is too busy to ${doing} now`, { headers: { 'retry-after': '5' } });
  }
}

/**
 * Runs the synchronous `work` in at most `milliseconds` of processor time of this thread. The work checks the clock
 * with `tick`. Work without checks is interrupted anywhere, even in an endless loop or inside a regular expression.
 * Concurrent calls share turns of a few milliseconds, and the event loop runs between turns. The work must have no side
 * effects, because work that is interrupted before it had its processor time is restarted.
 *
 * @throws TimeLimitError for work that used more than its time, ProcessorBusyError for work that never got its time,
 * and errors of the work itself.
 */
export function withinWork<T>(milliseconds: number, work: () => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const task = { work, limit: milliseconds, spent: 0, attempts: 0, resolve: resolve as Task['resolve'], reject };
  tasks.push(task);
  if (tasks.length === 1) void takeTurns();
  return promise;
}

/**
 * Like `withinWork`, for authors, who see a time limit error. The first run of code, and other programs on a busy
 * machine, can double or triple the processor time, so the work is retried once with more time.
 */
export async function withinRepeatedWork<T>(milliseconds: number, work: () => T): Promise<T> {
  try {
    return await withinWork(milliseconds, work);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    return withinWork(milliseconds * AGAIN, work);
  }
}

/** The factor by which the time limit grows for the retry of work that took too long. */
export const AGAIN = 2;

interface Task {
  work: () => unknown;
  /** Milliseconds of processor time. */
  limit: number;
  /** Processor time of attempts that were interrupted before they had used their time limit. */
  spent: number;
  /** The number of interrupted attempts. */
  attempts: number;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** The queue. The first task is next. */
const tasks: Task[] = [];

const TURN = {
  /** Milliseconds after which no other work starts in this turn. */
  begin: 5,
  /** Milliseconds after which the turn is ended. Starting the clock costs as much as rendering some text messages. */
  end: 50,
} as const;

/**
 * Elapsed time allowed for work that runs alone, as a multiple of its processor time. Only elapsed time can interrupt
 * work.
 */
const PATIENCE = [3, 6, 18] as const;

/**
 * Limit of all attempts together, as a multiple of the limit of one. An attempt needs at least a third of that limit.
 */
const TOGETHER = 1.25;
const MIN_SHARE = 1 / 3;

function leftFor({ limit, spent }: Task): number {
  return Math.min(limit, limit * TOGETHER - spent);
}

async function takeTurns(): Promise<void> {
  while (tasks.length > 0) {
    await setImmediate();
    for (const settle of takeTurn()) settle();
  }
}

type Settle = () => void;

/**
 * Runs the first tasks of the queue. An interrupted task runs alone. @returns functions that settle the callers'
 * promises.
 */
function takeTurn(): Settle[] {
  const settled: Settle[] = [];
  const [first] = tasks as [Task];
  const alone = first.attempts > 0;
  const until = performance.now() + TURN.begin;
  const now: { running?: { task: Task; worked: () => number } | undefined } = {};
  endAfter(alone ? leftFor(first) * (PATIENCE[first.attempts - 1] ?? 1) : TURN.end, () => {
    for (const task of tasks) {
      const worked = stopwatch();
      now.running = { task, worked };
      settled.push(attempt(task, worked));
      now.running = undefined;
      if (alone || performance.now() > until) return;
    }
  });
  tasks.splice(0, settled.length);
  const { running } = now;
  if (running && running.task === tasks[0]) settled.push(...judge(running.task, running.worked()));
  return settled;
}

function attempt(task: Task, worked: () => number): Settle {
  const { work, limit, resolve, reject } = task;
  const left = leftFor(task);
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

/** Decides whether an interrupted task is retried or rejected. Only its own processor time counts against the task. */
function judge(task: Task, worked: number): Settle[] {
  task.attempts++;
  task.spent += worked;
  const isSpent = leftFor(task) < task.limit * MIN_SHARE;
  if (!isSpent && task.attempts <= PATIENCE.length) return [];
  tasks.shift();
  return [() => task.reject(isSpent ? new TimeLimitError(task.limit) : new ProcessorBusyError())];
}

const sandbox: { run?: (() => void) | undefined } = createContext({});
const script = new Script('run()');

/** Stops `run` if it does not return within this many milliseconds. */
function endAfter(milliseconds: number, run: () => void): void {
  sandbox.run = run;
  const restoreCheck = setCheck(() => {});
  try {
    script.runInContext(sandbox, { timeout: Math.ceil(milliseconds) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
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
