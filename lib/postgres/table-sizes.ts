/**
 * Raw statements: they read PostgreSQL's catalogue, and insert many rows into `table_sizes`. No other table is read.
 * Sizes are the sizes of the files. Numbers of rows are estimates of the last vacuum.
 */
import { query } from './db.ts';

export interface TableFigures {
  name: string;
  /** Includes indexes, long values and partitions. */
  bytes: number;
  /** An estimate of the last vacuum. */
  rows: number;
}

/** Selects the tables of the schema. The size of a table includes its partitions. */
const SIZES = `SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name,
    coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes,
    sum(CASE WHEN c.reltuples < 0 THEN pg_stat_get_live_tuples(c.oid) ELSE c.reltuples END)::float8 AS rows
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
  GROUP BY 1`;

/** Returns the `most` largest tables. */
export function largestTables(most: number): Promise<TableFigures[]> {
  return query('table-sizes', `SELECT name, bytes, rows FROM (${SIZES}) AS sizes ORDER BY bytes DESC, name LIMIT $1`, [
    most,
  ]);
}

/** Stores the sizes of all tables for this day (UTC), unless they are already stored. */
export async function recordTableSizes(): Promise<void> {
  await query(
    'table-sizes-record',
    `INSERT INTO table_sizes (day, name, bytes) SELECT date_trunc('day', now(), 'UTC'), name, bytes FROM (${SIZES}) AS sizes
     ON CONFLICT (day, name) DO NOTHING`,
  );
}

/** Returns the earliest stored size of each table from the seven days before this day. */
export function earlierSizes(): Promise<{ name: string; day: Date; bytes: number }[]> {
  return query(
    'table-sizes-earlier',
    `SELECT DISTINCT ON (name) name, day, bytes::float8 AS bytes FROM table_sizes
     WHERE day >= date_trunc('day', now(), 'UTC') - interval '7 days' AND day < date_trunc('day', now(), 'UTC')
     ORDER BY name, day`,
  );
}
