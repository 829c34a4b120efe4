import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { findUsers } from '#lib/auth/users.ts';
import { announceRevocation } from '#lib/auth/verified-keys.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import type { ApiKey as ApiKeyRow } from '#prisma/generated/client.ts';
import { keyHint, newApiKey } from './key.ts';
import type { ApiKey, CreateApiKeyBody, CreatedApiKey } from './schema.ts';

/** Lists the environment's valid keys, newest first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const where = { environmentId: ctx.environmentId, revokedAt: null };
  const rows = await prisma().apiKey.findMany({ where, orderBy: { id: 'desc' } });
  const makers = await findUsers(rows.map(({ createdById }) => createdById));
  return rows.map((row) => toWire(row, makers.get(row.createdById)?.email));
}

/** Creates a key for the caller's environment. Only this response contains the key itself. */
export async function createApiKey(ctx: Ctx, { name, canPublish = false }: CreateApiKeyBody): Promise<CreatedApiKey> {
  const at = new Date();
  const key = newApiKey();
  const user = ctx.actor.type === 'user' ? ctx.actor : undefined;
  const row = await transaction(async () => {
    const data = {
      id: newId(at),
      environmentId: ctx.environmentId,
      name,
      hash: sha256Hex(key),
      hint: keyHint(key),
      canPublish,
      createdById: user?.userId ?? null,
      createdAt: at,
    };
    const made = await prisma().apiKey.create({ data });
    await audit(ctx, { ...auditOf('api-keys.create', made), after: shownIn(made) });
    return made;
  });
  return { ...toWire(row, user?.email), key };
}

/**
 * Revokes a key immediately, in every process.
 *
 * @throws ApiError 404 unless it is a valid key of the caller's environment.
 */
export async function revokeApiKey(ctx: Ctx, apiKeyId: string): Promise<void> {
  await transaction(async () => {
    const where = { id: apiKeyId, environmentId: ctx.environmentId, revokedAt: null };
    const data = { revokedAt: new Date(), revokedById: ctx.actor.type === 'user' ? ctx.actor.userId : null };
    const [revoked] = await prisma().apiKey.updateManyAndReturn({ where, data });
    if (!revoked) throw new ApiError('not_found', `API key with id ${apiKeyId} not found`);
    await announceRevocation(apiKeyId);
    await audit(ctx, { ...auditOf('api-keys.revoke', revoked), before: shownIn(revoked) });
  });
}

function auditOf(action: string, { id, name }: ApiKeyRow) {
  return { action, resourceType: 'api-keys', resourceId: id, resourceLabel: name };
}

function shownIn({ name, hint, canPublish }: ApiKeyRow) {
  return { name, hint, canPublish };
}

function toWire(row: ApiKeyRow, createdBy: string | undefined): ApiKey {
  return {
    _id: row.id,
    _environmentId: row.environmentId,
    name: row.name,
    hint: row.hint,
    canPublish: row.canPublish,
    ...(createdBy !== undefined && { createdBy }),
    ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
    createdAt: row.createdAt.toISOString(),
  };
}
