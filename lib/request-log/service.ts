import type { Ctx } from '#lib/api/context.ts';
import { isId } from '#lib/api/wire.ts';
import { prisma } from '#lib/postgres/db.ts';
import { Prisma, type RequestLogEntry as RequestRow } from '#prisma/generated/client.ts';
import type { ListRequestsQuery, RequestLogEntry, RequestLogPage } from './schema.ts';

const { skip } = Prisma;

/** Lists one page of the environment's data-plane calls, newest first. Calls of the last second may still be missing. */
export async function listRequests(ctx: Ctx, input: ListRequestsQuery): Promise<RequestLogPage> {
  if (input.after !== undefined && !isId(input.after)) return { data: [], next: null };
  const { after, limit, apiKeyId, operationId, requestId, status } = input;
  const rows = await prisma().requestLogEntry.findMany({
    where: {
      environmentId: ctx.environmentId,
      id: after ? { lt: after.toLowerCase() } : skip,
      apiKeyId: apiKeyId ?? skip,
      operationId: operationId ?? skip,
      requestId: requestId ?? skip,
      status: status ?? skip,
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  });
  const names = await keyNames(rows.slice(0, limit));
  const data = rows.slice(0, limit).map((row) => toWire(row, names.get(row.apiKeyId)));
  return { data, next: rows.length > limit ? (data.at(-1)?._id ?? null) : null };
}

async function keyNames(rows: RequestRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ apiKeyId }) => apiKeyId))];
  const keys = await prisma().apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(keys.map(({ id, name }) => [id, name]));
}

function toWire(row: RequestRow, keyName: string | undefined): RequestLogEntry {
  return {
    _id: row.id,
    apiKey: { _id: row.apiKeyId, ...(keyName !== undefined && { name: keyName }) },
    method: row.method,
    path: row.path,
    ...(row.operationId !== null && { operationId: row.operationId }),
    status: row.status,
    durationMs: row.durationMs,
    requestId: row.requestId,
    ...(row.address !== null && { address: row.address }),
    createdAt: row.createdAt.toISOString(),
  };
}
