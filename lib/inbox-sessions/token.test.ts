import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { inboxTokenHash, newInboxToken, parseInboxToken } from './token.ts';

const named = { environmentId: newId(), sessionId: newId() };

test('a token names its session, and no two are equal', () => {
  const token = newInboxToken(named);
  expect(token).toMatch(/^bfi_[0-9a-f]{112}$/);
  expect(parseInboxToken(token)).toEqual(named);
  expect(newInboxToken(named)).not.toBe(token);
  expect(inboxTokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
});

test.each([
  ['an API key', `bf_${'0'.repeat(64)}`],
  ['a shorter text', newInboxToken(named).slice(0, -1)],
  ['a longer text', `${newInboxToken(named)}0`],
  ['another case', newInboxToken(named).toUpperCase()],
  ['a line break', `${newInboxToken(named)}\n`],
  ['nothing', ''],
])('%s is no token', (_, text) => expect(parseInboxToken(text)).toBeUndefined());
