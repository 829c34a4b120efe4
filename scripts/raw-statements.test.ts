import { expect, test } from 'vitest';
import { unexplainedStatements } from './raw-statements.ts';

const problem = (text: string, path = 'lib/layouts/query.ts') => unexplainedStatements({ path, text });

test.each([
  "query('a', 'SELECT 1')",
  'query("a", `\n  SELECT id\n FROM a`)',
  '`INSERT INTO a AS b (c) VALUES ($1)`',
  '`UPDATE layouts l SET name = $1`',
  "'UPDATE layouts SET name = $1'",
  "'DELETE FROM a'",
  '`WITH a AS (SELECT 1) SELECT 2`',
  '`LISTEN a`',
])('%s needs a reason', (text) => {
  expect(problem(text)).toBeDefined();
  expect(problem(`/** Raw statements: a row lock. */\n${text}`)).toBeUndefined();
});

test.each(["'EXISTS (SELECT 1 FROM a)'", "'Select a layout'", "'UPDATE'", "{ PATCH: 'UPDATE a layout' }"])(
  '%s is no statement',
  (text) => {
    expect(problem(text)).toBeUndefined();
  },
);

test('tests, and the code that runs statements for others, need no reason', () => {
  const paths = ['lib/postgres/db.ts', 'lib/layouts/query.test.ts', 'e2e/rows.ts'];
  expect(paths.map((path) => problem("'SELECT 1'", path))).toEqual([undefined, undefined, undefined]);
});
