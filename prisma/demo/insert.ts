import { execute } from '#lib/postgres/db.ts';

/**
 * Inserts rows with one statement in the current transaction. All rows have the columns of the first one; columns that
 * it does not name get their defaults.
 */
export async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first)
    .map((column) => `"${column}"`)
    .join(', ');
  await execute(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}
