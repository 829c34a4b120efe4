import { expect, test } from 'vitest';
import { clearSecrets, SECRET_MASK, withoutClearSecrets, withStoredSecrets } from './clear-secrets.ts';

const header = (key: string, value: string) => ({ method: 'GET', url: 'https://a.example', headers: [{ key, value }] });
const M = SECRET_MASK;

test.each([
  [header('Authorization', 'Bearer abcdef123456'), ['headers.0.value', 'abcdef123456']],
  [header('authorization', 'abcdef123456'), ['headers.0.value', 'abcdef123456']],
  [header('X-Api-Key', 'abcdef'), ['headers.0.value', 'abcdef']],
  [header('Cookie', 'session=abcdef'), ['headers.0.value', 'session=abcdef']],
  [header('X-Other', 'sk_live_0123456789abcdef'), ['headers.0.value', 'sk_live_0123456789abcdef']],
  [header('X-Token', '{{ payload.id }}-abcdef'), ['headers.0.value', '{{ payload.id }}-abcdef']],
  [
    header('Authorization', "{{ 'user:abcdef' | base64_encode }}"),
    ['headers.0.value', "{{ 'user:abcdef' | base64_encode }}"],
  ],
  [header('X-Pwd', 'abcdef'), ['headers.0.value', 'abcdef']],
  [{ url: 'https://a.example/hooks/sk_live_0123456789abcdef/x' }, ['url', 'sk_live_0123456789abcdef']],
  [{ url: 'https://a.example/', body: '{"a":{"client_secret": "hun\\"ter2!"}}' }, ['body', 'hun\\"ter2!']],
  [{ url: 'https://user:pass@a.example/' }, ['url', 'user:pass']],
  [{ url: 'https://a.example/?q=1&api_key=abcdef#x' }, ['url', 'abcdef']],
  [{ url: 'https://a.example/', body: '{"a":1,"password": "hunter2!"}' }, ['body', 'hunter2!']],
  [{ url: 'https://a.example/', body: [{ key: 'client_secret', value: 'abcdef' }] }, ['body.0.value', 'abcdef']],
])('%j contains a plain secret, which is masked', (controls, [path, value]) => {
  expect(clearSecrets(controls)).toEqual([{ path, value }]);
  const masked = JSON.stringify(withoutClearSecrets(controls));
  expect(masked).not.toContain(JSON.stringify(value).slice(1, -1));
  expect(masked).toContain(M);
  expect(withStoredSecrets(withoutClearSecrets(controls), controls)).toEqual({ controls, strayMasks: [] });
});

test.each([
  header('Authorization', 'Bearer {{ env.API_KEY }}'),
  header('X-Api-Key', '{{ payload.key }}'),
  header('Authorization', "{{ 'Bearer ' | append: env.API_KEY }}"),
  header('Accept', 'application/json'),
  header('Idempotency-Key', 'order-{{ payload.id }}'),
  header('X-Key', 'none'),
  { url: 'https://{{ env.USER }}@a.example/?api_key={{ env.KEY }}' },
  { url: 'https://a.example/@name?page=second' },
  { url: 'https://a.example/', body: '{"password": "{{ payload.password }}", "name": "abcdefgh"}' },
  {},
])('%j contains no secret', (controls) => {
  expect(clearSecrets(controls)).toEqual([]);
  expect(withoutClearSecrets(controls)).toEqual(controls);
});

const stored = {
  url: 'https://a.example/?api_key=abcdef',
  headers: [
    { key: 'Authorization', value: 'Bearer abcdef123456' },
    { key: 'X-A', value: 'b' },
  ],
  body: '{"token":"abcdef","a":1}',
};

test('a mask keeps the stored secret, even if other controls change or headers move', () => {
  const shown = withoutClearSecrets(stored);
  const headers = [
    { key: 'X-B', value: 'c' },
    { key: 'authorization', value: `Bearer ${M}` },
  ];
  expect(withStoredSecrets({ ...shown, headers }, stored)).toEqual({
    controls: { ...stored, headers: [headers[0], { key: 'authorization', value: 'Bearer abcdef123456' }] },
    strayMasks: [],
  });
});

test.each([
  ['another address', { ...withoutClearSecrets(stored), url: 'https://evil.example/' }, ['headers.0.value', 'body']],
  [
    'another path',
    { ...withoutClearSecrets(stored), url: `https://a.example/x?api_key=${M}` },
    ['url', 'headers.0.value', 'body'],
  ],
  ['another body', { ...withoutClearSecrets(stored), body: `{"token":"${M}","a":2}` }, ['body']],
  [
    'another name',
    {
      ...withoutClearSecrets(stored),
      body: '{}',
      url: 'https://a.example/?api_key=other1',
      headers: [{ key: 'X-Token', value: `Bearer ${M}` }],
    },
    ['headers.0.value'],
  ],
])('with %s a mask has no stored secret', (_, given, strayMasks) => {
  const kept = withStoredSecrets(given, stored);
  expect(kept.strayMasks).toEqual(strayMasks);
  if (_ !== 'another body') expect(JSON.stringify(kept.controls)).not.toContain('abcdef');
});
