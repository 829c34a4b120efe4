import { expect, test } from 'vitest';
import { quietUntil } from './quiet-hours.ts';
import { QuietHours } from './schema.ts';

const night = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' };
const noon = { from: '12:00', to: '13:30', timezone: 'UTC' };
/** The clocks of Berlin skip 02:00–03:00 on 29 March 2026, and repeat 02:00–03:00 on 25 October 2026. */
const early = { from: '01:00', to: '02:30', timezone: 'Europe/Berlin' };

test.each<[string, QuietHours, string, string | undefined]>([
  ['before', noon, '2026-11-27T11:59:59.999Z', undefined],
  ['the first moment', noon, '2026-11-27T12:00:00.000Z', '2026-11-27T13:30:00.000Z'],
  ['the last moment', noon, '2026-11-27T13:29:59.999Z', '2026-11-27T13:30:00.000Z'],
  ['the end', noon, '2026-11-27T13:30:00.000Z', undefined],
  ['before midnight', night, '2026-11-27T21:30:00.000Z', '2026-11-28T06:00:00.000Z'],
  ['after midnight', night, '2026-11-28T00:30:00.000Z', '2026-11-28T06:00:00.000Z'],
  ['in the day', night, '2026-11-28T06:00:00.000Z', undefined],
  ['before 22:00 in summer', night, '2026-07-01T19:59:00.000Z', undefined],
  ['after 22:00 in summer', night, '2026-07-01T20:00:00.000Z', '2026-07-02T05:00:00.000Z'],
  ['the night in which an hour is skipped', night, '2026-03-28T21:00:00.000Z', '2026-03-29T05:00:00.000Z'],
  ['the night in which an hour is repeated', night, '2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'],
  ['an end that is skipped', early, '2026-03-29T00:30:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['after an end that is skipped', early, '2026-03-29T01:00:00.000Z', undefined],
  ['the first occurrence of a repeated end', early, '2026-10-25T00:15:00.000Z', '2026-10-25T00:30:00.000Z'],
  ['after the first occurrence of a repeated end', early, '2026-10-25T01:15:00.000Z', undefined],
])('%s', (_, quiet, now, end) => {
  expect(quietUntil(quiet, new Date(now))?.toISOString()).toBe(end);
});

test('quiet hours have a start, a different end, and a zone', () => {
  const problems = (input: object) =>
    QuietHours.safeParse({ ...night, ...input }).error?.issues.map(({ path }) => path.join());
  expect(problems({})).toBeUndefined();
  expect(problems({ to: '22:00' })).toEqual(['to']);
  expect(problems({ from: '24:00' })).toEqual(['from']);
  expect(problems({ timezone: 'Berlin' })).toEqual(['timezone']);
});
