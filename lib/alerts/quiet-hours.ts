/** For the server only: browsers may lack `Temporal`. */
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import type { QuietHours } from './schema.ts';

/**
 * Returns the end of the quiet hours that contain `now`. Undefined if `now` is in none. Quiet hours may span midnight.
 * On days when the clocks change, they begin and end at the first occurrence of a repeated time, and after a skipped
 * time.
 */
export function quietUntil({ from, to, timezone }: QuietHours, now: Date): Date | undefined {
  const today = wallTime(now, timezone).toPlainDate();
  const goesOverMidnight = to <= from;
  for (const begins of [today.subtract({ days: 1 }), today]) {
    const start = instantOf(begins.toPlainDateTime(from), timezone);
    const ends = goesOverMidnight ? begins.add({ days: 1 }) : begins;
    const end = instantOf(ends.toPlainDateTime(to), timezone);
    if (start <= now && now < end) return end;
  }
  return undefined;
}
