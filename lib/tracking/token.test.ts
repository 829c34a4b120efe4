import { expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { clickToken, openToken, readClickToken, readOpenToken, type TrackedMessage } from './token.ts';

vi.mock('#lib/env.ts', () => ({ env: () => ({ ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}` }) }));

const message = (): TrackedMessage => ({ environmentId: newId(), messageId: newId(), integrationId: newId() });
const SHOP = 'https://shop.example/order?id=7&from=mail';

test('a token names its message, and is valid for its target only', () => {
  const tracked = message();
  expect(readClickToken(clickToken(tracked, SHOP), SHOP)).toEqual(tracked);
  expect(readOpenToken(openToken(tracked))).toEqual(tracked);
  expect(clickToken(tracked, SHOP)).toBe(clickToken(tracked, SHOP));
});

test('a signed link leads nowhere else', () => {
  const token = clickToken(message(), SHOP);
  const elsewhere = [
    ...[
      'https://evil.example/',
      'https://shop.example.evil.example/',
      'https://shop.example@evil.example/',
      '//evil.example',
    ],
    ...['javascript:alert(1)', 'data:text/html,<script>', '', '/', `${SHOP}#a`, `${SHOP}&to=https://evil.example`],
    ...[` ${SHOP}`, `${SHOP} `, SHOP.toUpperCase(), `${SHOP}\u0000`, SHOP.slice(0, -1), `${SHOP}\r\nset-cookie: a=b`],
    ...['http://shop.example/order?id=7&from=mail', 'https://shop.example/order?id=8&from=mail'],
  ];
  expect(elsewhere.filter((target) => readClickToken(token, target) !== undefined)).toEqual([]);
});

test('changed, shortened, extended and invented tokens are refused', () => {
  const tracked = message();
  const [token, other] = [clickToken(tracked, SHOP), clickToken(message(), SHOP)];
  const bytes = Buffer.from(token, 'base64url');
  const flipped = Array.from(bytes, (_, at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed.toString('base64url');
  });
  const hostile = [
    ...flipped,
    ...['', 'preview', 'A'.repeat(70), '_'.repeat(70), 'A'.repeat(100_000), '%00'.repeat(24), "' OR 1=1 --"],
    ...[
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      token.toUpperCase(),
      `../${token.slice(3)}`,
    ],
    ...[token.slice(0, 48) + other.slice(48), other.slice(0, 48) + token.slice(48)],
    ...[bytes.toString('base64'), bytes.toString('hex'), `${token.slice(0, 30)}\u0000${token.slice(31)}`],
    // A token of the other kind.
    openToken(tracked),
  ];
  expect(hostile.length).toBeGreaterThan(70);
  expect(hostile.filter((each) => each !== token && readClickToken(each, SHOP) !== undefined)).toEqual([]);
  expect([token, clickToken(tracked, ''), ...hostile.slice(0, -1)].filter((each) => readOpenToken(each))).toEqual([]);
});
