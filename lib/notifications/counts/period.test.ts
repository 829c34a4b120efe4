import { expect, test } from 'vitest';
import { idCeil, idFloor, newId } from '#lib/id.ts';
import { NO_CEILING } from '#lib/postgres/seek.ts';
import { readPeriod } from './period.ts';

const EARLIEST = new Date('2026-01-01T00:00:00.000Z');

test('the period without dates begins with the retention and has no end', () => {
  expect(readPeriod({}, EARLIEST)).toEqual({ floor: idFloor(EARLIEST), ceiling: NO_CEILING });
});

test('the period includes both dates', () => {
  const at = new Date('2026-03-04T05:06:07.089Z');
  const { floor, ceiling } = readPeriod({ after: at.toISOString(), before: at.toISOString() }, EARLIEST);
  const id = newId(at);
  expect(id >= floor && id < ceiling).toBe(true);
  const earlier = newId(new Date(at.getTime() - 1));
  const later = newId(new Date(at.getTime() + 1));
  expect(earlier < floor).toBe(true);
  expect(later >= ceiling).toBe(true);
});

test('an `after` before the retention starts at the retention', () => {
  expect(readPeriod({ after: '2020-01-01' }, EARLIEST).floor).toBe(idFloor(EARLIEST));
});

test.each([
  ['2026-02-03', '2026-02-03T00:00:00.000Z'],
  ['2026-02-03T04:05', '2026-02-03T04:05:00.000Z'],
  ['2026-02-03T04:05:06', '2026-02-03T04:05:06.000Z'],
  ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000Z'],
  ['2026-02-03T04:05:06.789Z', '2026-02-03T04:05:06.789Z'],
  ['2026-02-03T04:05:06.789123+02:00', '2026-02-03T02:05:06.789Z'],
  ['2026-02-03T04:05:06 02:00', '2026-02-03T02:05:06.000Z'],
  ['2026-02-03T04:05:06-0500', '2026-02-03T09:05:06.000Z'],
])('%s is %s', (text, iso) => {
  expect(readPeriod({ before: text }, EARLIEST).ceiling).toBe(idCeil(new Date(iso)));
});

test.each(['yesterday', '2026', '2026-13-01', '2026-02-30T25:00:00Z', '1', 'null', '2026-02-03T04:05:06+99:99'])(
  '%s is not a date',
  (text) => {
    expect(() => readPeriod({ after: text }, EARLIEST)).toThrow(`Invalid date format for parameter 'after': ${text}`);
    expect(() => readPeriod({ before: text }, EARLIEST)).toThrow(`Invalid date format for parameter 'before': ${text}`);
  },
);

test('`after` later than `before` is rejected', () => {
  expect(() => readPeriod({ after: '2026-02-02', before: '2026-02-01' }, EARLIEST)).toThrow('Invalid date range:');
});
