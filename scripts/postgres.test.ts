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

async function ask(text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows[0];
}

function postmaster(): number {
  return Number(readFileSync(join(clusterHome(dataDir).cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('it keeps its password to its owner and asks for it', async () => {
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const client = new pg.Client({ connectionString: postgres.url.replace(/:[^:@]+@/, ':wrong@') });
  await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
});

test('it stores and compares text byte by byte, knows the letters of all languages, and has the extensions', async () => {
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

test('migrations are applied once, and by one of many at a time', async () => {
  const applied = await Promise.all([migrate(postgres.url), migrate(postgres.url), migrate(postgres.url)]);
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  expect(await migrate(postgres.url)).toEqual([]);
  const unfinished =
    'SELECT count(*)::int AS open FROM _prisma_migrations WHERE finished_at IS NULL OR applied_steps_count <> 1';
  expect(await ask(unfinished)).toEqual({ open: 0 });
});

test('an interrupted migration is tried again', async () => {
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

test('it comes back after its death, with its data, on its port', async () => {
  await ask('CREATE TABLE IF NOT EXISTS survivor (id int)');
  const { url } = postgres;
  signal(postmaster(), 'SIGKILL');
  expect(await postgres.exited).not.toBe(0);
  postgres = await startPostgres(dataDir);
  expect(postgres.url).toBe(url);
  expect(await ask(`SELECT to_regclass('survivor') IS NOT NULL AS found`)).toEqual({ found: true });
});

test('one that a killed start left running is stopped first', async () => {
  const before = postmaster();
  const second = await startPostgres(dataDir);
  expect(isAlive(before)).toBe(false);
  expect(await postgres.exited).toBe(0);
  postgres = second;
});

test('a process id file that names some other process does not keep it from starting', async () => {
  await postgres.stop();
  const file = join(clusterHome(dataDir).cluster, 'postmaster.pid');
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, `${process.pid}\n${clusterHome(dataDir).cluster}\n`);
  postgres = await startPostgres(dataDir);
  expect(isAlive(process.pid)).toBe(true);
  expect(await ask('SELECT 1 AS one')).toEqual({ one: 1 });
});
