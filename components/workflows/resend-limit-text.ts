import { counted } from '#lib/text/counted.ts';

/** Returns a number of hours as text, from two days on in days: "6 hours", "24 hours", "3 days". */
export function resendLimitText(hours: number): string {
  return hours > 24 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour');
}
