import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { type Postgres, removeCluster, startPostgres } from './postgres.ts';
import { clusterHome } from './postgres-home.ts';
import { isAlive, signal } from './processes.ts';

let dataDir: string;
let postgres: Postgres;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'belfry-postgres-'));
  postgres = await startPostgres(dataDir);
});

afterAll(async () => {
  await postgres?.stop();
  removeCluster(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (text: string) => askAs(postgres.url, text);

async function askAs(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows = [] } = await client.query(text);
    return rows[0];
  } finally {
    await client.end();
  }
}

function postmaster(): number {
  return Number(readFileSync(join(clusterHome(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('only the owner can read the password, which PostgreSQL requires', async () => {
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const client = new pg.Client({ connectionString: postgres.url.replace(/:[^:@]+@/, ':wrong@') });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
});

test('text is compared by byte, the letters of all languages are known, and the extensions exist', async () => {
  expect(
    await ask(`SELECT current_setting('server_encoding') AS encoding, 'B' < 'a' AS bytewise, lower('Ä') AS lower`),
  ).toEqual({
    encoding: 'UTF8',
    bytewise: true,
    lower: 'ä',
  });
  await ask('CREATE EXTENSION pg_trgm');
  expect(
    await ask(`SELECT show_trgm('Жук') = show_trgm('жук') AS folded, cardinality(show_trgm('山田太郎')) AS trigrams`),
  ).toEqual({
    folded: true,
    trigrams: 5,
  });
  const extensions = `SELECT count(*)::int AS found FROM pg_available_extensions WHERE name IN ('pg_trgm', 'btree_gin')`;
  expect(await ask(extensions)).toEqual({ found: 2 });
});

test('the service is an ordinary role that owns its database and what is in it', async () => {
  expect(
    await ask(
      `SELECT rolname AS role, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS special,
              pg_get_userbyid(datdba) AS owner, pg_has_role('pg_read_server_files', 'USAGE') AS reads
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    ),
  ).toEqual({ role: 'belfry_service', special: false, owner: 'belfry_service', reads: false });
  await expect(ask(`SELECT pg_read_file('postgresql.conf')`)).rejects.toMatchObject({ code: '42501' });
  await expect(ask(`COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toMatchObject({ code: '42501' });
});

test('migrations are applied once, and by one of many at a time', async () => {
  const applied = await Promise.all([migrate(postgres.url), migrate(postgres.url), migrate(postgres.url)]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(postgres.url)).toEqual([]);
  const unfinished =
    'SELECT count(*)::int AS open FROM _prisma_migrations WHERE finished_at IS NULL OR applied_steps_count <> 1';
  expect(await ask(unfinished)).toEqual({ open: 0 });
});

test('an interrupted migration is repeated', async () => {
  await ask(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at) VALUES ('x', 'x', 'interrupted', now())`,
  );
  const [last] = (
    await ask(
      `SELECT array_agg(migration_name ORDER BY migration_name DESC) AS names FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
    )
  ).names as string[];
  expect(last).toBeDefined();
  await expect(migrate(postgres.url)).resolves.toEqual([]);
});

test('a database of a development version stays unchanged, and the error has the way to start again', async () => {
  const { checksum } = await ask(`SELECT checksum FROM _prisma_migrations WHERE migration_name LIKE '%_init'`);
  const beginWith = (text: unknown) =>
    ask(`UPDATE _prisma_migrations SET checksum = '${text}' WHERE migration_name LIKE '%_init'`);
  await beginWith('development');
  const place = new URL(postgres.url).host;
  await expect(migrate(postgres.url)).rejects.toThrow(
    `The database at ${place}/belfry has the schema of a development version of Belfry and cannot be upgraded. The data stays unchanged. ` +
      'To start over, set DATABASE_URL to an empty database, or empty the embedded database with npm run db:reset.',
  );
  await beginWith(checksum);
  await expect(migrate(postgres.url)).resolves.toEqual([]);
});

test('objects of an earlier version’s superuser belong to the service after the next start', async () => {
  await askAs(
    postgres.adminUrl,
    `ALTER DATABASE belfry OWNER TO belfry;
     CREATE SCHEMA "Old"; CREATE TYPE "Old".mood AS ENUM ('good');
     CREATE TABLE "Old"."Rows" (id serial PRIMARY KEY, mood "Old".mood, at bigint GENERATED ALWAYS AS IDENTITY);
     INSERT INTO "Old"."Rows" (mood) VALUES ('good');
     CREATE VIEW "Old".seen AS SELECT * FROM "Old"."Rows"; CREATE SEQUENCE "Old".free;
     CREATE FUNCTION "Old".one() RETURNS int LANGUAGE sql AS 'SELECT 1';
     CREATE TABLE public.parted (id text) PARTITION BY RANGE (id); CREATE TABLE public.part PARTITION OF public.parted DEFAULT`,
  );
  await postgres.stop();
  postgres = await startPostgres(dataDir);
  expect(
    await ask(
      `SELECT (SELECT count(*)::int FROM pg_class WHERE relowner = 'belfry'::regrole AND (relnamespace = '"Old"'::regnamespace OR relname LIKE 'part%')) AS tables,
              (SELECT count(*)::int FROM pg_proc WHERE proowner = 'belfry'::regrole AND pronamespace = '"Old"'::regnamespace) AS functions,
              (SELECT count(*)::int FROM pg_type WHERE typowner = 'belfry'::regrole AND typnamespace = '"Old"'::regnamespace) AS types,
              (SELECT nspowner::regrole::text FROM pg_namespace WHERE nspname = 'Old') AS schema,
              (SELECT extowner::regrole::text FROM pg_extension WHERE extname = 'pg_trgm') AS extension`,
    ),
  ).toEqual({ tables: 0, functions: 0, types: 0, schema: 'belfry_service', extension: 'belfry_service' });
  await ask(`ALTER TABLE "Old"."Rows" ADD more text; INSERT INTO "Old"."Rows" (mood) VALUES ('good')`);
  expect(await ask('SELECT count(*)::int AS count FROM "Old".seen')).toEqual({ count: 2 });
  await ask('DROP SCHEMA "Old" CASCADE; DROP TABLE parted');
});

test('PostgreSQL restarts after its death with its data and port', async () => {
  await ask('CREATE TABLE IF NOT EXISTS survivor (id int)');
  const { url } = postgres;
  signal(postmaster(), 'SIGKILL');
  expect(await postgres.exited).not.toBe(0);
  postgres = await startPostgres(dataDir);
  expect(postgres.url).toBe(url);
  expect(await ask(`SELECT to_regclass('survivor') IS NOT NULL AS found`)).toEqual({ found: true });
});

test('a server left by a killed start is stopped first', async () => {
  const before = postmaster();
  const second = await startPostgres(dataDir);
  expect(isAlive(before)).toBe(false);
  expect(await postgres.exited).toBe(0);
  postgres = second;
});

test('a process ID file of another process does not prevent the start', async () => {
  await postgres.stop();
  const file = join(clusterHome(dataDir).cluster, 'postmaster.pid');
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, `${process.pid}\n${clusterHome(dataDir).cluster}\n`);
  postgres = await startPostgres(dataDir);
  expect(isAlive(process.pid)).toBe(true);
  expect(await ask('SELECT 1 AS one')).toEqual({ one: 1 });
});
