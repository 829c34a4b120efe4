import { plainText } from '#lib/messages/headline.ts';

const lineMaxLength = 140;

/** Controls of any step in one line: what it says, or how long it waits, or where it calls. */
export function controlSummary(values: Record<string, unknown>): string {
  const text = (key: string) => (typeof values[key] === 'string' ? plainText(values[key]) : '');
  const span = spanText(values);
  const parts = [
    [text('method'), text('url')].filter(Boolean).join(' '),
    text('subject'),
    span,
    text('cron') && `On schedule ${text('cron')}`,
    typeof values.threshold === 'number' ? `At most ${values.threshold} in ${span || 'the window'}` : '',
    text('body'),
  ];
  const found = typeof values.threshold === 'number' ? parts[4] : parts.find(Boolean);
  return (found ?? '').slice(0, lineMaxLength);
}

/** "2 hours" from an amount and a unit. */
export function spanText({ amount, unit }: Record<string, unknown>): string {
  if (typeof amount !== 'number' || typeof unit !== 'string') return '';
  return `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;
}
