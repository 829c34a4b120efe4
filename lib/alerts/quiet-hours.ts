/** For the server only: browsers may lack `Temporal`. */
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import type { QuietHours } from './schema.ts';

/**
 * Returns the end of the quiet hours that contain `now`. Undefined if `now` is outside quiet hours. Quiet hours may
 * span midnight. When the clocks change, a repeated time counts at its first occurrence, and a skipped time counts as
 * the first time after the gap.
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
