/** For tests: all stored data, as text. */
import { execute } from '#lib/postgres/db.ts';

export interface Dump {
  /** Returns the names of the tables with a row that contains the text, sorted. */
  tablesWith(text: string): string[];
  /** Returns the rows of a table, as JSON, in a fixed order. */
  rows(table: string): Record<string, unknown>[];
}

/** Reads every row and column of every table. For the database of a test. */
export async function dumpDatabase(): Promise<Dump> {
  const tables = await execute<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'
       AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = table_name::regclass) ORDER BY 1`,
  );
  const dump = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const found = await execute<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM "${name}" t ORDER BY 1`,
    );
    dump.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return {
    tablesWith: (text) =>
      [...dump].flatMap(([name, rows]) =>
        rows.some((row) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase())) ? [name] : [],
      ),
    rows: (table) => dump.get(table) ?? [],
  };
}
