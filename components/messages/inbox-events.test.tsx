import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Message } from '#lib/messages/schema.ts';
import { InboxEvents } from './inbox-events.tsx';

const message = {
  ...{ channel: 'in_app', status: 'sent', createdAt: '2026-05-05T12:00:00.000Z', sentAt: '2026-05-05T12:00:01.000Z' },
  ...{ seen: true, firstSeenAt: '2026-05-05T12:01:00.000Z', read: true, lastReadDate: '2026-05-09T12:02:00.000Z' },
  snoozedUntil: '2026-05-12T12:03:00.000Z',
} as Message;

test('the events of an inbox are in order; those of another day have their date', () => {
  const html = renderToStaticMarkup(<InboxEvents message={message} />);
  expect(linesOf(html)).toEqual([
    expect.stringMatching(/^Seen \d\d:\d\d:\d\d$/),
    expect.stringMatching(/^Read 9 May 2026, \d\d:\d\d:\d\d \w/),
    expect.stringMatching(/^Snoozed until 12 May 2026, /),
  ]);
  // A time in the future is not a success.
  expect(html.split('</li>')[2]).not.toContain('text-ok');
});

test('a message that is unread again keeps when it was read, and a snooze when it began', () => {
  const at = (minute: number) => `2026-05-05T12:0${minute}:00.000Z`;
  const inbox = { completed: [{ type: 'primary', at: at(5) }], firstReadAt: at(2), unreadAt: at(4), snoozedAt: at(3) };
  const again = {
    ...message,
    read: false,
    lastReadDate: undefined,
    snoozedUntil: undefined,
    cta: {},
    inbox,
  } as Message;
  const texts = (more: object = {}) =>
    linesOf(renderToStaticMarkup(<InboxEvents message={{ ...again, ...more }} />)).map((line) =>
      line.replace(/ \d\d:.*$/, ''),
    );
  const end = ['The primary button clicked'];
  expect(texts()).toEqual(['Seen', 'Read', 'Snoozed', 'Marked as unread', ...end]);
  expect(texts({ deliveredAt: [at(1), at(4)] })).toEqual([
    ...['Seen', 'Read', 'Snoozed', 'Unread again, because the snooze ended'],
    ...end,
  ]);
  expect(texts({ read: true, lastReadDate: at(6) }).at(-1)).toBe('Read again');
});

function linesOf(html: string): string[] {
  return html
    .split('</li>')
    .slice(0, -1)
    .map((line) =>
      line
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}
