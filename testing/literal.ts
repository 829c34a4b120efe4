import { createRequire } from 'node:module';
import pg from 'pg';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): unknown };

/** Returns a parameter as SQL text, as the driver sends it, for statements without parameters, such as `EXPLAIN EXECUTE`. */
export function literal(value: unknown): string {
  const text: unknown = prepareValue(value);
  return text === null || text === undefined ? 'NULL' : pg.escapeLiteral(String(text));
}
