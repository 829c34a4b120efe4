import { expect, test } from 'vitest';
import { withoutSecretsInAnswer, withoutSecretTexts } from './redact.ts';

const SECRET = 'sk_live_4d1f0c7be2a9';

test('a secret is hidden in every text of a value at any depth, and the rest stays unchanged', () => {
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

test('a value without secrets stays the same object', () => {
  const value = { text: SECRET };
  expect(withoutSecretTexts(value)).toBe(value);
  expect(withoutSecretTexts(value, [])).toBe(value);
});

test('a secret is masked in texts of others, but not in Belfry’s own texts', () => {
  const until = '2026-11-26T15:00:00.000Z';
  const reason = { code: 'sent', evidence: { words: 'sent abc', code: 'abc', until } };
  const record = { job: { id: '6abc84a05581', status: 'sent', reason, result: { status: 'sent', id: 'abc' } } };
  expect(withoutSecretTexts(record, ['sent', 'abc', '2026'])).toEqual({
    job: {
      ...{ id: '6abc84a05581', status: 'sent' },
      reason: { code: 'sent', evidence: { words: '•••••• ••••••', code: '••••••', until } },
      result: { status: '••••••', id: '••••••' },
    },
  });
});

test('a response has no secrets in the names of its properties', () => {
  expect(withoutSecretsInAnswer({ list: [{ [SECRET]: 1, plan: SECRET }] }, [SECRET, 'plan'])).toEqual({
    list: [{ '••••••': 1, plan: '••••••' }],
  });
});
