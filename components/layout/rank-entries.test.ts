import { Zap } from 'lucide-react';
import { expect, test } from 'vitest';
import { matchesAll } from './matches-all.ts';
import { navigationItems } from './navigation.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PAGE_SUBJECTS, PAGE_WORDS, SECTION_SUBJECTS } from './palette-words.ts';
import { rankEntries } from './rank-entries.ts';

const entry = (group: PaletteEntry['group'], label: string, isPart = false): PaletteEntry => ({
  value: label,
  group,
  icon: Zap,
  label,
  isPart,
  href: '/',
});

const ranked = (needle: string, ...entries: PaletteEntry[]) => rankEntries(entries, needle).map(({ label }) => label);

test('the best match is first, and its group with it', () => {
  const entries = [
    entry('Subscribers', 'Jane Cooper'),
    entry('Subscribers', 'Why didn’t Jane Cooper get it?', true),
    entry('Workflows', 'Delayed order'),
    entry('Workflows', 'Order shipped'),
    entry('Pages', 'Orders'),
    entry('More', 'Messages with “order”'),
  ];
  expect(ranked('order', ...entries)).toEqual([
    'Order shipped',
    'Delayed order',
    'Orders',
    'Jane Cooper',
    'Why didn’t Jane Cooper get it?',
    'Messages with “order”',
  ]);
  expect(ranked('orders', ...entries)[0]).toBe('Orders');
  expect(ranked('shipped ord', ...entries)[0]).toBe('Order shipped');
});

test('an equal label is better than a beginning, and nothing is ranked without a text', () => {
  expect(ranked('log', entry('Pages', 'Logs'), entry('Pages', 'Log'))).toEqual(['Log', 'Logs']);
  expect(ranked('', entry('Pages', 'B'), entry('Workflows', 'A'))).toEqual(['B', 'A']);
});

test('equal matches keep their order', () => {
  expect(ranked('jan', entry('Subscribers', 'Janet'), entry('Subscribers', 'Jane'))).toEqual(['Janet', 'Jane']);
});

const pages = navigationItems.map(({ label, path }) => ({
  ...entry('Pages', label),
  words: PAGE_WORDS[path],
  subjects: PAGE_SUBJECTS[path],
}));
const guides = [
  entry('Guides', 'Resend'),
  { ...entry('Guides', 'Retries'), subjects: SECTION_SUBJECTS['concepts#retries'] },
];

test.each([
  ['queue', 'System'],
  ['que', 'System'],
  ['worker', 'System'],
  ['Retention', 'General'],
  ['new key', 'API keys'],
  ['failed', 'Activity'],
])('“%s” lists the page about it first: %s', (needle, page) => {
  const matching = pages.filter(({ label, words = '', subjects = '' }) =>
    matchesAll(`${label} ${words} ${subjects}`, needle),
  );
  expect(ranked(needle, ...matching)[0]).toBe(page);
});

test('“resend” lists the help on retries before the provider of that name, “Resend” both', () => {
  expect(ranked('resend', ...guides)[0]).toBe('Retries');
});

test('a record with the label is before the page about it', () => {
  expect(ranked('queue', entry('Workflows', 'Queue'), ...pages)[0]).toBe('Queue');
});
