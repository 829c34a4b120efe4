import { expect, test } from 'vitest';
import { ApiFailure } from '#lib/api/client.ts';
import { atField, isTaken } from './taken.ts';

test('a taken key is an error of its field, and other errors stay', () => {
  const conflict = new ApiFailure({ statusCode: 409, code: 'conflict', message: 'Topic with key "a" already exists' });
  expect(isTaken(conflict)).toBe(true);
  expect(atField(conflict, 'key', 'This key is taken')).toMatchObject({
    errors: { key: { messages: ['This key is taken'] } },
  });
  const other = new ApiFailure({ statusCode: 503, code: 'unavailable', message: 'Down' });
  expect(isTaken(other)).toBe(false);
  expect(atField(other, 'key', 'This key is taken')).toBe(other);
});
