const DOCUMENT = Array.from({ length: 3_000 }, (_, n) => ({ id: `payload.name_${n}`, list: [n, { deep: String(n) }] }));

/** Does a fixed amount of work, to measure the speed of the machine. */
function yardstick(): void {
  for (let times = 0; times < 8; times++) {
    const copy: typeof DOCUMENT = JSON.parse(JSON.stringify(DOCUMENT));
    copy.map(({ id }) => id.split('.').join('/')).sort();
  }
}

/** Milliseconds of processor time that the fixed work takes on the machine for which limits are written. */
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
 * Returns the lowest processor time of a few attempts, in milliseconds. Stops after the first attempt below `limit`.
 * Other programs and the garbage of earlier attempts make attempts longer, so the times of repeated attempts are
 * divided by the slowness of the machine. Set the limit to five times the time on a quiet machine, far below the time
 * that the tested fault would take.
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
 * Returns the lowest elapsed time of a few attempts, in milliseconds, for work in another process. Stops after the
 * first attempt below `limit`. The time includes the time of other programs, so set the limit to twenty times the time
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
