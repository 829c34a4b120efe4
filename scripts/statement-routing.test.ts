import { expect, test } from 'vitest';
import { routingProblems } from './statement-routing.ts';

const problems = (sql: string) => routingProblems(sql, (table) => table !== 'users');

test.each([
  'SELECT n.id FROM notifications n WHERE n.environment_id = $1 AND n.id = $2',
  'SELECT id FROM notifications WHERE environment_id = $1::text',
  'SELECT u.name FROM users u WHERE u.id = $1',
  'WITH own AS (SELECT id FROM jobs WHERE environment_id = $1) SELECT id FROM own',
  'SELECT n.id FROM unnest($2::text[]) AS w (id) JOIN notifications n ON n.environment_id = $1 AND n.id = w.id',
  'SELECT (SELECT j.id FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id) FROM notifications n WHERE n.environment_id = $1',
  'UPDATE work w SET worker_id = $2 WHERE w.environment_id = $1 AND w.ctid = ANY (ARRAY (SELECT ctid FROM work WHERE environment_id = $1))',
  'INSERT INTO jobs (environment_id, id) VALUES ($1, $2) ON CONFLICT (environment_id, id) DO UPDATE SET id = $2',
  `INSERT INTO jobs (environment_id, at) SELECT $1, $2 ON CONFLICT (environment_id) DO UPDATE SET at = excluded.at
   WHERE jobs.at AT TIME ZONE 'UTC' < excluded.at AT TIME ZONE 'UTC' - interval '1 day'`,
])('goes to one node: %s', (sql) => expect(problems(sql)).toEqual([]));

const UNBOUND = 'jobs is not bound to one environment';

test.each([
  ['no environment', 'SELECT id FROM jobs WHERE id = $1', UNBOUND],
  [
    'the environment of another table',
    'SELECT 1 FROM runs r JOIN jobs j ON j.environment_id = r.environment_id WHERE r.environment_id = $1',
    UNBOUND,
  ],
  ['one alternative', 'SELECT id FROM jobs WHERE environment_id = $1 OR id = $2', UNBOUND],
  ['a list of environments', 'SELECT id FROM jobs WHERE environment_id = ANY ($1)', UNBOUND],
  ['an unbound subquery', 'SELECT 1 WHERE EXISTS (SELECT 1 FROM jobs WHERE id = $1)', UNBOUND],
  ['a set operation', 'SELECT id FROM runs WHERE environment_id = $1 UNION ALL SELECT id FROM jobs', UNBOUND],
  [
    'a row that was just locked',
    'UPDATE jobs SET id = $1 WHERE ctid = ANY (ARRAY (SELECT ctid FROM jobs WHERE environment_id = $2))',
    UNBOUND,
  ],
  ['an unbound CTE', 'WITH gone AS (DELETE FROM jobs WHERE id = $1 RETURNING id) SELECT id FROM gone', UNBOUND],
  [
    'a clock in SET',
    'UPDATE jobs SET at = now() WHERE environment_id = $1',
    'SET or ON CONFLICT calls a function that is not immutable',
  ],
  [
    'an interval on a column',
    `UPDATE jobs SET at = at + interval '1 day' WHERE environment_id = $1`,
    'SET or ON CONFLICT adds an interval to a timestamptz',
  ],
  [
    'a cast from text inside coalesce',
    'UPDATE jobs j SET ids = coalesce(r.ids::text[], j.ids) FROM unnest($2::text[]) AS r (ids) WHERE j.environment_id = $1',
    'SET calls a function that is not immutable inside CASE or COALESCE',
  ],
  [
    'a conversion to JSON inside CASE',
    'UPDATE jobs SET reason = CASE WHEN attempts > 1 THEN to_jsonb(attempts) END WHERE environment_id = $1',
    'SET calls a function that is not immutable inside CASE or COALESCE',
  ],
  [
    'a subquery in RETURNING',
    'INSERT INTO jobs (environment_id) VALUES ($1) RETURNING (SELECT name FROM users WHERE id = by_id)',
    'ON CONFLICT or RETURNING contains a subquery',
  ],
])('finds %s', (_, sql, problem) => expect(problems(sql)).toEqual([problem]));
