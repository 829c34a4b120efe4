import { expect, test } from 'vitest';
import { briefText, lastingText } from './in-progress-text.ts';

const now = Date.parse('2026-11-27T10:00:00.000Z');
const openedAt = '2026-11-27T09:12:00.000Z';

test.each([
  [{ waiting: 0, more: false }, 'not reachable since 10:12'],
  [{ waiting: 1, more: false }, 'not reachable since 10:12 · 1 message waits'],
  [{ waiting: 37, more: false }, 'not reachable since 10:12 · 37 messages wait'],
  [{ waiting: 2_000, more: true }, 'not reachable since 10:12 · 2,000+ messages wait'],
])('%j is “%s”', (outage, text) => {
  expect(lastingText({ openedAt, ...outage }, now, 'Europe/Berlin')).toBe(text);
});

test('an outage of an earlier day has its date', () => {
  const yesterday = { openedAt: '2026-11-26T09:12:00.000Z', waiting: 0, more: false };
  expect(lastingText(yesterday, now, 'UTC')).toBe('not reachable since 26 Nov, 09:12');
});

test('phones show the state and the number of waiting messages', () => {
  const texts = [0, 14, 2_000].map((waiting) => briefText({ waiting, more: waiting === 2_000 }));
  expect(texts).toEqual(['Not reachable', 'Not reachable · 14', 'Not reachable · 2,000+']);
});
