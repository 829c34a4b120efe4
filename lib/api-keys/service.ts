import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import type { ApiKeyScope } from '#lib/auth/permissions.ts';
import { findUsers, type NamedUser } from '#lib/auth/users.ts';
import { announceRevocation } from '#lib/auth/verified-keys.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { ApiKey as ApiKeyRow } from '#prisma/generated/client.ts';
import { keyHint, newApiKey } from './key.ts';
import {
  type ApiKey,
  type CreateApiKeyBody,
  type CreatedApiKey,
  OVERLAPS,
  type RotateApiKeyBody,
  type UpdateApiKeyBody,
} from './schema.ts';

/** Days for which a key stays in the list after it expired or was revoked. */
const ENDED_DAYS = 7;

/** Lists the environment's keys that are valid or ended in the last seven days, newest first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const { environmentId } = ctx;
  const rows = await prisma().apiKey.findMany({
    where: { environmentId, revokedAt: null, ...endsAfter(new Date(Date.now() - ENDED_DAYS * DAY_MS)) },
    orderBy: { id: 'desc' },
  });
  const [makers, calls] = await Promise.all([
    findUsers(rows.map(({ createdById }) => createdById)),
    countCalls(environmentId),
  ]);
  return rows.map((row) => toWire(row, makers.get(row.createdById), calls.get(row.id)));
}

/**
 * Creates a key for the caller's environment. Only this response contains the key itself.
 *
 * @throws ApiError 422 for an expiry time in the past, and for the right to publish with another scope than `all`.
 */
export async function createApiKey(ctx: Ctx, body: CreateApiKeyBody): Promise<CreatedApiKey> {
  const { name, canPublish = false, scope = 'all', expiresAt } = body;
  if (canPublish && scope !== 'all') throw fieldError('canPublish', 'needs the scope “all”');
  const end = expiresAt === undefined ? null : new Date(expiresAt);
  if (end && !(end.getTime() > Date.now())) throw fieldError('expiresAt', 'must be in the future');
  return transaction(async () => {
    const { row, ...made } = await insertKey(ctx, { name, canPublish, scope, expiresAt: end });
    await audit(ctx, { ...auditOf('api-keys.create', row), after: shownIn(row) });
    return { ...toWire(row, made.maker), key: made.key };
  });
}

/**
 * Renames a key. Code that uses the key is not affected.
 *
 * @throws ApiError 404 unless it is a key of the caller's environment that is not revoked.
 */
export async function renameApiKey(ctx: Ctx, apiKeyId: string, { name }: UpdateApiKeyBody): Promise<ApiKey> {
  return transaction(async () => {
    const where = { id: apiKeyId, environmentId: ctx.environmentId, revokedAt: null };
    const before = await prisma().apiKey.findFirst({ where });
    const [row] = await prisma().apiKey.updateManyAndReturn({ where, data: { name } });
    if (!before || !row) throw new ApiError('not_found', `API key with id ${apiKeyId} not found`);
    await audit(ctx, { ...auditOf('api-keys.update', row), before: { name: before.name }, after: { name } });
    const makers = await findUsers([row.createdById]);
    return toWire(row, makers.get(row.createdById), (await countCalls(ctx.environmentId)).get(row.id));
  });
}

/**
 * Replaces a key with a new one that has the same name, rights and lifetime. The old key stays valid until the chosen
 * time, and never longer than before.
 *
 * @throws ApiError 404 unless it is a valid key of the caller's environment that was not rotated before.
 */
export async function rotateApiKey(
  ctx: Ctx,
  apiKeyId: string,
  { oldKeyEnds }: RotateApiKeyBody,
): Promise<CreatedApiKey> {
  return transaction(async () => {
    const at = new Date();
    const where = { id: apiKeyId, environmentId: ctx.environmentId, revokedAt: null, replacedById: null };
    const replacedById = newId(at);
    const valid = { ...where, ...endsAfter(at) };
    const [old] = await prisma().apiKey.updateManyAndReturn({ where: valid, data: { replacedById } });
    if (!old)
      throw new ApiError(
        'not_found',
        `API key ${apiKeyId} is revoked, expired or already rotated: rotate its successor`,
      );
    const { name, canPublish, scope, expiresAt } = old;
    const life = expiresAt && new Date(at.getTime() + expiresAt.getTime() - old.createdAt.getTime());
    const { row, ...made } = await insertKey(
      ctx,
      { name, canPublish, scope, expiresAt: life },
      { id: replacedById, at },
    );
    const ended = await endBy(ctx, old, new Date(at.getTime() + OVERLAPS[oldKeyEnds]));
    await audit(ctx, { ...auditOf('api-keys.rotate', old), before: shownIn(old), after: shownIn(ended) });
    await audit(ctx, { ...auditOf('api-keys.create', row), after: shownIn(row) });
    return { ...toWire(row, made.maker), key: made.key };
  });
}

