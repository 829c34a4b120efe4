/** A raw statement finds the API key, because it is the first statement of every request with a key. */
import { hash } from 'node:crypto';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { type VerifiedKey, verifiedKeys } from './verified-keys.ts';

const LAST_USED_INTERVAL_MS = 60_000;

/**
 * Returns the context of a request with an API key.
 *
 * @param key the text after `ApiKey `.
 * @throws ApiError 401 for an empty, unknown, revoked or expired key, 403 if the request names another environment.
 */
export async function authenticateApiKey(key: string, request: Request, requestId: string): Promise<Ctx> {
  if (key === '') throw new ApiError('unauthorized', 'Unauthorized');
  const keyHash = hash('sha256', key);
  const verified = verifiedKeys().get(keyHash) ?? (await findKey(keyHash));
  if (!verified || verified.expiresAt <= Date.now()) throw new ApiError('unauthorized', 'API Key not found');
  const named = request.headers.get('environment-id');
  if (named !== null && named !== verified.environmentId) {
    throw new ApiError('forbidden', 'The API key belongs to another environment');
  }
  if (Date.now() - verified.lastUsedAt >= LAST_USED_INTERVAL_MS) markUsed(verified);
  return {
    organizationId: verified.organizationId,
    environmentId: verified.environmentId,
    actor: { type: 'apiKey', apiKeyId: verified.id, scope: verified.scope, canPublish: verified.canPublish },
    requestId,
  };
}

interface KeyRow extends Omit<VerifiedKey, 'lastUsedAt' | 'expiresAt'> {
  lastUsedAt: Date | null;
  expiresAt: Date | null;
}

async function findKey(keyHash: string): Promise<VerifiedKey | undefined> {
  const cache = verifiedKeys();
  const generation = cache.generation;
  const [found] = await query<KeyRow>(
    'api_key_by_hash',
    `SELECT k.id, k.environment_id AS "environmentId", e.organization_id AS "organizationId",
       k.scope, k.can_publish AS "canPublish", k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt"
     FROM api_keys k JOIN environments e ON e.id = k.environment_id
     WHERE k.hash = $1 AND k.revoked_at IS NULL`,
    [keyHash],
  );
  if (!found) return undefined;
  const verified = {
    ...found,
    expiresAt: found.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    lastUsedAt: found.lastUsedAt?.getTime() ?? 0,
  };
  cache.set(keyHash, verified, generation);
  return verified;
}

function markUsed(key: VerifiedKey): void {
  key.lastUsedAt = Date.now();
  recordKeyUse(key.id, new Date(key.lastUsedAt));
}

/**
 * Stores the minute in which a key was last used, without delaying the request. If storing fails, the stored time
 * remains older than the last use.
 */
export function recordKeyUse(apiKeyId: string, at: Date): void {
  const earlier = { lt: new Date(at.getTime() - LAST_USED_INTERVAL_MS) };
  prisma()
    .apiKey.updateMany({
      where: { id: apiKeyId, OR: [{ lastUsedAt: null }, { lastUsedAt: earlier }] },
      data: { lastUsedAt: at },
    })
    .catch(() => {});
}
