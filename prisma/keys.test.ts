import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { tenantTables } from '#scripts/distribute.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';

/** Tables that belong to no tenant, or that are needed to find a request's tenant. All others belong to a tenant. */
const GLOBAL = [
  '_prisma_migrations',
  'accounts',
  'api_keys',
  'audit_log',
  'deleted_environments',
  'environment_variables',
  'environments',
  'invitations',
  'members',
  'organizations',
  'password_resets',
  'rate_limit_buckets',
  'recovery_codes',
  'sessions',
  'settings',
  'sign_in_failures',
  'sign_in_providers',
  'start_delays',
  'table_sizes',
  'two_step_secrets',
  'users',
  'verifications',
  'web_processes',
  'worker_totals',
  'workers',
];

let stop: () => Promise<void>;
let client: pg.Client;

beforeAll(async () => {
  stop = await startScratchDatabase();
  client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await stop?.();
});

async function column(text: string): Promise<string[]> {
  return (await client.query({ text, values: [GLOBAL], rowMode: 'array' })).rows.map(([value]) => String(value));
}

const TENANT_TABLES = `tenant_tables AS (
  SELECT oid, relname FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> ALL ($1::text[]))`;
const COLUMN = (oid: string, number: string) =>
  `(SELECT attname FROM pg_attribute WHERE attrelid = ${oid} AND attnum = ${number})`;

test('every table outside of the list has an environment that is never null', async () => {
  const tables = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables`);
  expect(tables).toEqual(expect.arrayContaining(['subscribers', 'workflow_snapshots', 'messages', 'messages_default']));
  const without = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables t WHERE NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = t.oid AND attname = 'environment_id' AND attnotnull)`);
  expect(without).toEqual([]);
});

