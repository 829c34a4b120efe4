import { expect, test } from 'vitest';
import { withoutSecretsInAnswer, withoutSecretTexts } from './redact.ts';

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

test('a secret is masked in the texts of others, and stays in Belfry’s own words', () => {
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

test('an answer has no secrets in the names of its properties either', () => {
  expect(withoutSecretsInAnswer({ list: [{ [SECRET]: 1, plan: SECRET }] }, [SECRET, 'plan'])).toEqual({
    list: [{ '••••••': 1, plan: '••••••' }],
  });
});
