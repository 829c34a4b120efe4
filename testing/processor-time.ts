const DOCUMENT = Array.from({ length: 3_000 }, (_, n) => ({ id: `payload.name_${n}`, list: [n, { deep: String(n) }] }));

/** Work of known size. */
function yardstick(): void {
  for (let times = 0; times < 8; times++) {
    const copy: typeof DOCUMENT = JSON.parse(JSON.stringify(DOCUMENT));
    copy.map(({ id }) => id.split('.').join('/')).sort();
  }
}

/** Processor time of the yardstick on the machine that limits are written for, in milliseconds. */
const YARDSTICK_MS = 30;

const TRIES = 5;

/** Processor time of this thread for `work`, in milliseconds. Waiting costs none. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The lowest processor time of a few tries, in milliseconds. It ends with the first try below `limit`. Other programs on
 * the machine and garbage of earlier tests make each try longer, so a slow machine counts less in proportion. The limit
 * should be five times the time on a quiet machine, and far below the time that the fault costs.
 */
export async function leastProcessorTime(limit: number, work: () => unknown): Promise<number> {
  let least = await processorTime(work);
  for (let tries = 1; tries < TRIES && least >= limit; tries++) {
    const slowness = Math.max(1, (await processorTime(yardstick)) / YARDSTICK_MS);
    least = Math.min(least, (await processorTime(work)) / slowness);
  }
  return least;
}

/**
 * The lowest elapsed time of a few tries, in milliseconds, for work that another process does. It ends with the first
 * try below `limit`. The time includes that of other programs, so the limit should be twenty times the time on a quiet
 * machine.
 */
export async function leastElapsedTime(limit: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= limit; tries++) {
    const begun = performance.now();
    await work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
