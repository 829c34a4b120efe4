import { expect, test } from 'vitest';
import { newestFirst } from './listed-outages.ts';

const outage = (day: number, isOver = true) => ({
  openedAt: `2026-11-0${day}T09:00:00.000Z`,
  ...(isOver && { closedAt: `2026-11-0${day}T09:10:00.000Z` }),
  words: 'refused',
});

test('outages in progress are first, then the newest of all integrations', () => {
  const list = newestFirst([
    [{ _id: 'a', name: 'SES' }, [outage(5), outage(1, false)]],
    [{ _id: 'b', name: 'Twilio' }, [outage(7), outage(3)]],
  ]);
  expect(list.map(({ name, openedAt }) => `${name} ${openedAt.slice(9, 10)}`)).toEqual([
    'SES 1',
    'Twilio 7',
    'SES 5',
    'Twilio 3',
  ]);
});
