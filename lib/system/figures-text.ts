import { durationText } from '#lib/time/time.ts';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** "0 B", "512 kB", "3.2 GB". A kilobyte is 1,000 bytes. */
export function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, Math.abs(bytes))) / 3));
  const value = bytes / 1000 ** power;
  return `${value.toFixed(power > 0 && Math.abs(value) < 10 ? 1 : 0)} ${UNITS[power]}`;
}

/** The highest finite bound of the histogram of delays. */
const LONGEST_SECONDS = 60;

/** "12 ms", "over 1 min". An em dash if there is no delay. */
export function delayText(seconds: number | undefined): string {
  if (seconds === undefined) return '—';
  return seconds >= LONGEST_SECONDS ? 'over 1 min' : durationText(seconds * 1000);
}

interface Growing {
  growth?: { bytes: number; since: string } | undefined;
}

/** ", +1.2 GB since 2026-11-20". Empty if the growth is not known yet. */
export function growthText({ growth }: Growing): string {
  return growth ? `, ${signedBytes(growth.bytes)} since ${growth.since.slice(0, 10)}` : '';
}

/** "+1.2 GB", "−300 kB", "±0" */
export function signedBytes(bytes: number): string {
  return bytes === 0 ? '±0' : `${bytes > 0 ? '+' : '−'}${bytesText(Math.abs(bytes))}`;
}

/** Returns the range of months: "2026-09 to 2027-02". */
export function monthsText(months: readonly string[]): string {
  return months.length > 1 ? `${months[0]} to ${months.at(-1)}` : (months[0] ?? 'no month');
}
