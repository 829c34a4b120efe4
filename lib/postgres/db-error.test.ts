import { expect, test } from 'vitest';
import { isUniqueViolation } from './db-error.ts';

test('a unique violation on a node of Citus is recognised by the message, with the number of the shard', () => {
  const message = 'duplicate key value violates unique constraint "integrations_identifier_102681"';
  const error = Object.assign(new Error(message), { code: '23505' });
  expect(isUniqueViolation(error, 'integrations_identifier')).toBe(true);
  expect(isUniqueViolation(error, 'integrations_primary')).toBe(false);
  expect(isUniqueViolation(error, 'integrations')).toBe(false);
});
