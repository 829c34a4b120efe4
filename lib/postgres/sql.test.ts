import { expect, test } from 'vitest';
import { timestampText } from './sql.ts';

test.each([
  ['2027-03-01 09:30:00+00', '2027-03-01T09:30:00.000Z'],
  ['2027-03-01 09:30:00.5+00', '2027-03-01T09:30:00.500Z'],
  ['2027-03-01 09:30:00.05+00', '2027-03-01T09:30:00.050Z'],
  ['2027-03-01 09:30:00.123+00', '2027-03-01T09:30:00.123Z'],
])('%s of PostgreSQL is returned as %s', (stored, text) => {
  expect(timestampText(stored)).toBe(text);
  expect(new Date(text).toISOString()).toBe(text);
});
