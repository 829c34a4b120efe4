import type { Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { idFloor } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { fieldMessagesOf, messageOf } from './content.ts';
import { findRequests, type ListedRow, lastRead, type Search } from './query.ts';
import type { ListRequestsQuery, RequestLogEntry, RequestLogPage } from './schema.ts';
import { searchRequests } from './search.ts';

/** Greater than every ID. */
const LAST_ID = 'g';

/**
 * Lists one page of the environment's calls, newest first. Calls of the last second may still be missing. A page reads
 * a bounded number of calls, so it may have fewer than `limit` calls although `next` is set.
 */
export async function listRequests(ctx: Ctx, input: ListRequestsQuery): Promise<RequestLogPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const search = searchOf(ctx, input);
  if (input.q) {
    const found = await searchRequests(search, input.q);
    return { data: await entriesOf(found.rows), next: found.next };
  }
  const rows = await findRequests({ ...search, limit: input.limit + 1 });
  const data = await entriesOf(rows.slice(0, input.limit));
  if (rows.length > input.limit) return { data, next: data.at(-1)?._id ?? null };
  return { data, next: (isSelective(input) ? await lastRead(search) : undefined) ?? null };
}

function searchOf({ environmentId }: Ctx, input: ListRequestsQuery): Search {
  const { after, createdGte, createdLt, limit } = input;
  const ends = [after?.toLowerCase() ?? LAST_ID, createdLt === undefined ? LAST_ID : idFloor(new Date(createdLt))];
  return {
    environmentId,
    floor: createdGte === undefined ? '' : idFloor(new Date(createdGte)),
    ceiling: ends.sort()[0] ?? LAST_ID,
    limit,
    requestId: input.requestId,
    apiKeyId: input.apiKeyId,
    userId: input.userId,
    method: input.method?.toUpperCase(),
    path: input.path,
    operationId: input.operationId,
    status: input.status,
  };
}

/**
 * Whether a filter may exclude calls that the page has read. If not, a page with fewer calls than `limit` is the last
 * page.
 */
function isSelective({ method, path, operationId, status, requestId, apiKeyId, userId }: ListRequestsQuery): boolean {
  const indexed = [requestId, apiKeyId, userId].filter((value) => value !== undefined);
  return [method, path, operationId, status].some((value) => value !== undefined) || indexed.length > 1;
}

/** Returns calls in their wire form, with the names of their callers. */
export async function entriesOf(rows: readonly ListedRow[]): Promise<RequestLogEntry[]> {
  const idsOf = (key: 'apiKeyId' | 'userId') => [...new Set(rows.map((row) => row[key]).filter((id) => id !== null))];
  const [apiKeyIds, userIds] = [idsOf('apiKeyId'), idsOf('userId')];
  const select = { id: true, name: true } as const;
  const keys = apiKeyIds.length > 0 ? await prisma().apiKey.findMany({ where: { id: { in: apiKeyIds } }, select }) : [];
  const users = userIds.length > 0 ? await prisma().user.findMany({ where: { id: { in: userIds } }, select }) : [];
  const names = new Map([...keys, ...users].map(({ id, name }) => [id, name]));
  const fieldMessages = await fieldMessagesOf(rows);
  return rows.map((row) => toWire(row, names, fieldMessages.get(row.id)));
}

function toWire(row: ListedRow, names: ReadonlyMap<string, string>, fieldMessage?: string): RequestLogEntry {
  const message = fieldMessage ?? messageOf(row);
  const caller = (id: string) => ({ _id: id, ...(names.has(id) && { name: names.get(id) }) });
  return {
    _id: row.id,
    ...(row.apiKeyId !== null && { apiKey: caller(row.apiKeyId) }),
    ...(row.userId !== null && { user: caller(row.userId) }),
    method: row.method,
    path: row.path,
    ...(row.operationId !== null && { operationId: row.operationId }),
    status: row.status,
    ...(message !== undefined && { message }),
    durationMs: row.durationMs,
    requestId: row.requestId,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.createdAt.toISOString(),
  };
}
