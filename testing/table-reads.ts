import { query } from '#lib/postgres/db.ts';

export interface TableRead {
  /** The number of scans, by an index or of the whole table. */
  scans: number;
  /** The number of rows that these scans fetched. */
  rows: number;
}

/** Returns the reads of each table by `work`, inside a transaction. Tables that were not read are omitted. */
export async function readsOf(work: () => Promise<unknown>): Promise<Map<string, TableRead>> {
  const before = await readSoFar();
  await work();
  const reads = new Map<string, TableRead>();
  for (const [table, { scans, rows }] of await readSoFar()) {
    const earlier = before.get(table) ?? { scans: 0, rows: 0 };
    if (scans > earlier.scans) reads.set(table, { scans: scans - earlier.scans, rows: rows - earlier.rows });
  }
  return reads;
}

async function readSoFar(): Promise<Map<string, TableRead>> {
  const rows = await query<TableRead & { name: string }>(
    'test-table-reads',
    `SELECT relname AS name, (seq_scan + coalesce(idx_scan, 0))::int AS scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
     FROM pg_stat_xact_user_tables`,
  );
  return new Map(rows.map(({ name, ...read }) => [name, read]));
}
