import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursOn, isWithin, nextOpening } from './schedule.ts';
import { Schedule, UpdatePreferencesBody } from './schema.ts';
import { minutesOfDay } from './time-of-day.ts';

const hours = (...ranges: string[]) => ({
  isEnabled: true,
  hours: ranges.map((range) => {
    const [start = '', end = ''] = range.split('-');
    return { start, end };
  }),
});
const week = (weeklySchedule: Schedule['weeklySchedule']): Schedule => ({ isEnabled: true, weeklySchedule });
const everyDay = (day: ReturnType<typeof hours>) =>
  week({ monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day });

const OFFICE = hours('09:00-17:00');
const WORKDAYS = week({ monday: OFFICE, tuesday: OFFICE, wednesday: OFFICE, thursday: OFFICE, friday: OFFICE });
const NIGHTS = week({ friday: hours('10:00 PM-6:00 AM'), sunday: hours('22:00-02:30') });
const SUNDAY_GAP = week({ sunday: hours('02:00-02:30') });
const ALWAYS = '(at once)';

describe('the next opening', () => {
  test.each<
    [name: string, schedule: Schedule | null | undefined, zone: string, at: string, expected: string | undefined]
  >([
    ['no schedule', undefined, 'UTC', '2026-03-05T03:00', ALWAYS],
    ['none stored', null, 'UTC', '2026-03-05T03:00', ALWAYS],
    ['switched off', { ...WORKDAYS, isEnabled: false }, 'UTC', '2026-03-07T03:00', ALWAYS],
    ['without a week', { isEnabled: true }, 'UTC', '2026-03-07T03:00', ALWAYS],
    ['an empty week', week({}), 'UTC', '2026-03-07T03:00', undefined],
    [
      'every day off',
      week({ monday: { isEnabled: false, hours: OFFICE.hours } }),
      'UTC',
      '2026-03-07T03:00',
      undefined,
    ],
    // Thursday, 5 March
    ['at night', WORKDAYS, 'UTC', '2026-03-05T03:00', '2026-03-05T09:00'],
    ['when it opens', WORKDAYS, 'UTC', '2026-03-05T09:00', ALWAYS],
    ['before it closes', WORKDAYS, 'UTC', '2026-03-05T16:59', ALWAYS],
    ['when it closes', WORKDAYS, 'UTC', '2026-03-05T17:00', '2026-03-06T09:00'],
    ['over the weekend', WORKDAYS, 'UTC', '2026-03-06T17:00', '2026-03-09T09:00'],
    ['in India', WORKDAYS, 'Asia/Kolkata', '2026-03-05T03:29', '2026-03-05T03:30'],
    ['in India, open', WORKDAYS, 'Asia/Kolkata', '2026-03-05T11:29', ALWAYS],
    ['in New York, another day', WORKDAYS, 'America/New_York', '2026-03-07T02:00', '2026-03-09T13:00'],
    ['a day without hours', week({ saturday: { isEnabled: true } }), 'UTC', '2026-03-05T03:00', '2026-03-07T00:00'],
    ['a day with no hours', week({ saturday: { isEnabled: true, hours: [] } }), 'UTC', '2026-03-07T23:59', ALWAYS],
    ['only this weekday', week({ thursday: OFFICE }), 'UTC', '2026-03-05T17:00', '2026-03-12T09:00'],
    [
      'between two ranges',
      everyDay(hours('08:00-12:00', '13:00-18:00')),
      'UTC',
      '2026-03-05T12:00',
      '2026-03-05T13:00',
    ],
    [
      'ranges out of order',
      everyDay(hours('13:00-18:00', '08:00-12:00')),
      'UTC',
      '2026-03-05T03:00',
      '2026-03-05T08:00',
    ],
    ['until the end of the day', everyDay(hours('20:00-11:59 PM')), 'UTC', '2026-03-05T23:59', ALWAYS],
    ['until midnight', everyDay(hours('20:00-24:00')), 'UTC', '2026-03-06T00:00', '2026-03-06T20:00'],
    ['all day', everyDay(hours('12:00 AM-12:00 AM')), 'UTC', '2026-03-05T12:00', ALWAYS],
    // Past midnight
    ['late on Friday', NIGHTS, 'UTC', '2026-03-06T23:30', ALWAYS],
    ['early on Saturday', NIGHTS, 'UTC', '2026-03-07T05:59', ALWAYS],
    ['later on Saturday', NIGHTS, 'UTC', '2026-03-07T06:00', '2026-03-08T22:00'],
    ['early on Friday', NIGHTS, 'UTC', '2026-03-06T05:00', '2026-03-06T22:00'],
    // The clocks of Berlin skip 02:00 to 03:00 on Sunday 29 March
    ['opens later by the clock', WORKDAYS, 'Europe/Berlin', '2026-03-28T12:00', '2026-03-30T07:00'],
    ['in the skipped hour', everyDay(hours('02:30-05:00')), 'Europe/Berlin', '2026-03-29T00:30', '2026-03-29T01:00'],
    ['ends in the skipped hour', everyDay(hours('23:00-02:30')), 'Europe/Berlin', '2026-03-29T00:59', ALWAYS],
    [
      'has ended in the skipped hour',
      everyDay(hours('23:00-02:30')),
      'Europe/Berlin',
      '2026-03-29T01:00',
      '2026-03-29T21:00',
    ],
    ['all of it skipped', SUNDAY_GAP, 'Europe/Berlin', '2026-03-28T12:00', '2026-04-05T00:00'],
    ['just after it was skipped', SUNDAY_GAP, 'Europe/Berlin', '2026-03-29T01:00', '2026-04-05T00:00'],
    // On Sunday 25 October, the clocks of Berlin show 02:00 to 03:00 twice
    [
      'opens when it comes first',
      everyDay(hours('02:30-05:00')),
      'Europe/Berlin',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
    ],
    ['open the second time too', everyDay(hours('02:30-05:00')), 'Europe/Berlin', '2026-10-25T01:10', ALWAYS],
    ['closes when it comes first', everyDay(hours('23:00-02:30')), 'Europe/Berlin', '2026-10-25T00:29', ALWAYS],
    ['closed the second time', everyDay(hours('23:00-02:30')), 'Europe/Berlin', '2026-10-25T01:10', '2026-10-25T22:00'],
    // Clock changes in New York on 8 March and 1 November, and in Lord Howe, by half an hour, on 5 April and 4 October
    ['spring in New York', WORKDAYS, 'America/New_York', '2026-03-06T23:00', '2026-03-09T13:00'],
    ['autumn in New York', WORKDAYS, 'America/New_York', '2026-10-30T22:00', '2026-11-02T14:00'],
    [
      'half an hour skipped',
      everyDay(hours('02:15-02:45')),
      'Australia/Lord_Howe',
      '2026-10-03T15:00',
      '2026-10-03T15:30',
    ],
    [
      'half an hour repeated',
      everyDay(hours('01:45-02:45')),
      'Australia/Lord_Howe',
      '2026-04-04T14:30',
      '2026-04-04T14:45',
    ],
    ['the same, still open', everyDay(hours('01:45-02:45')), 'Australia/Lord_Howe', '2026-04-04T15:10', ALWAYS],
    // Leap day
    ['on a leap day', week({ tuesday: OFFICE }), 'UTC', '2028-02-28T12:00', '2028-02-29T09:00'],
  ])('%s', (_name, schedule, zone, at, expected) => {
    const from = new Date(`${at}Z`);
    const found = nextOpening(schedule, from, zone)?.toISOString();
    expect(found).toBe(expected === ALWAYS ? from.toISOString() : expected && new Date(`${expected}Z`).toISOString());
    expect(isWithin(schedule, from, zone)).toBe(expected === ALWAYS);
  });
});

