/** Returns minutes since midnight for `09:00`, `9:00 AM`, `17:30` or `24:00` (the end of a day). Undefined for other texts. */
export function minutesOfDay(text: string): number | undefined {
  const [, hours, minutes, half] = /^(\d{1,2}):([0-5]\d)\s*([ap]m)?$/i.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const total = hourOf(Number(hours), half?.toLowerCase()) * 60 + Number(minutes);
  return total <= DAY_MINUTES ? total : undefined;
}

export const DAY_MINUTES = 24 * 60;

/** The text for a day without hours in the evidence of a reason. */
export const CLOSED = 'closed';

/** Converts an hour from 12-hour to 24-hour time. Accepts `18:00 PM` too. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === 'am') return hour === 12 ? 0 : hour > 12 ? Number.NaN : hour;
  return half === 'pm' && hour < 12 ? hour + 12 : hour;
}
