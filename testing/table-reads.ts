import { query } from '#lib/postgres/db.ts';

export interface TableRead {
  /** How often it was looked into, by an index or as a whole. */
  scans: number;
  /** How many rows that fetched. */
  rows: number;
}

/** What `work`, inside a transaction, reads of each table; those that it does not look into are left out. */
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
