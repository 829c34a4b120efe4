import { ID_PATTERN } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Position, SortColumn } from './search-conditions.ts';

/** `<milliseconds>_<id>`: the cursor of a list that is sorted by time of update. */
const UPDATED_AT_CURSOR = /^(\d{1,15})_([0-9a-f]{24})$/;

/** `<relevance>_<id>`: the cursor of a search that is sorted by relevance. */
const RELEVANCE_CURSOR = /^([0-3])_([0-9a-f]{24})$/;

/** Returns the cursor of a row: its ID, after `updatedAt` or the relevance if the list is sorted by one of these. */
export function encodeCursor(sort: SortColumn, { id, updatedAt, relevance }: Position): string {
  if (sort === 'relevance') return relevance === undefined ? id : `${relevance}_${id}`;
  return sort === 'id' ? id : `${updatedAt?.getTime()}_${id}`;
}

/**
 * Returns the position that a cursor names. Undefined if the cursor is malformed. In a list sorted by `updatedAt`, an ID
 * without time means the current position of that row.
 */
export async function readCursor(
  environmentId: string,
  sort: SortColumn,
  cursor: string,
): Promise<Position | undefined> {
  if (sort === 'id') {
    const id = ID_PATTERN.test(cursor) ? cursor : UPDATED_AT_CURSOR.exec(cursor)?.[2];
    return id === undefined ? undefined : { id };
  }
  if (sort === 'relevance') {
    const [, relevance, id] = RELEVANCE_CURSOR.exec(cursor) ?? [];
    if (id !== undefined) return { id, relevance: Number(relevance) };
    return ID_PATTERN.test(cursor) ? { id: cursor } : undefined;
  }
  const [, ms, id] = UPDATED_AT_CURSOR.exec(cursor) ?? [];
  if (ms !== undefined && id !== undefined) {
    const updatedAt = new Date(Number(ms));
    return Number.isNaN(updatedAt.getTime()) ? undefined : { id, updatedAt };
  }
  if (!ID_PATTERN.test(cursor)) return undefined;
  const row = await prisma().subscriber.findFirst({
    where: { environmentId, id: cursor },
    select: { updatedAt: true },
  });
  return row ? { id: cursor, updatedAt: row.updatedAt } : undefined;
}
