import { expect, test } from 'vitest';
import { withoutSecretTexts } from './redact.ts';

const SECRET = 'sk_live_4d1f0c7be2a9';

test('a secret is hidden in every text of a value, however deep; all else stays as it is', () => {
  const at = new Date();
  const tokens = new Set(['a']);
  const value = {
    [SECRET]: 1,
    text: `Bearer ${SECRET}`,
    list: ['x', { inner: SECRET }],
    at,
    tokens,
    none: null,
    count: 3,
  };
  const shown = withoutSecretTexts(value, [SECRET]);
  expect(JSON.stringify(Object.values(shown))).not.toContain(SECRET);
  expect(shown.text).toMatch(/^Bearer .+/);
  expect(shown).toMatchObject({ [SECRET]: 1, list: ['x', { inner: expect.any(String) }], none: null, count: 3 });
  expect(shown.at).toBe(at);
  expect(shown.tokens).toBe(tokens);
});

test('without secrets the value is the same one', () => {
  const value = { text: SECRET };
  expect(withoutSecretTexts(value)).toBe(value);
  expect(withoutSecretTexts(value, [])).toBe(value);
});
