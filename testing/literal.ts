import { createRequire } from 'node:module';
import pg from 'pg';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): unknown };

/** A parameter as SQL text, for statements that take none, such as `EXPLAIN EXECUTE`. Written as the driver sends it. */
export function literal(value: unknown): string {
  const text: unknown = prepareValue(value);
  return text === null || text === undefined ? 'NULL' : pg.escapeLiteral(String(text));
}
