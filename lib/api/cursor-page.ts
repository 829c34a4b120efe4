import { z } from 'zod';
import { ApiError } from './errors.ts';
import { queryBoolean, queryInt, queryText } from './query.ts';
import { isId } from './wire.ts';

/** The query of a list sorted by ID, with cursors in both directions. A cursor is the ID of an element. */
export const CursorQuery = z.object({
  after: queryText(),
  before: queryText(),
  limit: queryInt({ min: 1, max: 100, default: 10 }),
  orderDirection: z.enum(['ASC', 'DESC']).default('DESC'),
  /** Both values sort by ID, because IDs start with the time of creation. */
  orderBy: z.enum(['_id', 'createdAt']).default('_id'),
  includeCursor: queryBoolean(),
});
export type CursorQuery = z.infer<typeof CursorQuery>;

/** Returns the schema of one page of a list that uses {@link CursorQuery}. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    totalCount: z.int().nonnegative(),
    totalCountCapped: z.boolean(),
  });
}

/** Maximum of `totalCount`. */
const COUNT_CAP = 50_000;

/** The arguments of a Prisma query: a condition on `id`, the order and the number of rows. */
export interface Slice {
  id: { gt?: string; gte?: string; lt?: string; lte?: string };
  orderBy: { id: 'asc' | 'desc' };
  take: number;
}

export interface Page<Row> {
  data: Row[];
  next: string | null;
  previous: string | null;
  totalCount: number;
  totalCountCapped: boolean;
}

/**
 * Returns one page of a list sorted by ID. A well-formed cursor is a position, whether or not its row still exists. A
 * malformed cursor results in an empty page.
 *
 * @param read returns the rows of a slice, in the slice's order.
 * @param count counts the rows of the list up to `most`.
 * @param readCursor returns the position of a well-formed cursor. By default, cursors are IDs.
 * @throws ApiError `bad_request` when both cursors are given.
 */
export async function cursorPage<Row extends { id: string }>(
  { after, before, limit, orderDirection, includeCursor = false }: CursorQuery,
  read: (slice: Slice) => Promise<Row[]>,
  count: (most: number) => Promise<number>,
  readCursor: (cursor: string) => string | undefined = idOf,
): Promise<Page<Row>> {
  if (after !== undefined && before !== undefined)
    throw new ApiError('bad_request', 'Cannot specify both "before" and "after" cursors at the same time.');
  const given = after ?? before;
  const cursor = given === undefined ? undefined : readCursor(given);
  if (given !== undefined && cursor === undefined) return NOTHING;
  const backwards = before !== undefined;
  const descending = (orderDirection === 'DESC') !== backwards;
  const found = await read(slice({ cursor, descending, inclusive: includeCursor, take: limit + 1 }));
  const rows = found.slice(0, limit);
  const [first, last] = [rows[0], rows.at(-1)];
  const ahead = found.length > limit ? (last?.id ?? null) : null;
  const isPreceded =
    cursor !== undefined && first !== undefined
      ? (await read(slice({ cursor: first.id, descending: !descending, inclusive: false, take: 1 }))).length > 0
      : false;
  const behind = isPreceded ? (first?.id ?? null) : null;
  const isAll = cursor === undefined && found.length <= limit;
  const total = isAll ? rows.length : await count(COUNT_CAP + 1);
  const [next, previous] = backwards ? [behind, ahead] : [ahead, behind];
  return {
    data: backwards ? rows.toReversed() : rows,
    next,
    previous,
    totalCount: Math.min(total, COUNT_CAP),
    totalCountCapped: total > COUNT_CAP,
  };
}

const NOTHING: Page<never> = { data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false };

function idOf(cursor: string): string | undefined {
  return isId(cursor) ? cursor.toLowerCase() : undefined;
}

function slice(at: { cursor: string | undefined; descending: boolean; inclusive: boolean; take: number }): Slice {
  const { cursor, descending, inclusive, take } = at;
  const operator = `${descending ? 'lt' : 'gt'}${inclusive ? 'e' : ''}` as keyof Slice['id'];
  return {
    id: cursor === undefined ? {} : { [operator]: cursor },
    orderBy: { id: descending ? 'desc' : 'asc' },
    take,
  };
}
