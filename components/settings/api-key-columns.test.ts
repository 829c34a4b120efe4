import { expect, test } from 'vitest';
import { oldUntil } from './api-key-columns.tsx';

const now = Date.parse('2026-11-30T12:00:00.000Z');

test.each([
  ['2026-12-01T11:30:00.000Z', 'Old, until tomorrow 12:30'],
  ['2026-11-30T11:00:00.000Z', 'Old'],
  [undefined, 'Old'],
])('a rotated key that ends at %s is “%s”', (expiresAt, text) => {
  expect(oldUntil(expiresAt, now, 'Europe/Berlin')).toBe(text);
});
