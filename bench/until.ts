import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition is true. @throws Error if it is not true in time. */
export async function until(what: string, limitMs: number, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = performance.now() + limitMs; !(await holds()); await sleep(10)) {
    if (performance.now() > deadline) throw new Error(`Not reached within ${limitMs} ms: ${what}`);
  }
}
