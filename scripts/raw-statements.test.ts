import { expect, test } from 'vitest';
import { countStatements } from './raw-statements.ts';

const counted = (text: string, path = 'lib/layouts/query.ts') => countStatements({ path, text });

test.each([
  ["query('a', 'SELECT 1')", 1],
  ['query("a", `\n  SELECT id\n FROM a`)', 1],
  ['`INSERT INTO a AS b (c) VALUES ($1)`', 1],
  ['`UPDATE layouts l SET name = $1`', 1],
  ["'UPDATE layouts SET name = $1'", 1],
  ["'DELETE FROM a'", 1],
  ['`WITH a AS (SELECT 1) SELECT 2`', 1],
  ['`LISTEN a`', 1],
  ["[`SELECT 1 FROM a`, 'SELECT 2']", 2],
  ["'EXISTS (SELECT 1 FROM a)'", 0],
  ["'Select a layout'", 0],
  ["'UPDATE'", 0],
  ["{ PATCH: 'UPDATE a layout' }", 0],
])('%s has %i', (text, count) => {
  expect(counted(text)).toBe(count);
});

test('tests and what runs the statements of others are left out', () => {
  const paths = ['lib/postgres/db.ts', 'lib/layouts/query.test.ts', 'e2e/rows.ts'];
  expect(paths.map((path) => counted("'SELECT 1'", path))).toEqual([0, 0, 0]);
});