test('equals the result of a check every 15 minutes', () => {
  const clock = (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  const range = fc.tuple(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 0, max: 48 }));
  const text = (half: number) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  const day = fc.record({
    isEnabled: fc.constantFrom(true, true, true, false),
    hours: fc.array(range, { minLength: 1, maxLength: 2 }),
  });
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  const days = fc.tuple(...names.map(() => fc.option(day, { freq: 2, nil: undefined })));
  // Weeks in which the clocks do not change. The table above covers the changes.
  const start = fc
    .constantFrom('2026-02-02', '2026-06-08', '2026-11-09')
    .map((date) => Date.parse(`${date}T00:00:00Z`));
  fc.assert(
    fc.property(days, start, fc.constantFrom('UTC', 'Asia/Kolkata', 'America/New_York'), (given, from, zone) => {
      const entries = given.flatMap((one, at) =>
        one ? [[names[at], { ...one, hours: one.hours.map(([a, b]) => ({ start: text(a), end: text(b) })) }]] : [],
      );
      const schedule = Schedule.parse({ isEnabled: true, weeklySchedule: Object.fromEntries(entries) });
      const format = clock(zone);
      const isOpen = (at: number) => {
        const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
        const weekday = names.indexOf(parts.weekday?.toLowerCase() as (typeof names)[number]);
        const half = Number(parts.hour) * 2 + Number(parts.minute) / 30;
        const open = (which: number, minute: number) =>
          given[which]?.isEnabled &&
          given[which]?.hours.some(([a, b]) => a <= minute && minute < (b <= a ? b + 48 : b));
        return Boolean(open(weekday, half) || open((weekday + 6) % 7, half + 48));
      };
      const times = Array.from({ length: 12 * 96 }, (_, quarter) => from + quarter * 900_000);
      const shown = times.map(isOpen);
      for (const at of [0, 37, 200, 333]) {
        const time = new Date(times[at] as number);
        expect(isWithin(schedule, time, zone)).toBe(shown[at]);
        const next = shown.indexOf(true, at);
        expect(nextOpening(schedule, time, zone)?.getTime()).toBe(next < 0 ? undefined : times[next]);
      }
    }),
    { numRuns: 40 },
  );
});

