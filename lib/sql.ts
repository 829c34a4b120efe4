/** Pieces of SQL text: numbered values, and JSON built as text. */

/** The values of one statement; `add` returns the placeholder. What it is made with stands first: $1, $2 … */
export class Values {
  readonly list: unknown[];

  constructor(...first: unknown[]) {
    this.list = first;
  }

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** A JSON object as SQL text. `fields` are JSON texts in SQL; one that is NULL is left out. At most 99 fields. */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([key, sql]) => `'"${key}":' || ${sql}`);
  return `('{' || concat_ws(',', ${parts.join(', ')}) || '}')`;
}

/** JSON of a text, array or other scalar column, NULL when it is. */
export const jsonValue = (column: string) => `to_json(${column})::text`;

/** A timestamp as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const jsonTime = (column: string) =>
  `'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;

/**
 * The same of what PostgreSQL writes for a timestamp with at most three decimals: `2027-03-01 09:30:00.5+00`, as the sessions of
 * `lib/db.ts` are in UTC.
 */
export function timestampText(timestamp: string): string {
  const [seconds = '', decimals = ''] = timestamp.slice(0, -3).split('.');
  return `${seconds.replace(' ', 'T')}.${decimals.padEnd(3, '0')}Z`;
}

/** Text that needs no escaping: ids and our own words. */
export const jsonPlain = (column: string) => `'"' || ${column} || '"'`;

/** A JSON or JSONB column, as stored. */
export const jsonStored = (column: string) => `${column}::text`;

/** An identifier with the service's word in place of the neutral one; `word` is a placeholder holding it. */
export const wireName = (column: string, word: string) =>
  `CASE WHEN ${column} ^@ 'svc' THEN ${word}::text || substr(${column}, 4) ELSE ${column} END`;

/** A LIKE pattern for "contains `term`", the term taken literally. */
export function containing(term: string): string {
  return `%${literal(term)}%`;
}

/** A term without the wildcards of LIKE; Prisma's `contains` and `startsWith` leave them in. */
export function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}
