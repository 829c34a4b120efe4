/**
 * Raw statements: they delete many rows in bounded batches, from the tables of the catalogue. A deleted environment has
 * a row in `deleted_environments`, and none in `environments`. No request or worker finds its other rows any more, so
 * they can be removed slowly.
 */
import { logger } from '#lib/logger.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';

const BATCH = 5000;
/** Limit for one call, so that the rest of maintenance is not delayed. */
const LIMIT_MS = 20 * 60_000;

/** The queues come first, so that no worker creates further rows. */
const FIRST = ['fanouts', 'recoveries', 'work'];

interface Options {
  now?: Date;
  /** Returns whether the call has to end. The next call continues. */
  isOver?: () => boolean;
}

/**
 * Removes the rows of deleted environments, each batch in its own transaction. It is safe to interrupt it, to repeat
 * it, and to run it in two workers at the same time. A request or worker that began before the deletion can still
 * write, so an environment is forgotten only when a day has passed and no row is left.
 *
 * @returns whether nothing is left to remove now.
 */
export async function removeDeletedEnvironments({
  now = new Date(),
  isOver = timeLimit(),
}: Options = {}): Promise<boolean> {
  const environments = await prisma().deletedEnvironment.findMany({ orderBy: { id: 'asc' } });
  if (environments.length === 0) return true;
  const tables = await tenantTables();
  for (const { id, deletedAt } of environments) {
    let removed = 0;
    for (const table of tables) removed += await removeRows(table, id, isOver);
    if (removed > 0) logger().info({ environmentId: id, rows: removed }, 'Removed rows of a deleted environment');
    if (isOver()) return false;
    if (removed === 0 && now.getTime() - deletedAt.getTime() > DAY_MS)
      await prisma().deletedEnvironment.deleteMany({ where: { id } });
  }
  return true;
}

interface TenantTable {
  /** The quoted name, with its schema if necessary. */
  name: string;
  /** The column of the primary key after the environment. */
  key: string;
  /** The tables with a foreign key to this table. */
  referrers: string[];
}

/**
 * Returns the tables and partitions whose primary key begins with the environment. Tables that refer to another table
 * come before that table, so that no deletion cascades.
 */
async function tenantTables(): Promise<TenantTable[]> {
  const tables = await execute<TenantTable>(`
    SELECT c.oid::regclass::text AS name, quote_ident(key.attname) AS key,
      ARRAY (SELECT f.conrelid::regclass::text FROM pg_constraint f
        WHERE f.confrelid = c.oid AND f.contype = 'f' AND f.conrelid <> c.oid) AS referrers
    FROM pg_class c
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    JOIN pg_attribute first ON first.attrelid = c.oid AND first.attnum = i.indkey[0] AND first.attname = 'environment_id'
    JOIN pg_attribute key ON key.attrelid = c.oid AND key.attnum = i.indkey[1]
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    ORDER BY c.relname`);
  const ordered: TenantTable[] = tables.filter(({ name }) => FIRST.includes(name));
  for (let left = tables.filter((table) => !ordered.includes(table)); left.length > 0; ) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ referrers }) => !referrers.some((name) => names.has(name)));
    // These tables refer to each other, so a deletion may cascade.
    const next = free.length > 0 ? free : left;
    ordered.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

/**
 * Deletes an environment's rows of one table, in the order of the key. Each batch begins at the key where the last one
 * ended, because the index still has the entries of deleted rows.
 */
async function removeRows({ name, key }: TenantTable, environmentId: string, isOver: () => boolean): Promise<number> {
  let removed = 0;
  for (let from: string | null = null; !isOver(); ) {
    const batch = `SELECT ctid, ${key} FROM ${name} WHERE environment_id = $1${from === null ? '' : ` AND ${key} >= $2`}
      ORDER BY environment_id, ${key} LIMIT ${BATCH}`;
    const rows: { count: number; last: string | null }[] = await execute(
      `WITH batch AS MATERIALIZED (${batch}),
         gone AS (DELETE FROM ${name} WHERE ctid = ANY (ARRAY (SELECT ctid FROM batch)) AND environment_id = $1)
       SELECT count(*)::int AS count, max(${key})::text AS last FROM batch`,
      from === null ? [environmentId] : [environmentId, from],
    );
    const { count = 0, last = null } = rows[0] ?? {};
    removed += count;
    if (count < BATCH) return removed;
    from = last;
  }
  return removed;
}

function timeLimit(): () => boolean {
  const end = performance.now() + LIMIT_MS;
  return () => performance.now() >= end;
}
