/** Tests the functions without Citus: a plain database with tables and functions that behave like those of Citus. */
// cspell:words shardminvalue extnamespace extrelocatable extversion proname pronargs funcname
import { parseSync } from 'libpg-query';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Gate } from '#lib/engine/admission/gate.ts';
import { attempt } from '#lib/engine/attempt/attempt.ts';
import { loadRuns } from '#lib/engine/load/runs.ts';
import { findReady } from '#lib/engine/queue/everywhere.ts';
import { claimWork, LANES } from '#lib/engine/queue/work.ts';
import { recordAttempts } from '#lib/engine/record/record.ts';
import { functionName, functionText, onShard } from '#lib/postgres/citus/node-function.ts';
import { disconnect, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleTools, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { scratchAdminUrl } from '#testing/scratch-database.ts';
import { createFunctions, NODE_STATEMENTS } from './citus-functions.ts';
import { tenantTables } from './distribute.ts';

ownScratchDatabase();

let client: pg.Client;
/** The tables that nodes have, each with the name of its shard. */
let tables: Map<string, string>;

beforeAll(async () => {
  client = new pg.Client({ connectionString: scratchAdminUrl() });
  await client.connect();
  await client.query(CITUS);
  const names = [...(await tenantTables(client)), 'environments', 'environment_variables', 'organizations', 'users'];
  tables = new Map(names.map((name) => [name, `${name}_7`]));
});

afterAll(() => client.end());

/** Imitates a cluster of one node with one shard. The tables keep their names. */
const CITUS = `
CREATE TABLE pg_dist_local_group (groupid int);
INSERT INTO pg_dist_local_group VALUES (1);
CREATE TABLE pg_dist_node (groupid int, nodename text, nodeport int, noderole text);
INSERT INTO pg_dist_node VALUES (1, '127.0.0.1', current_setting('port')::int, 'primary');
CREATE TABLE pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text);
INSERT INTO pg_dist_shard SELECT c.oid, 7, '0' FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p');
CREATE TABLE pg_dist_partition (logicalrelid regclass, partmethod text, repmodel text);
INSERT INTO pg_dist_partition SELECT DISTINCT logicalrelid, 'h', 's' FROM pg_dist_shard;
CREATE TABLE pg_dist_placement (shardid bigint, groupid int);
INSERT INTO pg_dist_placement VALUES (7, 1);
CREATE TABLE pg_dist_object (classid oid, objid oid, force_delegation boolean);
CREATE FUNCTION shard_name(rel regclass, shard bigint) RETURNS text LANGUAGE sql AS 'SELECT rel::text';
CREATE FUNCTION get_shard_id_for_distribution_column(rel regclass, environment text) RETURNS bigint LANGUAGE sql AS 'SELECT 7::bigint';
CREATE FUNCTION lock_shard_metadata(mode int, shards bigint[]) RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION create_distributed_function(signature regprocedure, argument text, colocate_with text, force_delegation boolean)
  RETURNS void LANGUAGE sql AS 'INSERT INTO pg_dist_object VALUES (''pg_proc''::regclass, signature, force_delegation)';
GRANT SELECT ON pg_dist_object, pg_dist_local_group, pg_dist_node, pg_dist_shard, pg_dist_placement TO PUBLIC;
DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = pl', current_database()); END $$;`;

const STATEMENTS = Object.values(NODE_STATEMENTS).flatMap((statements) => Object.entries(statements));

test.each(STATEMENTS)('%s: the text is the plain text, with the tables of one shard', (_name, text) => {
  const own = onShard(text, tables);
  expect(own.replaceAll(/([a-z_]+)_7( AS \1\b)?/g, '$1')).toBe(text);
  expect(tablesOf(parseSync(own)).filter((table) => tables.has(table))).toEqual([]);
});

/** Returns the names of all tables in a parsed statement, without those of its `WITH`. */
function tablesOf(tree: unknown): string[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const { relname, ...rest } = tree as { relname?: string };
  return [...(relname === undefined ? [] : [relname]), ...Object.values(rest).flatMap(tablesOf)];
}

test('a function has a branch for each shard, the lock and the check of the place', () => {
  const statement = { name: 'claim', text: 'UPDATE work SET lane = $2 WHERE environment_id = $1 RETURNING lane' };
  const shape = { ...statement, scope: 'environment' as const, parameters: ['text', 'smallint'] };
  const shards = [8, 9].map((id) => ({ id: String(id), tables: new Map([['work', `work_${id}`]]) }));
  const text = functionText({ ...shape, columns: [{ name: 'lane', type: 'smallint' }] }, shards);
  expect(text).toContain(`belfry_citus."${functionName('claim', statement.text)}" (text, smallint)`);
  expect(text).toContain('RETURNS TABLE ("lane" smallint)');
  for (const id of [8, 9])
    expect(text).toContain(
      `WHEN ${id} THEN RETURN QUERY UPDATE work_${id} AS work SET lane = $2 WHERE environment_id = $1 RETURNING lane;`,
    );
  const [lock, check] = ['lock_shard_metadata(5', "ERRCODE = '40001'"].map((part) => text.indexOf(part));
  expect(lock).toBeGreaterThan(0);
  expect(check).toBeGreaterThan(Number(lock));
  expect(functionText({ ...shape, columns: [] }, shards)).toContain('RETURNS SETOF int');
});

test('the name of a function follows from the text, within the bytes of a name', () => {
  expect(functionName('claim', 'SELECT 1')).not.toBe(functionName('claim', 'SELECT 2'));
  expect(functionName('claim'.repeat(20), 'SELECT 1')).toHaveLength(63);
});

test('a trigger is entered and delivered by the functions, which have every parameter and column', async () => {
  await createFunctions(client);
  const { rows: created } = await client.query<{ name: string; arguments: number }>(
    `SELECT proname AS name, pronargs::int AS arguments FROM pg_proc WHERE pronamespace = 'belfry_citus'::regnamespace`,
  );
  expect(Object.fromEntries(created.map((row) => [row.name, row.arguments]))).toEqual(
    Object.fromEntries(STATEMENTS.map(([name, text]) => [functionName(name, text), parametersOf(text)])),
  );
  await client.query(`GRANT USAGE ON SCHEMA belfry_citus TO PUBLIC; SET allow_system_table_mods = on;
    INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion) VALUES (70000, 'citus', 10, 2200, false, '14')`);
  await disconnect();
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hi' } }]);
  for (let times = 0; times < 2; times++)
    await trigger(ctx, workflowId, { subscriberId: 'jane', phone: '+15555550123' });
  const holder = { workerId: 'worker', now: new Date(Date.now() + 60_000), leaseMs: 30_000 };
  expect(await findReady()).toMatchObject([{ environmentId, lane: LANES.normal }]);
  const works = await claimWork({ environmentId, lane: LANES.normal }, holder, 10);
  expect(works).toHaveLength(2);
  const tools = sampleTools(() => holder.now);
  const attempted = await Promise.all(
    (await loadRuns(environmentId, works)).map(async (run, at) => {
      if (!run) throw new Error('The run was not loaded');
      return { work: works[at], run, records: await attempt(run, tools, new Gate(10, tools.send)) };
    }),
  );
  expect((await recordAttempts(environmentId, attempted as never, holder)).size).toBe(2);
  expect(await prisma().message.count({ where: { environmentId, status: 'sent' } })).toBe(2);
  await expect
    .poll(async () => (await calledFunctions()).filter((name) => !created.some((row) => row.name === name)))
    .toEqual([]);
  for (const name of ['events-targets', 'events-enter', 'work-ready', 'work-claim-6', 'runs-jobs', 'work-record-ends'])
    await expect.poll(async () => (await calledFunctions()).some((called) => called.startsWith(name))).toBe(true);
});

function parametersOf(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
}

async function calledFunctions(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT funcname AS name FROM pg_stat_user_functions WHERE schemaname = 'belfry_citus'`,
  );
  return rows.map(({ name }) => name);
}
