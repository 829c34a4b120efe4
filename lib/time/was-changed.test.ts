import { expect, test } from 'vitest';
import { wasChanged } from './was-changed.ts';

test.each([
  ['2026-11-27T10:00:00.000Z', false],
  ['2026-11-27T10:00:00.004Z', false],
  ['2026-11-27T10:00:01.000Z', true],
])('a record created at 10:00:00 and stored at %s was changed: %s', (updatedAt, changed) => {
  expect(wasChanged({ createdAt: '2026-11-27T10:00:00.000Z', updatedAt })).toBe(changed);
});
