import { setTimeout as sleep } from 'node:timers/promises';

/** @throws Error when it does not happen in time. */
export async function until(what: string, limitMs: number, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + limitMs; !(await holds()); await sleep(10)) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${limitMs} ms`);
  }
}
