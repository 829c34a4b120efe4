/** Raw statements: a page starts after a pair of columns, for which Prisma has no comparison. */

import type { Slice } from '#lib/api/cursor-page.ts';
import { query } from '#lib/postgres/db.ts';
import { containing, Values } from '#lib/postgres/sql.ts';
import type { Context as ContextRow } from '#prisma/generated/client.ts';

export interface ContextFilter {
  environmentId: string;
  /** The ID of a context, the second part of its key `<type>:<id>`. */
  key: string | undefined;
  type: string | undefined;
  search: string | undefined;
}

/** Returns the position of a context in the list, as text for cursors. */
export function positionOf({ type, key }: Pick<ContextRow, 'type' | 'key'>): string {
  return Buffer.from(JSON.stringify([type, key])).toString('base64url');
}

/** Returns the cursor if it has the form that `positionOf` creates. */
export function readPosition(cursor: string): string | undefined {
  return pairOf(cursor) && cursor;
}

function pairOf(position: string): [type: string, key: string] | undefined {
  try {
    const pair: unknown = JSON.parse(Buffer.from(position, 'base64url').toString());
    const isPair = Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
    return isPair && !pair.join('').includes('\0') ? (pair as [string, string]) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a slice of the contexts, sorted by type and key. */
export function selectContexts(
  { environmentId, key, type, search }: ContextFilter,
  { id, orderBy, take }: Slice,
): Promise<ContextRow[]> {
  const values = new Values(environmentId);
  const shape: string[] = [orderBy.id];
  const add = (name: string, condition: string) => {
    shape.push(name);
    return ` AND ${condition}`;
  };
  const [[name = '', position] = []] = Object.entries(id);
  const pair = position === undefined ? undefined : pairOf(position);
  const place = pair
    ? add(
        name,
        `(c.type, c.key) ${OPERATORS[name as keyof Slice['id']]} (${values.add(pair[0])}, ${values.add(pair[1])})`,
      )
    : '';
  const ofKey = key === undefined ? '' : add('key', `c.key = ${values.add(key)}`);
  const ofType = type === undefined ? '' : add('type', `c.type = ${values.add(type)}`);
  const pattern = search === undefined ? '' : values.add(containing(search));
  const found = search === undefined ? '' : add('search', `(c.type ILIKE ${pattern} OR c.key ILIKE ${pattern})`);
  return query(
    `contexts-list ${shape.join(' ')}`,
    `SELECT c.environment_id AS "environmentId", c.type, c.key, c.data, c.created_at AS "createdAt", c.updated_at AS "updatedAt"
     FROM contexts c WHERE c.environment_id = $1${place}${ofKey}${ofType}${found}
     ORDER BY c.type ${orderBy.id}, c.key ${orderBy.id} LIMIT ${values.add(take)}`,
    values.list,
  );
}

const MAX_TYPES = 1_000;

/** Reads the types with one index look-up per type, even if a type has many contexts. */
export function selectTypes(environmentId: string): Promise<{ type: string }[]> {
  return query(
    'contexts-types',
    `WITH RECURSIVE types AS (
       (SELECT c.type FROM contexts c WHERE c.environment_id = $1 ORDER BY c.type LIMIT 1)
       UNION ALL
       SELECT (SELECT c.type FROM contexts c WHERE c.environment_id = $1 AND c.type > types.type ORDER BY c.type LIMIT 1)
       FROM types WHERE types.type IS NOT NULL)
     SELECT type FROM types WHERE type IS NOT NULL LIMIT ${MAX_TYPES}`,
    [environmentId],
  );
}

const OPERATORS: Readonly<Record<keyof Slice['id'], string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };
