import { createHmac } from 'node:crypto';
import { isEqual } from '#lib/crypto.ts';
import { prisma } from '#lib/postgres/db.ts';

/** A key with which the customer’s server can prove who a subscriber is. */
export interface ProvingKey {
  /** ApiKey.id */
  id: string;
  /** SHA-256 of the key, hex. */
  hash: string;
}

/** Returns the valid API keys of an environment with the scope `all`. */
export async function findProvingKeys(environmentId: string): Promise<ProvingKey[]> {
  return prisma().apiKey.findMany({
    where: {
      environmentId,
      revokedAt: null,
      scope: 'all',
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { id: true, hash: true },
    orderBy: { id: 'desc' },
  });
}

/**
 * Returns the ID of the key under which `given` is the HMAC-SHA256 of the content, in hexadecimal. Undefined if there
 * is no such key.
 *
 * Belfry stores only the SHA-256 of a key. HMAC itself replaces a secret of more than 64 characters by this hash (RFC
 * 2104), so Belfry can verify with keys of 67 characters, but not with the shorter keys of earlier releases. Each key
 * is compared in constant time.
 */
export function provingKey(
  keys: readonly ProvingKey[],
  content: string,
  given: string | undefined,
): string | undefined {
  if (given === undefined) return undefined;
  const matching = keys.filter(({ hash }) => isEqual(hmacHex(hash, content), given.toLowerCase()));
  return matching[0]?.id;
}

function hmacHex(keyHash: string, content: string): string {
  return createHmac('sha256', Buffer.from(keyHash, 'hex')).update(content).digest('hex');
}

/**
 * Returns a value as canonical JSON: keys are sorted by UTF-16 units, there are no spaces, and texts escape only `"`
 * and `\`.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${canonicalJson(key)}:${canonicalJson(inner)}`).join(',')}}`;
}
