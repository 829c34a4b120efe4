const DOCUMENT = Array.from({ length: 3_000 }, (_, n) => ({ id: `payload.name_${n}`, list: [n, { deep: String(n) }] }));

/** Does work of a known size. */
function yardstick(): void {
  for (let times = 0; times < 8; times++) {
    const copy: typeof DOCUMENT = JSON.parse(JSON.stringify(DOCUMENT));
    copy.map(({ id }) => id.split('.').join('/')).sort();
  }
}

/** Milliseconds of processor time for the yardstick on the machine for which limits are written. */
const YARDSTICK_MS = 30;

const TRIES = 5;

/** Returns the processor time of this thread for `work`, in milliseconds. Waiting does not count. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the lowest processor time of a few attempts, in milliseconds. It ends with the first attempt below `limit`. Other programs on the
 * machine and garbage of earlier attempts make each attempt longer, so the times of repeated attempts are divided by the slowness of the
 * machine. The limit should be five times the time on a quiet machine, and far below the time that the fault costs.
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
 * Returns the lowest elapsed time of a few attempts, in milliseconds, for work in another process. It ends with the
 * first attempt below `limit`. The time includes the time of other programs, so the limit should be twenty times the time
 * on a quiet machine.
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
