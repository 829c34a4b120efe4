import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cronOf, type DurationUnit, longestDays, MAX_CRON_LENGTH, nextTime, timeAfter } from './duration.ts';

const at = (text: string) => new Date(text);
const later = (from: string, amount: number, unit: DurationUnit, zone?: string) =>
  timeAfter(at(from), amount, unit, zone)?.toISOString();

describe('durations', () => {
  test.each<[from: string, amount: number, unit: DurationUnit, zone: string, expected: string]>([
    // Elapsed time, in every zone
    ['2026-03-05T14:07:09.123Z', 90, 'seconds', 'UTC', '2026-03-05T14:08:39.123Z'],
    ['2026-03-05T14:07:09.123Z', 90, 'minutes', 'Asia/Kolkata', '2026-03-05T15:37:09.123Z'],
    ['2026-03-05T14:07:09.123Z', 90, 'hours', 'Asia/Kolkata', '2026-03-09T08:07:09.123Z'],
    // A day is 24 hours also when the clocks change: 12:00 becomes 13:00, or 11:00
    ['2026-03-28T11:00:00.000Z', 1, 'days', 'Europe/Berlin', '2026-03-29T11:00:00.000Z'],
    ['2026-10-24T10:00:00.000Z', 1, 'days', 'Europe/Berlin', '2026-10-25T10:00:00.000Z'],
    ['2026-03-07T17:00:00.000Z', 1, 'days', 'America/New_York', '2026-03-08T17:00:00.000Z'],
    ['2026-10-24T10:00:00.000Z', 2, 'weeks', 'Europe/Berlin', '2026-11-07T10:00:00.000Z'],
    ['2026-03-05T14:07:09.123Z', 1.5, 'days', 'UTC', '2026-03-07T02:07:09.123Z'],
    ['2026-03-05T00:00:00.000Z', -3, 'days', 'UTC', '2026-03-02T00:00:00.000Z'],
    // In a month that is too short, the result is its last day
    ['2026-01-31T10:00:00.000Z', 1, 'months', 'UTC', '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, 'months', 'UTC', '2028-02-29T10:00:00.000Z'],
    ['2026-01-31T10:00:00.000Z', 2, 'months', 'UTC', '2026-03-31T10:00:00.000Z'],
    ['2026-03-31T10:00:00.000Z', 1, 'months', 'UTC', '2026-04-30T10:00:00.000Z'],
    ['2026-12-31T10:00:00.000Z', 2, 'months', 'UTC', '2027-02-28T10:00:00.000Z'],
    ['2026-03-31T10:00:00.000Z', -1, 'months', 'UTC', '2026-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 12, 'months', 'UTC', '2029-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', 1, 'years', 'UTC', '2029-02-28T10:00:00.000Z'],
    ['2028-02-29T10:00:00.000Z', -4, 'years', 'UTC', '2024-02-29T10:00:00.000Z'],
    ['2026-04-15T00:00:00.000Z', 0, 'months', 'UTC', '2026-04-15T00:00:00.000Z'],
    ['2026-04-01T00:00:00.000Z', 0.5, 'months', 'UTC', '2026-04-16T00:00:00.000Z'],
    // The calendar of the zone counts: in Berlin it is already February, in New York still January
    ['2026-01-31T23:30:00.000Z', 1, 'months', 'UTC', '2026-02-28T23:30:00.000Z'],
    ['2026-01-31T23:30:00.000Z', 1, 'months', 'Europe/Berlin', '2026-02-28T23:30:00.000Z'],
    ['2026-03-01T03:30:00.000Z', 1, 'months', 'America/New_York', '2026-03-29T02:30:00.000Z'],
    ['2026-03-01T03:30:00.000Z', 1, 'months', 'Asia/Kolkata', '2026-04-01T03:30:00.000Z'],
    ['2026-01-30T20:00:00.000Z', 1, 'months', 'Asia/Kolkata', '2026-02-27T20:00:00.000Z'],
    // The time of day stays the same, even if the offset of the zone changes
    ['2026-03-15T12:00:00.000Z', 1, 'months', 'Europe/Berlin', '2026-04-15T11:00:00.000Z'],
    ['2026-10-15T12:00:00.000Z', 1, 'months', 'America/New_York', '2026-11-15T13:00:00.000Z'],
    ['2026-09-15T00:00:00.000Z', 1, 'months', 'Australia/Lord_Howe', '2026-10-14T23:30:00.000Z'],
    // If the clocks skip that time, the result is the end of the gap. If they show it twice, the first time counts
    ['2026-02-28T01:30:00.000Z', 1, 'months', 'Europe/Berlin', '2026-03-28T01:30:00.000Z'],
    ['2026-02-01T01:30:00.123Z', 1, 'months', 'Europe/Berlin', '2026-03-01T01:30:00.123Z'],
    ['2026-02-08T07:15:00.000Z', 1, 'months', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-09-25T00:30:00.000Z', 1, 'months', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-25T01:30:00.000Z', -1, 'months', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('%s and %s %s in %s is %s', (from, amount, unit, zone, expected) => {
    expect(later(from, amount, unit, zone)).toBe(expected);
  });

  test('have no end beyond the range of dates', () => {
    for (const unit of ['seconds', 'weeks', 'months', 'years'] as const)
      for (const amount of [Number.NaN, 1e300, -1e300, Number.POSITIVE_INFINITY])
        expect(later('2026-01-01T00:00:00Z', amount, unit)).toBeUndefined();
    expect(timeAfter(new Date(8.64e15), 1, 'months')).toBeUndefined();
    expect(timeAfter(new Date(Number.NaN), 1, 'days')).toBeUndefined();
  });

  test('have a maximum length of months that is exact', () => {
    const days = Array.from({ length: 4 * 366 }, (_, day) => Date.UTC(2026, 0, 1 + day));
    for (let months = 1; months <= 25; months++) {
      const lengths = days.map((from) => (Number(timeAfter(new Date(from), months, 'months')) - from) / 86_400_000);
      expect(longestDays(months, 'months'), `${months} months`).toBe(Math.max(...lengths));
    }
    expect(longestDays(1, 'years')).toBe(366);
    expect(longestDays(36, 'hours')).toBe(1.5);
    expect(longestDays(2, 'weeks')).toBe(14);
    expect(longestDays(6.5, 'months')).toBe(199.5);
    expect(longestDays(-1, 'months')).toBe(0);
  });
});

describe('schedules', () => {
  /** Returns the times after `from`, one after another. */
  const times = (cron: string, zone: string, from: string, count: number) => {
    const found: string[] = [];
    for (let next = nextTime(cron, at(from), zone); next && found.length < count; next = nextTime(cron, next, zone))
      found.push(next.toISOString().slice(0, 16));
    return found;
  };

  test.each<[cron: string, zone: string, from: string, expected: string[]]>([
    ['0 9 * * 1', 'UTC', '2026-03-05T14:07', ['2026-03-09T09:00', '2026-03-16T09:00']],
    ['0 9 * * *', 'Asia/Kolkata', '2026-03-05T03:29', ['2026-03-05T03:30', '2026-03-06T03:30']],
    ['0 9 * * *', 'Asia/Kolkata', '2026-03-05T03:30', ['2026-03-06T03:30']],
    // The same time of the day before and after the clocks change
    ['0 9 * * *', 'Europe/Berlin', '2026-03-28T07:00', ['2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00']],
    ['0 9 * * *', 'Europe/Berlin', '2026-10-24T06:00', ['2026-10-24T07:00', '2026-10-25T08:00']],
    ['0 9 * * *', 'America/New_York', '2026-03-07T12:00', ['2026-03-07T14:00', '2026-03-08T13:00']],
    ['0 9 * * *', 'America/New_York', '2026-10-31T12:00', ['2026-10-31T13:00', '2026-11-01T14:00']],
    ['0 9 * * *', 'Australia/Lord_Howe', '2026-10-02T12:00', ['2026-10-02T22:30', '2026-10-03T22:00']],
    // A time that the clocks skip occurs at the moment after the gap
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00', ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']],
    ['*/15 2 * * *', 'Europe/Berlin', '2026-03-28T02:00', ['2026-03-29T01:00', '2026-03-30T00:00']],
    ['30 1-3 * * *', 'Europe/Berlin', '2026-03-28T23:00', ['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30']],
    ['0 2,3 * * *', 'Europe/Berlin', '2026-03-28T23:00', ['2026-03-29T01:00', '2026-03-30T00:00', '2026-03-30T01:00']],
    ['59 2 * * *', 'America/New_York', '2026-03-08T00:00', ['2026-03-08T07:00', '2026-03-09T06:59']],
    ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00', ['2026-10-03T15:30', '2026-10-04T15:15']],
    ['30 0 * * *', 'America/Santiago', '2026-09-05T12:00', ['2026-09-06T04:00', '2026-09-07T03:30']],
    // A time that clocks show twice occurs once, the first time
    ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00', ['2026-10-25T00:30', '2026-10-26T01:30']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45', ['2026-10-26T01:30']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T01:15', ['2026-10-26T01:30']],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T01:30', ['2026-10-26T01:30']],
    ['30 1-3 * * *', 'Europe/Berlin', '2026-10-24T23:00', ['2026-10-24T23:30', '2026-10-25T00:30', '2026-10-25T02:30']],
    ['*/30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00', ['2026-10-25T00:00', '2026-10-25T00:30', '2026-10-26T01:00']],
    ['0 3 * * *', 'Europe/Berlin', '2026-10-25T01:59', ['2026-10-25T02:00']],
    ['30 1 * * *', 'America/New_York', '2026-11-01T00:00', ['2026-11-01T05:30', '2026-11-02T06:30']],
    ['45 1 * * *', 'Australia/Lord_Howe', '2026-04-04T12:00', ['2026-04-04T14:45', '2026-04-05T15:15']],
    ['0 0 * * *', 'America/Santiago', '2026-04-04T00:00', ['2026-04-04T03:00', '2026-04-05T04:00']],
    // An hourly schedule runs every hour of elapsed time
    ['0 * * * *', 'Europe/Berlin', '2026-10-24T23:30', ['2026-10-25T00:00', '2026-10-25T01:00', '2026-10-25T02:00']],
    ['30 0-23 * * *', 'Europe/Berlin', '2026-03-29T00:00', ['2026-03-29T00:30', '2026-03-29T01:30']],
    ['@hourly', 'America/New_York', '2026-11-01T04:30', ['2026-11-01T05:00', '2026-11-01T06:00', '2026-11-01T07:00']],
    ['*/30 * * * *', 'Australia/Lord_Howe', '2026-04-04T14:15', ['2026-04-04T14:30', '2026-04-04T15:00']],
    // The ends of months, and leap years
    ['0 0 31 * *', 'UTC', '2026-01-31T00:00', ['2026-03-31T00:00', '2026-05-31T00:00']],
    ['0 0 L * *', 'Europe/Berlin', '2026-02-01T00:00', ['2026-02-27T23:00', '2026-03-30T22:00']],
    ['0 0 L 2 *', 'UTC', '2027-03-01T00:00', ['2028-02-29T00:00', '2029-02-28T00:00']],
    ['0 12 29 2 *', 'America/New_York', '2026-03-01T00:00', ['2028-02-29T17:00', '2032-02-29T17:00']],
    ['0 9 * * 5L', 'Asia/Kolkata', '2026-02-01T00:00', ['2026-02-27T03:30', '2026-03-27T03:30']],
    ['30 0 9 * * *', 'UTC', '2026-02-01T00:00', ['2026-02-01T09:00', '2026-02-02T09:00']],
  ])('%s in %s after %s', (cron, zone, from, expected) => {
    expect(times(cron, zone, `${from}Z`, expected.length)).toEqual(expected);
  });

  test('an invalid schedule has no next time', () => {
    const from = at('2026-03-05T14:07:09Z');
    for (const cron of ['', 'whenever', '* * *', '61 * * * *', '2026-12-24T18:00:00', `${'1,'.repeat(200)}1 * * * *`])
      expect(nextTime(cron, from), cron).toBeUndefined();
    expect(nextTime('0 0 31 2 *', from)).toBeUndefined();
    expect(cronOf(`${'*'.repeat(MAX_CRON_LENGTH)}*`)).toBeUndefined();
    expect(cronOf('0 9 * * 1')).toBe(cronOf('0 9 * * 1'));
  });

  /** Days on which clocks change. Every minute around them is tested. */
  const CHANGES = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'];
  const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'];
  const START_HOURS = 62;
  const clocks = ZONES.flatMap((zone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    return CHANGES.map((day) => {
      const start = Date.parse(`${day}T00:00:00Z`) - START_HOURS * 3_600_000;
      const shown = Array.from({ length: 110 * 60 }, (_, minute) => format.format(start + minute * 60_000));
      return { zone, start, shown };
    });
  });

  test('equal the result of a check every minute', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    const time = fc.record({
      hours: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 3 }),
      minutes: fc.uniqueArray(fc.constantFrom(0, 1, 15, 29, 30, 31, 45, 59), { minLength: 1, maxLength: 3 }),
      clock: fc.constantFrom(...clocks),
      offset: fc.integer({ min: -36 * 60, max: 12 * 60 }),
    });
    fc.assert(
      fc.property(time, ({ hours, minutes, clock: { zone, start, shown }, offset }) => {
        const from = start + START_HOURS * 3_600_000 + offset * 60_000;
        const days = [...new Set(shown.map((text) => text.slice(0, 10)))].slice(1);
        const walls = days.flatMap((date) =>
          hours.flatMap((hour) => minutes.map((minute) => `${date} ${two(hour)}:${two(minute)}`)),
        );
        const found = walls.flatMap((wall) => {
          const exact = shown.indexOf(wall);
          const index = exact >= 0 ? exact : shown.findIndex((text) => text > wall);
          return index >= 0 ? [start + index * 60_000] : [];
        });
        const expected = Math.min(...found.filter((moment) => moment > from));
        const cron = `${minutes.join(',')} ${hours.join(',')} * * *`;
        expect(nextTime(cron, new Date(from), zone)?.toISOString(), cron).toBe(new Date(expected).toISOString());
      }),
      { numRuns: 300 },
    );
  });
});
