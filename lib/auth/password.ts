import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verifyPassword as verifyBetterAuthHash } from 'better-auth/crypto';

/** The provider id of an account with a password. */
export const CREDENTIAL = 'credential';

/** scrypt at the cost that OWASP's Password Storage Cheat Sheet recommends for 32 MiB of memory. */
const COST = { log2N: 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;
const PREFIX = `$scrypt$ln=${COST.log2N},r=${COST.r},p=${COST.p}$`;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The hash to store: a PHC string with cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt);
  return `${PREFIX}${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** Also verifies hashes of Better Auth's lower cost, which earlier versions of Belfry stored. */
export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  if (!isCurrentHash(hash)) return verifyBetterAuthHash({ hash, password });
  const [salt = '', key = ''] = hash.slice(PREFIX.length).split('$');
  const stored = Buffer.from(key, 'base64url');
  const given = await keyOf(password, Buffer.from(salt, 'base64url'));
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** False for a hash of another cost, which the next sign-in replaces. */
export function isCurrentHash(hash: string): boolean {
  return hash.startsWith(PREFIX);
}

/** Normalised as Better Auth does, so that every keyboard's form of a letter gives the same key. */
function keyOf(password: string, salt: Buffer): Promise<Buffer> {
  const { log2N, r, p } = COST;
  return derive(password.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** log2N, r, p, maxmem: 64 * 1024 * 1024 });
}
