/**
 * Keyed hashes of addresses and subscriberIds. A suppressed address of an erased subscriber stays suppressed by its
 * hash. The key of an environment is random, and encrypted like all secrets. It stays the same when the encryption keys
 * are rotated. Without this key, the hash of a guessed address cannot be computed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decryptCached, encrypt } from '#lib/crypto.ts';
import { isInTransaction, prisma } from '#lib/postgres/db.ts';

/** The prefix of the stored form of a hashed address. No address begins with this prefix. */
const PREFIX = 'erased:';

/**
 * Milliseconds for which a process remembers that an environment has no key. An erasure waits longer before it hashes
 * an address.
 */
const UNKNOWN_MS = 10_000;

/**
 * The stored key of an environment, or null. The key itself never changes: a rotation of the encryption keys only
 * encrypts the key again.
 */
const known = new LRUCache<string, { secret: string | null }>({ max: 1_000 });

/**
 * Returns the hashes of addresses. Empty if the environment never erased a subscriber, because no hash is stored then.
 */
export async function erasedForms(
  environmentId: string,
  places: readonly { channel: string; address: string }[],
): Promise<string[]> {
  const secret = places.length === 0 ? null : await storedSecret(environmentId);
  return secret === null ? [] : places.map(({ channel, address }) => hashOf(secret, channel, address));
}

/** Returns the hash of a listed address, and creates the environment’s key if necessary. */
export async function erasedForm(environmentId: string, channel: string, address: string): Promise<string> {
  return hashOf(await secretOf(environmentId), channel, address);
}

/** Returns the hash of a subscriberId, by which a repeated request finds its erasure. */
export async function subjectOf(environmentId: string, subscriberId: string): Promise<string> {
  return hashOf(await secretOf(environmentId), 'subscriber', subscriberId);
}

/** Returns the key of the environment, and creates the key if necessary. Concurrent processes get the same key. */
async function secretOf(environmentId: string): Promise<string> {
  const stored = await storedSecret(environmentId);
  if (stored !== null) return stored;
  const secret = encrypt(randomBytes(32).toString('hex'), erasureSecretContext(environmentId));
  await prisma().erasureSecret.createMany({ data: [{ environmentId, secret }], skipDuplicates: true });
  known.delete(environmentId);
  const created = await storedSecret(environmentId);
  if (created === null) throw new Error(`The environment ${environmentId} has no erasure secret`);
  return created;
}

async function storedSecret(environmentId: string): Promise<string | null> {
  const cached = known.get(environmentId);
  if (cached) return cached.secret && decryptCached(cached.secret, erasureSecretContext(environmentId));
  const row = await prisma().erasureSecret.findFirst({ where: { environmentId }, select: { secret: true } });
  const secret = row?.secret ?? null;
  // A key that this transaction created may be rolled back.
  if (!isInTransaction()) known.set(environmentId, { secret }, { ttl: UNKNOWN_MS });
  return secret && decryptCached(secret, erasureSecretContext(environmentId));
}

/** Binds the encrypted key to its environment. */
export function erasureSecretContext(environmentId: string): string {
  return `erasure_secrets:${environmentId}:secret`;
}

function hashOf(secret: string, channel: string, text: string): string {
  const mac = createHmac('sha256', Buffer.from(secret, 'hex')).update(`${channel}\n${text}`).digest('hex');
  return `${PREFIX}${mac.slice(0, 40)}`;
}
