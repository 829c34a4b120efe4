import { createRequire } from 'node:module';
import pg from 'pg';

const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as { prepareValue(value: unknown): unknown };

/**
 * Returns the value of a parameter as SQL text, in the form that the driver sends. For statements without parameters,
 * such as `EXPLAIN EXECUTE`.
 */
export function literal(value: unknown): string {
  const text: unknown = prepareValue(value);
  return text === null || text === undefined ? 'NULL' : pg.escapeLiteral(String(text));
}
