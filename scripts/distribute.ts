/** Distributes the tables of Belfry over the nodes of a Citus cluster. */
import type pg from 'pg';
import { CliError } from './cli-error.ts';

/**
 * The first tenant table to be distributed. Citus places the shards of the other tables next to the shards of this
 * table.
 */
const FIRST = 'work';

/**
 * Tables without a tenant that statements join with tenant tables. Each node has a copy. In this list, a table comes
 * after the tables that it references.
 */
const COPIED = ['organizations', 'users', 'environments', 'environment_variables'];

/**
 * Settings of the database on every node. Citus opens separate sessions there, without the settings of
 * `lib/postgres/db.ts`. A trigger of `subscribers` is marked as safe, because it writes only the row of
 * `subscriber_search` with the same environment. A transaction that creates partitions and writes to a reference table
 * must change shards one after another.
 */
const NODE_SETTINGS = {
  timezone: 'UTC',
  datestyle: 'ISO',
  jit: 'off',
  'citus.enable_unsafe_triggers': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
};

/**
 * Whether the database has the extension Citus.
 *
 * @throws CliError if the database is not the coordinator of a prepared cluster.
 */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (rowCount !== 1) return false;
  await checkCluster(client);
  return true;
}

async function checkCluster(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isCoordinator: boolean; workers: number; isRegistered: boolean }>(
    `SELECT citus_is_coordinator() AS "isCoordinator",
       count(*) FILTER (WHERE groupid <> 0)::int AS workers, coalesce(bool_or(groupid = 0), false) AS "isRegistered"
     FROM pg_dist_node`,
  );
  const { isCoordinator = false, workers = 0, isRegistered = false } = rows[0] ?? {};
  if (!isCoordinator && workers > 0)
    throw new CliError('The database is a worker node of Citus: set DATABASE_URL to the coordinator.');
  if (workers > 0 && !isRegistered)
    throw new CliError(
      `The nodes of Citus do not know the address of the coordinator. Run on the coordinator: SELECT citus_set_coordinator_host('<its address>');`,
    );
}

/**
 * Distributes each table that is not distributed yet: tenant tables by `environment_id`, so that all rows of an
 * environment are on one node, and `COPIED` as reference tables. All other tables stay on the coordinator. Then creates
 * the functions of hot statements. Each transaction leaves a usable database, and a repeated call changes nothing.
 */
export async function distribute(client: pg.ClientBase): Promise<void> {
  await prepareNodes(client);
  const known = await citusTables(client);
  const tables = (await tenantTables(client)).filter((table) => known.get(table) !== 'distributed');
  const keys = await foreignKeys(client, tables);
  const related = tables.filter((table) => keys.some(({ from, to }) => from === table || to === table));
  const others = tables.filter((table) => !related.includes(table));
  // The shards of the first table decide the places of all others. Tables that reference each other move in one
  // transaction, without their foreign keys.
  for (const group of [...others.map((table) => [table]), related]) await distributeTogether(client, group, keys);
  for (const table of COPIED)
    if (known.get(table) !== 'copied') await client.query('SELECT create_reference_table($1::text::regclass)', [table]);
  // Imported here, because plain PostgreSQL needs no functions, and their texts come from the whole engine.
  const { createFunctions } = await import('./citus-functions.ts');
  await createFunctions(client);
}

/** Sets `NODE_SETTINGS` for the database. Citus passes the change on to every node. */
async function prepareNodes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  for (const [setting, value] of Object.entries(NODE_SETTINGS))
    await client.query(`ALTER DATABASE ${rows[0]?.name} SET ${setting} = '${value}'`);
}

/** Returns the tables that Citus knows, each with its kind. */
async function citusTables(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT relname AS name, CASE WHEN partmethod = 'h' THEN 'distributed' WHEN repmodel = 't' THEN 'copied' ELSE 'local' END AS kind
     FROM pg_dist_partition JOIN pg_class c ON c.oid = logicalrelid WHERE relnamespace = current_schema()::regnamespace`,
  );
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

/** Returns the tenant tables: their primary keys begin with the environment. */
export async function tenantTables(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = i.indkey[0] AND first.attname = 'environment_id'
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.relname <> $1, c.relname`,
    [FIRST],
  );
  return rows.map(({ name }) => name);
}

interface ForeignKey {
  from: string;
  to: string;
  name: string;
  definition: string;
}

/** Returns the foreign keys of tables, without the copies of a key on partitions. */
async function foreignKeys(client: pg.ClientBase, tables: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY ($1::regclass[]) ORDER BY conname`,
    [tables],
  );
  return rows;
}

/**
 * Distributes tables in one transaction. Citus accepts a foreign key only between distributed tables, and triggers
 * would fire for the rows that move. Therefore foreign keys and triggers are dropped first, and created again
 * afterwards.
 */
async function distributeTogether(
  client: pg.ClientBase,
  tables: readonly string[],
  all: readonly ForeignKey[],
): Promise<void> {
  if (tables.length === 0) return;
  const keys = all.filter(({ from }) => tables.includes(from));
  await client.query('BEGIN');
  try {
    await client.query(
      `SET LOCAL citus.multi_shard_modify_mode = 'sequential'; SET LOCAL citus.enable_unsafe_triggers = on`,
    );
    const { rows: triggers } = await client.query<{ table: string; name: string; definition: string }>(
      `SELECT tgrelid::regclass::text AS "table", quote_ident(tgname) AS name, pg_get_triggerdef(oid) AS definition
       FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid = ANY ($1::regclass[])`,
      [tables],
    );
    for (const { from, name } of keys) await client.query(`ALTER TABLE ${from} DROP CONSTRAINT ${name}`);
    for (const { table, name } of triggers) await client.query(`DROP TRIGGER ${name} ON ${table}`);
    for (const table of tables)
      await client.query(`SELECT create_distributed_table($1::text::regclass, 'environment_id', colocate_with => $2)`, [
        table,
        table === FIRST ? 'none' : FIRST,
      ]);
    for (const { from, name, definition } of keys)
      await client.query(`ALTER TABLE ${from} ADD CONSTRAINT ${name} ${definition}`);
    for (const { definition } of triggers) await client.query(definition);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
