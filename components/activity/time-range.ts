/** The ranges of the time filter. */

export const ranges = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 86_400_000 },
  { value: '90d', label: 'Last 90 days', ms: 90 * 86_400_000 },
] as const;

/** The range of the whole history. Its date fields suggest the last 30 days. */
export const ALL_TIME = { value: 'all', label: 'All time', ms: 30 * 86_400_000 } as const;

/** The values of the time filter. */
export interface TimeQuery<Range extends string = string> {
  range: Range;
  from: string;
  to: string;
  zone: string;
}

/** Returns the start and the end of the range in milliseconds. A range that ends now ends at `until`. */
export function spanOf({ range, from, to }: Omit<TimeQuery, 'zone'>, until: number) {
  const end = Date.parse(to);
  const start = Date.parse(from);
  const last = Number.isNaN(end) ? until : end;
  const ms = [...ranges, ALL_TIME].find(({ value }) => value === range)?.ms ?? 0;
  return { from: Number.isNaN(start) || start > last ? last - ms : start, to: last };
}
