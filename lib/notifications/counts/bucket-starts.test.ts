import { expect, test } from 'vitest';
import { bucketStarts } from './bucket-starts.ts';

const HOUR = 3_600_000;
const ms = Date.parse;
const starts = (from: string, to: string, hours: number, zone: string) =>
  bucketStarts({ from: ms(from), to: ms(to) }, hours * HOUR, zone).map((at) => new Date(at).toISOString().slice(5, 16));

test.each([
  ['UTC', 12, ['11-17T00:00', '11-17T12:00', '11-18T00:00']],
  ['Europe/Berlin', 12, ['11-16T23:00', '11-17T11:00', '11-17T23:00']],
  ['America/New_York', 12, ['11-17T05:00', '11-17T17:00', '11-18T05:00']],
  ['Asia/Kolkata', 12, ['11-16T18:30', '11-17T06:30', '11-17T18:30']],
  ['Asia/Kathmandu', 6, ['11-17T00:15', '11-17T06:15', '11-17T12:15', '11-17T18:15', '11-18T00:15']],
  ['Europe/Berlin', 24, ['11-16T23:00', '11-17T23:00']],
  ['Asia/Kolkata', 1 / 4, undefined],
  ['Asia/Kathmandu', 1, undefined],
])('in %s buckets of %d h begin at times that the clock shows', (zone, hours, expected) => {
  const found = starts('2026-11-17T05:10:00.000Z', '2026-11-18T05:10:00.000Z', hours, zone);
  if (expected) expect(found).toEqual(expected);
  for (const at of found) {
    const local = new Date(ms(`2026-${at}Z`)).toLocaleString('sv', { timeZone: zone }).slice(11, 16);
    const [hour = 0, minute = 0] = local.split(':').map(Number);
    expect((hour + minute / 60) % hours, `${zone} ${local}`).toBe(0);
  }
});

test('days begin at midnight even if clocks change, and no time is omitted', () => {
  // 25 October 2026 has 25 hours, 29 March has 23.
  expect(starts('2026-10-24T22:00:00.000Z', '2026-10-26T12:00:00.000Z', 12, 'Europe/Berlin')).toEqual([
    '10-24T22:00',
    '10-25T11:00',
    '10-25T23:00',
    '10-26T11:00',
  ]);
  expect(starts('2026-03-28T23:00:00.000Z', '2026-03-30T00:00:00.000Z', 12, 'Europe/Berlin')).toEqual([
    '03-28T23:00',
    '03-29T10:00',
    '03-29T22:00',
  ]);
  // Buckets keep their length within the repeated hour.
  const [first = 0, ...rest] = bucketStarts(
    { from: ms('2026-10-25T00:00:00.000Z'), to: ms('2026-10-25T03:00:00.000Z') },
    HOUR / 2,
    'Europe/Berlin',
  );
  expect([first, ...rest].map((at, index) => at - first - (index * HOUR) / 2)).toEqual([0, 0, 0, 0, 0, 0]);
});

test('several days begin at a midnight, and a range without length has one bucket', () => {
  for (const at of starts('2026-09-01T05:00:00.000Z', '2026-12-01T05:00:00.000Z', 48, 'Europe/Berlin'))
    expect(['22:00', '23:00']).toContain(at.slice(6));
  expect(starts('2026-11-17T05:10:00.000Z', '2026-11-17T05:10:00.000Z', 12, 'UTC')).toEqual(['11-17T00:00']);
  expect(starts('2026-11-17T00:00:00.000Z', '2026-11-17T00:00:00.000Z', 12, 'UTC')).toEqual(['11-17T00:00']);
});
