import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { counted } from '#lib/text/counted.ts';

/** Formats the count: "12 runs", or "10,000+ runs" if counting stopped early. */
export function runsOf({ total, countedSince }: Volume): string {
  return countedSince ? `${total.toLocaleString('en')}+ runs` : counted(total, 'run');
}
