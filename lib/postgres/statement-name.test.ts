import { expect, test } from 'vitest';
import { withOwnName } from './statement-name.ts';

const nameOf = (name: string, text: string) => withOwnName({ name, text }).name ?? '';

test('a short name stays, and a second text under it gets another name that begins alike', () => {
  expect(nameOf('list-runs', 'SELECT 1')).toBe('list-runs');
  expect(nameOf('list-runs', 'SELECT 1')).toBe('list-runs');
  const other = nameOf('list-runs', 'SELECT 2');
  expect(other).toMatch(/^list-runs [0-9a-f]{22}$/);
  expect(nameOf('list-runs', 'SELECT 2')).toBe(other);
  expect(withOwnName({ text: 'SELECT 3' })).toEqual({ text: 'SELECT 3' });
});

test('a name of more than 63 bytes keeps its beginning, and names that differ later stay different', () => {
  const long = 'list-runs-'.padEnd(80, 'x');
  const [first, second] = [nameOf(`${long}1`, 'SELECT 1'), nameOf(`${long}2`, 'SELECT 1')];
  expect(first).not.toBe(second);
  expect(first).toHaveLength(63);
  expect(first.startsWith(long.slice(0, 40))).toBe(true);
  const wide = nameOf('ü'.repeat(40), 'SELECT 1');
  expect(Buffer.byteLength(wide)).toBe(63);
  expect(wide).toMatch(/^[ -~]+$/);
});
