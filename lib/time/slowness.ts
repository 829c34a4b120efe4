/** The choices of the filter by slowness: the minimum time since the trigger, the shortest first. */
export const SLOWER_THAN = ['10s', '1m', '5m', '10m', '20m', '30m', '1h', '1d'] as const;
export type SlowerThan = (typeof SLOWER_THAN)[number];

/** The durations in milliseconds. */
const MILLISECONDS: Readonly<Record<SlowerThan, number>> = {
  '10s': 10_000,
  '1m': 60_000,
  '5m': 300_000,
  '10m': 600_000,
  '20m': 1_200_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
};

/** Labels of the durations. */
export const slowerThanLabels: Readonly<Record<SlowerThan, string>> = {
  '10s': '10 seconds',
  '1m': '1 minute',
  '5m': '5 minutes',
  '10m': '10 minutes',
  '20m': '20 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '1d': '1 day',
};

/** The durations at which the classes of the SQL function `slowness` begin. The first class has the number 1. */
const BOUNDS = ['10s', '1m', '10m', '1h', '1d'] as const satisfies readonly SlowerThan[];

/** The classes of `slowness`. Faster rows have the class 0. */
export const SLOWNESS_CLASSES: readonly number[] = BOUNDS.map((_, index) => index + 1);

/** Returns the classes with rows that are at least as slow as a duration. The first may have faster rows too. */
export function slownessFrom(least: SlowerThan): number[] {
  return SLOWNESS_CLASSES.filter((each) => (classEndMs(each) ?? Number.POSITIVE_INFINITY) > MILLISECONDS[least]);
}

/**
 * Returns the upper bound of a class in milliseconds, which the class does not include. Undefined for the slowest
 * class.
 */
export function classEndMs(slowness: number): number | undefined {
  const next = BOUNDS[slowness];
  return next && MILLISECONDS[next];
}

/** Returns a duration in milliseconds. */
export function slowerThanMs(least: SlowerThan): number {
  return MILLISECONDS[least];
}

/** Returns the SQL expression for the class of a row. The index on slow rows contains the same expression. */
export function slownessOf(endedAt: string, runId: string): string {
  return `slowness(${endedAt}, ${runId})`;
}

/**
 * Returns the SQL condition that a row took at least `ms` (a placeholder for milliseconds) since its trigger. Reads the
 * time of the trigger from the run's ID as the SQL function `slowness` does, which has no class for an ID that is not
 * hexadecimal.
 */
export function tookAtLeast(ms: string, endedAt: string, runId: string): string {
  const triggeredAt = `to_timestamp(('x' || left(${runId}, 12))::bit(48)::bigint::double precision / 65536)`;
  return `CASE WHEN ${slownessOf(endedAt, runId)} > 0 THEN ${endedAt} - ${triggeredAt} >= ${ms}::float8 * interval '1 millisecond' END`;
}
