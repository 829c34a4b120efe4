import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPassword as verifyBetterAuthHash } from 'better-auth/crypto';

/** The provider ID of an account with a password. */
export const CREDENTIAL = 'credential';

/** The cost of scrypt that OWASP's Password Storage Cheat Sheet recommends for 32 MiB of memory. */
const COST = { log2N: 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;
const PREFIX = `$scrypt$ln=${COST.log2N},r=${COST.r},p=${COST.p}$`;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Returns the hash of a password in its stored form: a PHC string with cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt);
  return `${PREFIX}${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Verifies a password. Also accepts hashes with the lower cost of Better Auth, which earlier versions of Belfry stored.
 */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  if (!isCurrentHash(hash)) return verifyBetterAuthHash({ hash, password });
  const [salt = '', key = ''] = hash.slice(PREFIX.length).split('$');
  const stored = Buffer.from(key, 'base64url');
  const given = await keyOf(password, Buffer.from(salt, 'base64url'));
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Whether the hash has the current cost. Otherwise, the next sign-in replaces it. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(PREFIX);
}

/**
 * Derives the key of a password. Normalises the password as Better Auth does, so that different encodings of a letter
 * result in the same key.
 */
function keyOf(password: string, salt: Buffer): Promise<Buffer> {
  const { log2N, r, p } = COST;
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** log2N, r, p, maxmem: 64 * 1024 * 1024 });
}