/**
 * Revokes a key immediately, in every process.
 *
 * @throws ApiError 404 unless it is a key of the caller's environment that is not revoked.
 */
export async function revokeApiKey(ctx: Ctx, apiKeyId: string): Promise<void> {
  await transaction(async () => {
    const where = { id: apiKeyId, environmentId: ctx.environmentId, revokedAt: null };
    const data = { revokedAt: new Date(), revokedById: userOf(ctx)?.userId ?? null };
    const [revoked] = await prisma().apiKey.updateManyAndReturn({ where, data });
    if (!revoked) throw new ApiError('not_found', `API key with id ${apiKeyId} not found`);
    await announceRevocation(apiKeyId);
    await audit(ctx, { ...auditOf('api-keys.revoke', revoked), before: shownIn(revoked) });
  });
}

type NewKey = Pick<ApiKeyRow, 'name' | 'canPublish' | 'scope' | 'expiresAt'>;

async function insertKey(ctx: Ctx, given: NewKey, { id, at }: { id?: string; at: Date } = { at: new Date() }) {
  const key = newApiKey();
  const user = userOf(ctx);
  const data = {
    ...given,
    id: id ?? newId(at),
    environmentId: ctx.environmentId,
    hash: sha256Hex(key),
    hint: keyHint(key),
    createdById: user?.userId ?? null,
    createdAt: at,
  };
  return {
    row: await prisma().apiKey.create({ data }),
    key,
    maker: (await findUsers([data.createdById])).get(data.createdById),
  };
}

/** Ends a key at `end`, unless it ends earlier. A key without time left is revoked. */
async function endBy(ctx: Ctx, key: ApiKeyRow, end: Date): Promise<ApiKeyRow> {
  const isOver = end.getTime() <= Date.now();
  const expiresAt = key.expiresAt && key.expiresAt < end ? key.expiresAt : end;
  const revoked = { revokedAt: end, revokedById: userOf(ctx)?.userId ?? null };
  await announceRevocation(key.id);
  return prisma().apiKey.update({ where: { id: key.id }, data: isOver ? revoked : { expiresAt } });
}

function endsAfter(at: Date) {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] };
}

/** Returns the calls of the last 24 hours by key. The oldest hour counts as a whole. */
async function countCalls(environmentId: string): Promise<Map<string, number>> {
  const groups = await prisma().apiKeyCalls.groupBy({
    by: ['apiKeyId'],
    where: { environmentId, hour: { gt: new Date(Date.now() - DAY_MS) } },
    _sum: { calls: true },
  });
  return new Map(groups.map(({ apiKeyId, _sum }) => [apiKeyId, _sum.calls ?? 0]));
}

function userOf({ actor }: Ctx) {
  return actor.type === 'user' ? actor : undefined;
}

function auditOf(action: string, { id, name }: ApiKeyRow) {
  return { action, resourceType: 'api-keys', resourceId: id, resourceLabel: name };
}

function shownIn({ name, hint, canPublish, scope, expiresAt, revokedAt }: ApiKeyRow) {
  return {
    ...{ name, hint, canPublish, scope },
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
  };
}

function toWire(row: ApiKeyRow, maker: Pick<NamedUser, 'email' | 'name'> | undefined, calls = 0): ApiKey {
  return {
    _id: row.id,
    _environmentId: row.environmentId,
    name: row.name,
    hint: row.hint,
    canPublish: row.canPublish,
    scope: row.scope as ApiKeyScope,
    ...(row.expiresAt && { expiresAt: row.expiresAt.toISOString() }),
    ...(row.replacedById !== null && { replacedBy: row.replacedById }),
    callsLast24Hours: calls,
    ...(maker && { createdBy: maker.email, createdByName: maker.name }),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
  };
}
