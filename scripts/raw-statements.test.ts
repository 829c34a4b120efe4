import { expect, test } from 'vitest';
import { parametersInConflict, unexplainedStatements } from './raw-statements.ts';

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
  '%s is not a statement',
  (text) => {
    expect(problem(text)).toBeUndefined();
  },
);

test('tests, and the code that runs statements for others, need no reason', () => {
  const paths = ['lib/postgres/db.ts', 'lib/layouts/query.test.ts', 'e2e/rows.ts'];
  expect(paths.map((path) => problem("'SELECT 1'", path))).toEqual([undefined, undefined, undefined]);
});

const conflict = (text: string) => parametersInConflict({ path: 'lib/layouts/query.ts', text });

test('a parameter in the ON CONFLICT of an INSERT … SELECT is found, and one of an INSERT … VALUES is allowed', () => {
  const write = 'ON CONFLICT (id) DO UPDATE SET name = $2 RETURNING id';
  expect(conflict(`query('a', \`INSERT INTO a SELECT $1 ${write}\`)`)).toBeDefined();
  expect(conflict(`query('a', \`INSERT INTO a VALUES ($1) ${write}\`)`)).toBeUndefined();
  expect(conflict('`INSERT INTO a SELECT $1 ON CONFLICT DO NOTHING RETURNING $2`')).toBeUndefined();
});
