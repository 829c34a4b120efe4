// cspell:words gestern jetzt tagen
import { expect, test } from 'vitest';
import { ageText, canSnoozeUntil, dateTimeText, localInputValue, momentText, snoozePresets } from './times.ts';

const now = new Date(2026, 10, 25, 14, 30); // a Wednesday
const before = (ms: number) => new Date(now.getTime() - ms);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

test.each([
  [-5_000, 'now', 'jetzt'],
  [59_000, 'now', 'jetzt'],
  [5 * minute, '5 min. ago', 'vor 5 Min.'],
  [23 * hour, '23 hr. ago', 'vor 23 Std.'],
  [day, 'yesterday', 'gestern'],
  [6.5 * day, '6 days ago', 'vor 6 Tagen'],
  [7 * day, 'Nov 18', '18. Nov.'],
  [400 * day, 'Oct 21, 2025', '21. Okt. 2025'],
])('an age of %d ms reads “%s”', (ms, english, german) => {
  expect([ageText(before(ms), now, 'en'), ageText(before(ms), now, 'de')]).toEqual([english, german]);
});

test('a time ahead has the day unless it is today', () => {
  const texts = (lang: string) =>
    [
      [0, 18],
      [1, 9],
      [30, 9],
      [60, 9],
    ].map(([days = 0, hours]) => momentText(new Date(2026, 10, 25 + days, hours), now, lang));
  expect(texts('en-GB')).toEqual(['18:00', 'Thu, 09:00', '25 Dec, 09:00', '24 Jan 2027, 09:00']);
  // All hours have two digits.
  expect(texts('de')).toEqual(['18:00', 'Do, 09:00', '25. Dez., 09:00', '24. Jan. 2027, 09:00']);
});

test('a limit has its day, also today', () => {
  expect(['en-GB', 'de'].map((lang) => dateTimeText(now, lang))).toEqual(['25 Nov 2026, 14:30', '25.11.2026, 14:30']);
});

test('presets of a snooze are in the future, and within the limit', () => {
  const keys = (at: Date, hours: number) => snoozePresets(at, hours).map(({ key }) => key.slice(6).toLowerCase());
  expect(keys(now, 4320)).toEqual(['hour', 'evening', 'tomorrow', 'week']);
  expect(keys(new Date(2026, 10, 25, 17), 4320)).toEqual(['hour', 'tomorrow', 'week']);
  expect(keys(now, 24)).toEqual(['hour', 'evening', 'tomorrow']);
  expect(keys(now, 0)).toEqual([]);
  const weekOf = (date: number) => snoozePresets(new Date(2026, 10, date, 10), 4320).at(-1)?.at;
  // On Saturday, Sunday and Monday.
  expect([28, 29, 30].map((date) => weekOf(date)?.getDate())).toEqual([30, 7, 7]);
});

test('a snooze is at least a minute ahead and within the limit', () => {
  const ahead = [30_000, 61_000, 24 * hour, 24 * hour + 1].map((ms) => new Date(now.getTime() + ms));
  expect(ahead.map((at) => canSnoozeUntil(at, now, 24))).toEqual([false, true, true, false]);
  expect(canSnoozeUntil(new Date(Number.NaN), now, 24)).toBe(false);
});

test('the value of an input is in the reader’s time zone', () => {
  expect(localInputValue(new Date(2026, 0, 5, 7, 3))).toBe('2026-01-05T07:03');
});
