import type { Ctx } from '#lib/api/context.ts';
import { cursorPage } from '#lib/api/cursor-page.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import type { Context as ContextRow } from '#prisma/generated/client.ts';
import { type ContextFilter, positionOf, readPosition, selectContexts, selectTypes } from './query.ts';
import type {
  Context,
  ContextPage,
  ContextParams,
  ContextTypes,
  CreateContextBody,
  ListContextsQuery,
  UpdateContextBody,
} from './schema.ts';

/** Lists one page of the environment's contexts. */
export async function listContexts({ environmentId }: Ctx, input: ListContextsQuery): Promise<ContextPage> {
  const { id: key, type, search, ...page } = input;
  const filter: ContextFilter = { environmentId, key, type, search };
  const positioned = (rows: ContextRow[]) => rows.map((row) => ({ ...row, id: positionOf(row) }));
  const found = await cursorPage(
    { ...page, orderBy: '_id' },
    async (slice) => positioned(await selectContexts(filter, slice)),
    async (take) => (await selectContexts(filter, { id: {}, orderBy: { id: 'asc' }, take })).length,
    readPosition,
  );
  return { ...found, data: found.data.map(contextWire) };
}

/** Lists the types of the environment's contexts. */
export async function listContextTypes({ environmentId }: Ctx): Promise<ContextTypes> {
  return (await selectTypes(environmentId)).map(({ type }) => type);
}

/** @throws ApiError `not_found`. */
export async function getContext(ctx: Ctx, params: ContextParams): Promise<Context> {
  return contextWire(await requireContext(ctx, params));
}

/** @throws ApiError `conflict` if the context exists. */
export function createContext(ctx: Ctx, { type, id, data = {} }: CreateContextBody): Promise<Context> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const at = new Date();
    const made = { environmentId, type, key: id, data: json(data), createdAt: at, updatedAt: at };
    const { count } = await prisma().context.createMany({ data: [made], skipDuplicates: true });
    if (count === 0) throw new ApiError('conflict', `Context with type "${type}" and id "${id}" already exists`);
    const row = await requireContext(ctx, { type, id });
    await auditContext(ctx, 'contexts.create', undefined, row);
    return contextWire(row);
  });
}

/**
 * Replaces the data of a context. Unfinished runs read the new data.
 * @throws ApiError `not_found`.
 */
export function updateContext(ctx: Ctx, params: ContextParams, { data }: UpdateContextBody): Promise<Context> {
  return transaction(async () => {
    const before = await requireContext(ctx, params);
    const row = await prisma().context.update({
      where: { environmentId_type_key: { environmentId: ctx.environmentId, type: params.type, key: params.id } },
      data: { data: json(data), updatedAt: new Date() },
    });
    await auditContext(ctx, 'contexts.update', before, row);
    return contextWire(row);
  });
}

/** @throws ApiError `not_found`. */
export function deleteContext(ctx: Ctx, params: ContextParams): Promise<void> {
  return transaction(async () => {
    const before = await requireContext(ctx, params);
    const { environmentId, type, key } = before;
    await prisma().context.deleteMany({ where: { environmentId, type, key } });
    await auditContext(ctx, 'contexts.delete', before, undefined);
  });
}

async function requireContext({ environmentId }: Ctx, { type, id }: ContextParams): Promise<ContextRow> {
  const row = await prisma().context.findFirst({ where: { environmentId, type, key: id } });
  if (row) return row;
  throw new ApiError('not_found', `Context with type "${type}" and id "${id}" was not found`);
}

function contextWire({ type, key, data, createdAt, updatedAt }: ContextRow): Context {
  return {
    type,
    id: key,
    data: data as JsonObject,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

async function auditContext(ctx: Ctx, action: string, before?: ContextRow, after?: ContextRow): Promise<void> {
  const { type, key } = (after ?? before) as ContextRow;
  await audit(ctx, {
    action,
    resourceType: 'contexts',
    resourceId: `${type}:${key}`,
    resourceLabel: key,
    before: before && contextWire(before),
    after: after && contextWire(after),
  });
}