test('every tenant table has a primary key, and all of its indexes start with the environment', async () => {
  const keyless = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables t WHERE NOT EXISTS (
    SELECT FROM pg_index WHERE indrelid = t.oid AND indisprimary)`);
  expect(keyless).toEqual([]);
  const others = await column(`WITH ${TENANT_TABLES} SELECT indexrelid::regclass FROM pg_index
    JOIN tenant_tables t ON t.oid = indrelid
    WHERE ${COLUMN('indrelid', 'indkey[0]')} IS DISTINCT FROM 'environment_id'`);
  expect(others).toEqual([]);
});

test('Citus would distribute every tenant table, and place rows of one environment on one node', async () => {
  const whole = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables t
    WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = t.oid) ORDER BY 1`);
  expect((await tenantTables(client)).sort()).toEqual(whole);
  const otherCollations = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables t
    JOIN pg_attribute ON attrelid = t.oid AND attname = 'environment_id' WHERE attcollation <> '"C"'::regcollation`);
  expect(otherCollations).toEqual([]);
});

test('a tenant table with an id has (environment_id, id) as its primary key, unless it is read by notification', async () => {
  const others = await column(`WITH ${TENANT_TABLES} SELECT relname FROM tenant_tables t
    JOIN pg_attribute id ON id.attrelid = t.oid AND id.attname = 'id'
    JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary
    WHERE i.indnkeyatts <> 2 OR i.indkey[1] <> id.attnum`);
  // (environment_id, notification_id, id): the rows are read only with their notification, so they need no second
  // index.
  expect(others.filter((name) => !/^(jobs|execution_details)/.test(name))).toEqual([]);
});

test('foreign keys between tenant tables pair their environments', async () => {
  const pairs = `WITH ${TENANT_TABLES} SELECT conname FROM pg_constraint c
    JOIN tenant_tables t ON t.oid = c.conrelid JOIN tenant_tables other ON other.oid = c.confrelid
    WHERE c.contype = 'f'`;
  expect((await column(pairs)).length).toBeGreaterThanOrEqual(9);
  const apart = await column(`${pairs} AND NOT (${COLUMN('c.conrelid', 'c.conkey[1]')} = 'environment_id'
    AND ${COLUMN('c.confrelid', 'c.confkey[1]')} = 'environment_id')`);
  expect(apart).toEqual([]);
});

test('no foreign key between tenant tables changes with its key', async () => {
  const changing = await column(`WITH ${TENANT_TABLES} SELECT conname FROM pg_constraint c
    JOIN tenant_tables t ON t.oid = c.conrelid JOIN tenant_tables other ON other.oid = c.confrelid
    WHERE c.contype = 'f' AND c.confupdtype <> 'a'`);
  expect(changing).toEqual([]);
});

/** Belfry only marks workflows as deleted, so no statement would read an index for this foreign key. */
const NEVER_CASCADES = 'preferences_environment_id_workflow_id_fkey';

test('rows deleted with another row are found by an index', async () => {
  const cascading = `WITH ${TENANT_TABLES} SELECT conname FROM pg_constraint c JOIN tenant_tables t ON t.oid = c.conrelid
    WHERE c.contype = 'f' AND c.confdeltype = 'c'`;
  expect(await column(cascading)).toContain('preferences_environment_id_subscriber_id_fkey');
  const searched = await column(`${cascading} AND NOT EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND (i.indkey::int2[])[0:cardinality(c.conkey) - 1] = c.conkey)`);
  expect(searched).toEqual([NEVER_CASCADES]);
});

test('a row cannot refer to one of another environment', async () => {
  const at = new Date();
  const insert = (text: string, values: unknown[]) => client.query(text, values);
  await insert(`INSERT INTO notification_groups (environment_id, id, name) VALUES ('one', 'group', 'General')`, []);
  const workflow = `INSERT INTO workflows (environment_id, id, identifier, name, default_preferences, notification_group_id,
    created_at, updated_at) VALUES ($1, 'workflow', 'welcome', 'Welcome', '{}', 'group', $2, $2)`;
  await expect(insert(workflow, ['two', at])).rejects.toMatchObject({ code: '23503' });
  await insert(workflow, ['one', at]);
});

const TYPES: Record<string, string> = {
  String: 'text',
  Json: 'jsonb',
  Boolean: 'bool',
  Int: 'int4',
  SmallInt: 'int2',
  BigInt: 'int8',
  Float: 'float8',
  Bytes: 'bytea',
  DateTime: 'timestamptz',
  Date: 'date',
};

/** The columns of prisma/schema.prisma as `table.column type`, with `?` for nullable ones. Lists have `_` before their type. */
function prismaColumns(): string[] {
  const schema = readFileSync(new URL('./schema.prisma', import.meta.url), 'utf8');
  return [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].flatMap(([, body = '']) => {
    const [, table] = /^ {2}@@map\("(\w+)"\)/m.exec(body) ?? [];
    return [...body.matchAll(/^ {2}(\w+) +(\w+)(\[\]|\?)?(.*)$/gm)].flatMap(([, field, type = '', many, rest = '']) => {
      const name = TYPES[/@db\.(SmallInt|Date)\b/.exec(rest)?.[1] ?? type];
      const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field;
      if (name === undefined) return [];
      return `${table}.${column} ${many === '[]' ? `_${name}` : name}${many === '?' ? '?' : ''}`;
    });
  });
}

test('prisma/schema.prisma has the columns of the migrations', async () => {
  const generated = ['subscribers.name text?', 'subscribers.search text?'];
  // A list of Prisma is never null, whatever the column is.
  const { rows } = await client.query<{ stored: string }>(
    `SELECT c.relname || '.' || a.attname || ' ' || t.typname || CASE WHEN a.attnotnull OR t.typname LIKE '\\_%' THEN '' ELSE '?' END AS stored
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'`,
  );
  const columns = rows.map(({ stored }) => stored);
  expect([...prismaColumns(), ...generated].sort()).toEqual(columns.sort());
  expect(columns.length).toBeGreaterThan(300);
});
