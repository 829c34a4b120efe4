/** The duration of an operation that is repeated alone. */
export interface Timing {
  name: string;
  medianMs: number;
  p99Ms: number;
  /** The maximum median, in milliseconds. */
  underMs: number;
}

/** Runs `work` `times` times, one after the other, after a warm-up with a tenth of that number. */
export async function timing(
  { name, underMs, times = 200 }: { name: string; underMs: number; times?: number },
  work: () => unknown,
): Promise<Timing> {
  for (let n = 0; n < times / 10; n++) await work();
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor((taken.length - 1) * share)] ?? 0;
  return { name, medianMs: at(0.5), p99Ms: at(0.99), underMs };
}
