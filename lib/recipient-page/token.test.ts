import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#lib/id.ts';
import { LINK_DAYS, linkToken, readLinkToken } from './token.ts';

const NOW = new Date('2026-11-27T12:00:00.000Z');
const run = (at = NOW) => ({
  environmentId: newId(),
  subscriberId: newId(),
  workflowId: newId(),
  runId: newId(at),
});
const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

const keys = vi.hoisted(() => ({ text: '' }));
vi.mock('#lib/env.ts', () => ({ env: () => ({ ENCRYPTION_KEYS: keys.text }) }));

function setKeys(text: string): void {
  keys.text = text;
}

beforeEach(() => setKeys(key('test', 9)));

test('a token names its run, for a year after the trigger', () => {
  const linked = run();
  const token = linkToken(linked);
  expect(linkToken(linked)).toBe(token);
  expect(readLinkToken(token, NOW)).toEqual(linked);
  const end = NOW.getTime() + LINK_DAYS * 86_400_000;
  expect(readLinkToken(token, new Date(end - 1_000))).toEqual(linked);
  expect(readLinkToken(token, new Date(end + 1_000))).toBe('expired');
});

test('a token stays valid while its key is in ENCRYPTION_KEYS', () => {
  setKeys(key('old', 1));
  const linked = run();
  const token = linkToken(linked);
  setKeys(`${key('new', 2)},${key('old', 1)}`);
  expect(readLinkToken(token, NOW)).toEqual(linked);
  expect(linkToken(linked)).not.toBe(token);
  setKeys(key('new', 2));
  expect(readLinkToken(token, NOW)).toBeUndefined();
});

/** Returns the other spelling of the last character, which decodes to the same bytes. */
function sameBytes(token: string): string {
  const bytes = Buffer.from(token, 'base64url');
  const spellings = ['A', 'B', 'C', 'Q', 'R', 'g', 'h', 'w', 'x'].map((last) => token.slice(0, -1) + last);
  return spellings.find((each) => each !== token && bytes.equals(Buffer.from(each, 'base64url'))) ?? '';
}

test('changed, shortened, extended and invented tokens are refused', () => {
  const token = linkToken(run());
  const other = linkToken(run());
  const bytes = Buffer.from(token, 'base64url');
  const flipped = Array.from(bytes, (_, at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed.toString('base64url');
  });
  const hostile = [
    ...flipped,
    '',
    'preview',
    token.slice(1),
    sameBytes(token),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    ` ${token}`,
    token.toUpperCase(),
    token.slice(0, 64) + other.slice(64),
    other.slice(0, 64) + token.slice(64),
    'A'.repeat(86),
    '_'.repeat(86),
    'A'.repeat(100_000),
    `${token.slice(0, 43)}\u0000${token.slice(44)}`,
    `../${token.slice(3)}`,
    '%00'.repeat(28),
    '<script>alert(1)</script>',
    "' OR 1=1 --",
    bytes.toString('base64'),
    bytes.toString('hex'),
  ];
  const accepted = hostile.filter((each) => each !== token && readLinkToken(each, NOW) !== undefined);
  expect(accepted).toEqual([]);
});
