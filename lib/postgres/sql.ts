/** Pieces of SQL text: numbered values, and JSON built as text. */
import { CLOCK_SLACK_MS } from '#lib/id.ts';

/** The values of one statement. `add` returns the placeholder. The constructor's values come first: $1, $2 … */
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

/**
 * Returns a JSON object as SQL text. `fields` are SQL expressions of JSON texts. A field that is NULL is omitted. At
 * most 99 fields.
 */
export function jsonObject(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(([key, sql]) => `'"${key}":' || ${sql}`);
  return `('{' || concat_ws(',', ${parts.join(', ')}) || '}')`;
}

/** Returns the JSON of a scalar column or an array. NULL stays NULL. */
export const jsonValue = (column: string) => `to_json(${column})::text`;

/** Returns a timestamp as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const jsonTime = (column: string) =>
  `'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;

/**
 * Converts PostgreSQL's text of a timestamp with at most three decimals, `2027-03-01 09:30:00.5+00`, to the format of
 * `jsonTime`. Sessions of `lib/postgres/db.ts` are in UTC. Slices by position, because a page of subscribers has dozens
 * of timestamps.
 */
export function timestampText(timestamp: string): string {
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, 19)}.${timestamp.slice(20, -3).padEnd(3, '0')}Z`;
}

/** Returns the JSON of a text that needs no escaping: an ID, or a constant of Belfry. */
export const jsonPlain = (column: string) => `'"' || ${column} || '"'`;

/** Returns the text of a JSON or JSONB column. */
export const jsonStored = (column: string) => `${column}::text`;

/** Returns a neutral identifier with the vendor prefix. `word` is the placeholder of the vendor prefix. */
export const wireName = (column: string, word: string) =>
  `CASE WHEN ${column} ^@ 'svc' THEN ${word}::text || substr(${column}, 4) ELSE ${column} END`;

/**
 * Returns a condition that is true for every row that was created together with the row `id` (within the bounds of
 * `idBounds`). The condition makes PostgreSQL read only the partition of these rows.
 */
export function createdTogether(id: string, column: string): string {
  const seconds = CLOCK_SLACK_MS / 1000;
  const bound = (after: number) => `lpad(to_hex(('x' || left(${id}, 8))::bit(32)::bigint + (${after})), 8, '0')`;
  return `${column} >= ${bound(-seconds)} AND ${column} < ${bound(seconds + 1)}`;
}

/** Returns a LIKE pattern for texts that contain `term` literally. */
export function containing(term: string): string {
  return `%${literal(term)}%`;
}

/** Escapes the wildcards of LIKE in a term. Prisma's `contains` and `startsWith` do not escape them. */
export function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}
