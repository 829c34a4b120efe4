import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { env } from './env.ts';

const FORMAT = 'v1';

/**
 * Encrypts a secret with AES-256-GCM under the first key of `ENCRYPTION_KEYS`.
 *
 * @param aad the owner of the secret (environment, record, field). A value that is copied to another owner does not decrypt.
 * @returns `v1.<key id>.<iv>.<ciphertext>.<tag>`, base64url.
 */
export function encrypt(plain: string, aad: string): string {
  const [keyId, key] = keyring().entries().next().value ?? noKey('the first one');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad));
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [FORMAT, keyId, ...[iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
}

/** Thrown for a stored value that cannot be decrypted. Only operations that need the value fail. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/**
 * Returns the plain text of a value that `encrypt` created with the same `aad`.
 *
 * @throws UnreadableError if the value is malformed, changed or moved, or its key is not in the keyring.
 */
export function decrypt(value: string, aad: string): string {
  const [format, keyId, iv, ciphertext, tag] = value.split('.');
  if (format !== FORMAT || !keyId || iv === undefined || ciphertext === undefined || tag === undefined) {
    throw new UnreadableError('Not an encrypted value');
  }
  const key = keyring().get(keyId) ?? noKey(keyId);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(aad))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new UnreadableError('The encrypted value was changed, or belongs elsewhere', { cause });
  }
}

const plainTexts = new LRUCache<string, string>({ max: 5_000 });

/** Like `decrypt`, for values that every request or delivery needs. The most recently read values are cached. */
export function decryptCached(value: string, aad: string): string {
  const key = `${aad} ${value}`;
  const known = plainTexts.get(key) ?? decrypt(value, aad);
  plainTexts.set(key, known);
  return known;
}

/** Like `decrypt`, but undefined for a value that cannot be decrypted. */
export function decryptIfReadable(value: string, aad: string): string | undefined {
  return ifReadable(() => decrypt(value, aad));
}

/** Returns the result of `read`. Undefined if a value that it decrypts cannot be decrypted. */
export function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** Returns SHA-256 as 64 hex characters. */
export function sha256Hex(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns the HMAC-SHA256 of the content, under a key that is derived from the first key of `ENCRYPTION_KEYS`.
 *
 * @param purpose the purpose of the signature. A signature for one purpose is not valid for another.
 */
export function sign(content: Uint8Array, purpose: string): Buffer {
  const [key] = signingKeys(purpose);
  return hmac(key ?? noKey('the first one'), content);
}

/**
 * Whether `sign` created the signature under a key that is still in `ENCRYPTION_KEYS`.
 *
 * @param signature the whole signature, or its first bytes.
 */
export function isSigned(content: Uint8Array, signature: Uint8Array, purpose: string): boolean {
  return signingKeys(purpose).some((key) => isEqual(hmac(key, content).subarray(0, signature.byteLength), signature));
}

function hmac(key: Buffer, content: Uint8Array): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

const derived = new LRUCache<string, Buffer[]>({ max: 20 });

/** Returns the keys for signatures of a purpose, in the order of `ENCRYPTION_KEYS`. */
function signingKeys(purpose: string): Buffer[] {
  const name = `${purpose}\n${env().ENCRYPTION_KEYS}`;
  const known = derived.get(name);
  if (known) return known;
  const keys = [...keyring().values()].map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  derived.set(name, keys);
  return keys;
}

/** Compares in constant time. */
export function isEqual(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the IDs of the keys in `ENCRYPTION_KEYS`. The first key encrypts. */
export function encryptionKeyIds(): string[] {
  return [...keyring().keys()];
}

let parsed: { source: string; keys: Map<string, Buffer> } | undefined;

function keyring(): Map<string, Buffer> {
  const source = env().ENCRYPTION_KEYS ?? '';
  if (parsed?.source !== source) {
    const pairs = source.split(',').filter(Boolean);
    parsed = {
      source,
      keys: new Map(
        pairs.map((pair) => {
          const [id = '', key = ''] = pair.trim().split(':');
          return [id, Buffer.from(key, 'base64')];
        }),
      ),
    };
  }
  return parsed.keys;
}

function noKey(keyId: string): never {
  throw new UnreadableError(`ENCRYPTION_KEYS does not contain the key "${keyId}"`);
}
