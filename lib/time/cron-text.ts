const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * Returns a simple cron expression in the words of the editor: "At 18:00, every day", "At 09:00, Monday through Friday".
 * Undefined for other expressions. Summaries are on many pages, which cannot load the complete description.
 */
export function cronText(cron: string): string | undefined {
  const [, minute = '', hour = '', day = '', weekday = ''] =
    /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7]|[0-6]-[0-6])$/.exec(cron.trim().replace(/\s+/g, ' ')) ?? [];
  const days = dayText(day, weekday);
  return days && `At ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}, ${days}`;
}

function dayText(day: string, weekday: string): string | undefined {
  if (weekday === '' || (day !== '*' && weekday !== '*')) return undefined;
  if (day !== '*') return `on day ${Number(day)} of the month`;
  if (weekday === '*') return 'every day';
  const [from = '', to] = weekday.split('-').map((each) => DAYS[Number(each)]);
  return to ? `${from} through ${to}` : `only on ${from}`;
}
