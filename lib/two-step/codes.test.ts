import { base32 } from '@better-auth/utils/base32';
import { expect, test } from 'vitest';
import { codeOf, enrolmentUri, isAppCode, matchingStep, newRecoveryCodes, newSecret, normalCode } from './codes.ts';

/** The secret of RFC 6238, appendix B. Its codes have eight digits, of which Belfry uses the last six. */
const rfc = base32.encode('12345678901234567890', { padding: false });

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %d s is %s', async (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(await codeOf(rfc, step)).toBe(code);
  expect(await matchingStep(rfc, code, new Date(seconds * 1000))).toBe(step);
});

test('one step of drift is accepted either way, and no more', async () => {
  const step = 41_152_263;
  const [first, last] = [new Date(step * 30_000), new Date(step * 30_000 + 29_999)];
  const accepted = async (offset: number, at: Date) => matchingStep(rfc, await codeOf(rfc, step + offset), at);
  for (const at of [first, last]) {
    for (const offset of [-1, 0, 1]) expect(await accepted(offset, at), `${offset}`).toBe(step + offset);
    for (const offset of [-3, -2, 2, 3]) expect(await accepted(offset, at), `${offset}`).toBeUndefined();
  }
});

test('a code of another length is rejected', async () => {
  for (const code of ['', '28708', '2870820', '94287082', '28708٢'])
    expect(await matchingStep(rfc, code, new Date(59_000)), code).toBeUndefined();
});

test('a secret has 160 bits, and its URI contains issuer and account', () => {
  const secret = newSecret();
  expect(base32.decode(secret)).toHaveLength(20);
  expect(newSecret()).not.toBe(secret);
  const [path, query] = enrolmentUri(secret, { issuer: 'Belfry', account: 'ann+x@shop.example' }).split('?');
  expect(path).toBe('otpauth://totp/Belfry:ann%2Bx%40shop.example');
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    secret,
    issuer: 'Belfry',
    digits: '6',
    period: '30',
  });
});

test('ten recovery codes have 80 bits each, and are accepted with or without separators', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(normalCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(normalCode(code));
    expect(isAppCode(normalCode(code))).toBe(false);
  }
  expect(isAppCode(normalCode('123 456'))).toBe(true);
});
