/**
 * The choices of the filter by slowness: the minimum time since the trigger. They are in the order of the classes of
 * the SQL function `slowness`.
 */
export const SLOWER_THAN = ['10s', '1m', '10m', '1h', '1d'] as const;
export type SlowerThan = (typeof SLOWER_THAN)[number];

/** The durations in milliseconds. */
const MILLISECONDS: Readonly<Record<SlowerThan, number>> = {
  '10s': 10_000,
  '1m': 60_000,
  '10m': 600_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** Labels of the durations. */
export const slowerThanLabels: Readonly<Record<SlowerThan, string>> = {
  '10s': '10 seconds',
  '1m': '1 minute',
  '10m': '10 minutes',
  '1h': '1 hour',
  '1d': '1 day',
};

/** Returns the classes of `slowness` that are at least as slow as a duration. */
export function slownessFrom(least: SlowerThan): number[] {
  const from = SLOWER_THAN.indexOf(least) + 1;
  return SLOWER_THAN.map((_, index) => index + 1).filter((each) => each >= from);
}

/**
 * Returns the upper bound of a class in milliseconds, which the class does not include. Undefined for the slowest
 * class.
 */
export function slownessEndMs(slowness: number): number | undefined {
  const next = SLOWER_THAN[slowness];
  return next && MILLISECONDS[next];
}

/** Returns the SQL expression for the class of a row. The index on slow rows contains the same expression. */
export function slownessOf(endedAt: string, runId: string): string {
  return `slowness(${endedAt}, ${runId})`;
}
