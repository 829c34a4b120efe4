/**
 * A bucket of a cumulative histogram: the number of jobs whose wait was at most the bound. The last bound is infinite.
 */
export interface DelayBucket {
  atMostSeconds: number;
  jobs: number;
}

/**
 * Returns a quantile of the waits, in seconds: the wait that this share of the jobs did not exceed, interpolated
 * linearly within its bucket. If it is in the last bucket, whose bound is infinite, returns the bound of the previous
 * bucket. Undefined if there are no jobs.
 *
 * @param buckets in ascending order.
 */
export function delayQuantile(buckets: readonly DelayBucket[], share: number): number | undefined {
  const total = buckets.at(-1)?.jobs ?? 0;
  if (total === 0) return undefined;
  const wanted = share * total;
  let [below, from] = [0, 0];
  for (const { atMostSeconds, jobs } of buckets) {
    if (jobs >= wanted && jobs > below) {
      if (!Number.isFinite(atMostSeconds)) return from;
      return from + ((atMostSeconds - from) * (wanted - below)) / (jobs - below);
    }
    [below, from] = [Math.max(below, jobs), atMostSeconds];
  }
  return from;
}
