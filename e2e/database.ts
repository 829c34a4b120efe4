import pg from 'pg';

let pool: pg.Pool | undefined;

/** Returns the service's database, for rows that no route can create (history) and to check stored rows. */
export function database(): pg.Pool {
  pool ??= new pg.Pool({ connectionString: process.env.TEST_DATABASE_URL, max: 4, allowExitOnIdle: true });
  return pool;
}

/** Inserts one row. Keys are the table's column names, objects become JSON. */
export async function insertRow(table: string, row: Record<string, unknown>): Promise<void> {
  const columns = Object.keys(row);
  const values = Object.values(row).map((value) =>
    value !== null && typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value)
      ? JSON.stringify(value)
      : value,
  );
  await database().query(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
}
