import { Cron } from 'croner';
import { toString as asLabel } from 'cronstrue';

export type CronDescription = { text: string; next: string[] } | { problem: string };

/**
 * Describes a cron expression as text, with its next three times in the subscriber's local time. Undefined if the
 * expression is invalid.
 *
 * @param now a time whose UTC fields equal that local clock.
 */
export function cronDescription(cron: string, now: Date): CronDescription | undefined {
  if (cron.trim() === '') return undefined;
  try {
    const next = new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(3, now).map((time) => FORMAT.format(time));
    const text = asLabel(cron, { verbose: true, use24HourTimeFormat: true });
    return next.length > 0 ? { text, next } : { problem: 'This schedule never runs.' };
  } catch {
    return {
      problem:
        'Not a cron expression: enter five fields for minute, hour, day, month and weekday, such as 0 9 * * 1-5.',
    };
  }
}

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
