import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { REVOKED_CHANNEL } from '#lib/auth/verified-keys.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { query, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { keyHint, newApiKey } from './key.ts';
import type { ApiKey, CreateApiKeyBody, CreatedApiKey } from './schema.ts';

/** The environment's valid keys, the newest first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKey[]> {
  const rows = await query<ApiKeyRow>(
    'api-keys-list',
    `SELECT k.id, k.environment_id, k.name, k.hint, u.email AS created_by, k.last_used_at, k.created_at
     FROM api_keys k LEFT JOIN users u ON u.id = k.created_by_id
     WHERE k.environment_id = $1 AND k.revoked_at IS NULL ORDER BY k.id DESC`,
    [ctx.environmentId],
  );
  return rows.map(toWire);
}

/** Makes a key for the environment of the call; only this answer holds it. */
export async function createApiKey(ctx: Ctx, { name }: CreateApiKeyBody): Promise<CreatedApiKey> {
  const at = new Date();
  const id = newId(at);
  const key = newApiKey();
  const hint = keyHint(key);
  const user = ctx.actor.type === 'user' ? ctx.actor : undefined;
  await transaction(async () => {
    await query(
      'api-keys-insert',
      `INSERT INTO api_keys (id, environment_id, name, hash, hint, created_by_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, ctx.environmentId, name, sha256Hex(key), hint, user?.userId ?? null, at],
    );
    await audit(ctx, {
      action: 'api-keys.create',
      resourceType: 'api-keys',
      resourceId: id,
      resourceLabel: name,
      after: { name, hint },
    });
  });
  const row = {
    id,
    environment_id: ctx.environmentId,
    name,
    hint,
    created_by: user?.email ?? null,
    last_used_at: null,
    created_at: at,
  };
  return { ...toWire(row), key };
}

/**
 * Ends a key at once, in every process.
 *
 * @throws ApiError 404 unless it is a valid key of the environment of the call.
 */
export async function revokeApiKey(ctx: Ctx, apiKeyId: string): Promise<void> {
  await transaction(async () => {
    const [revoked] = await query<{ name: string; hint: string }>(
      'api-keys-revoke',
      `UPDATE api_keys SET revoked_at = now(), revoked_by_id = $3
       WHERE id = $1 AND environment_id = $2 AND revoked_at IS NULL RETURNING name, hint`,
      [apiKeyId, ctx.environmentId, ctx.actor.type === 'user' ? ctx.actor.userId : null],
    );
    if (!revoked) throw new ApiError('not_found', `API key with id ${apiKeyId} not found`);
    await query('api-keys-announce', 'SELECT pg_notify($1, $2)', [REVOKED_CHANNEL, apiKeyId]);
    await audit(ctx, {
      action: 'api-keys.revoke',
      resourceType: 'api-keys',
      resourceId: apiKeyId,
      resourceLabel: revoked.name,
      before: revoked,
    });
  });
}

interface ApiKeyRow {
  id: string;
  environment_id: string;
  name: string;
  hint: string;
  created_by: string | null;
  last_used_at: Date | null;
  created_at: Date;
}

function toWire(row: ApiKeyRow): ApiKey {
  return {
    _id: row.id,
    _environmentId: row.environment_id,
    name: row.name,
    hint: row.hint,
    ...(row.created_by !== null && { createdBy: row.created_by }),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at.toISOString() }),
    createdAt: row.created_at.toISOString(),
  };
}