test('the hours of a day are shown as text', () => {
  const at = new Date('2026-03-05T20:00:00Z');
  expect(hoursOn(WORKDAYS, at, 'UTC')).toBe('09:00–17:00');
  expect(hoursOn(everyDay(hours('8:00 AM-12:00 PM', '1:00 PM-06:30 PM')), at, 'UTC')).toBe('08:00–12:00, 13:00–18:30');
  expect(hoursOn(NIGHTS, at, 'Asia/Kolkata')).toBe('22:00–06:00');
  expect(hoursOn(NIGHTS, at, 'UTC')).toBe('closed');
  expect(hoursOn(everyDay(hours('20:00-23:59')), at, 'UTC')).toBe('20:00–24:00');
  expect(hoursOn(week({ thursday: { isEnabled: true } }), at, 'UTC')).toBe('all day');
  expect(hoursOn(null, at, 'UTC')).toBe('all day');
});

test.each<[text: string, minutes: number | undefined]>([
  ['09:00', 540],
  ['9:05', 545],
  ['17:30', 1050],
  ['00:00', 0],
  ['24:00', 1440],
  ['09:00 AM', 540],
  ['12:00 AM', 0],
  ['12:30 PM', 750],
  ['05:00pm', 1020],
  ['18:00 PM', 1080],
  ['24:01', undefined],
  ['25:00', undefined],
  ['13:00 AM', undefined],
  ['09:60', undefined],
  ['9', undefined],
  ['nine', undefined],
  ['', undefined],
  ['-9:00', undefined],
  ['09:00 XM', undefined],
])('the time of the day %j', (text, minutes) => {
  expect(minutesOfDay(text)).toBe(minutes);
  const schedule = {
    isEnabled: true,
    weeklySchedule: { monday: { isEnabled: true, hours: [{ start: text, end: '17:00' }] } },
  };
  const { error } = UpdatePreferencesBody.safeParse({ schedule });
  if (minutes !== undefined) expect(error).toBeUndefined();
  else {
    expect(error?.issues[0]?.path.join('.')).toBe('schedule.weeklySchedule.monday.hours.0.start');
    expect(error?.issues[0]?.message).toContain('a time of the day such as "09:00"');
  }
});
