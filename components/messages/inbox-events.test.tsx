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
  const lines = html
    .split('</li>')
    .slice(0, -1)
    .map((line) =>
      line
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
  expect(lines).toEqual([
    expect.stringMatching(/^Seen \d\d:\d\d:\d\d$/),
    expect.stringMatching(/^Read 9 May 2026, \d\d:\d\d:\d\d \w/),
    expect.stringMatching(/^Snoozed until 12 May 2026, /),
  ]);
  // A time in the future is not a success.
  expect(html.split('</li>')[2]).not.toContain('text-ok');
});
