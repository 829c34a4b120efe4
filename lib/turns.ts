import { setImmediate } from 'node:timers/promises';

/** After so many milliseconds the event loop runs before the next work starts. */
const TURN_MS = 5;

let last: Promise<unknown> = Promise.resolve();
let begun = 0;

/**
 * Runs works that evaluate what people wrote, in the order in which they are requested, and lets the event loop run between
 * them. Each work is synchronous and bounded; without turns, many that are due together would hold everything else up
 * together.
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
