import { setImmediate } from 'node:timers/promises';

/** Maximum milliseconds of work before the event loop runs. */
const TURN_MS = 5;

let last: Promise<unknown> = Promise.resolve();
let begun = 0;

/**
 * Runs work that evaluates users' content in the order of the calls, and lets the event loop run in between. Each piece
 * of work is synchronous and bounded. Without turns, many pieces that are due together would block the process for
 * their total time.
 */
export function inTurn<T>(work: () => T): Promise<T> {
  const done = last.then(async () => {
    if (performance.now() - begun > TURN_MS) {
      await setImmediate();
      begun = performance.now();
    }
    return work();
  });
  last = done.catch(() => undefined);
  return done;
}
