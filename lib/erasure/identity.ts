/** Describes the person whom an erasure looks for, and checks whether a stored value names this person. */
import { decrypt, encrypt } from '#lib/crypto.ts';
import { isObject } from '#lib/json/values.ts';

/** Stored in place of a text that named an erased subscriber. */
const ERASED = 'erased';
/** Stored in place of an erased email address where an address is required. Its domain never receives email. */
const ERASED_ADDRESS = 'erased@erased.invalid';

/**
 * The maximum number of addresses that one erasure looks for. If a person has more, only the newest addresses are
 * erased from shared rows.
 */
const MAX_ADDRESSES = 200;
/** Shorter texts are compared as a whole, because they occur in other texts by chance. */
const MIN_PART = 8;

export interface Identity {
  subscriberId: string;
  /** Subscriber.id of the subscriber, and of deleted subscribers with the same subscriberId. */
  ids: string[];
  /** Email addresses and phone numbers: the current ones, and those of earlier messages. */
  addresses: string[];
}

interface Owner {
  environmentId: string;
  id: string;
}

export function sealIdentity(identity: Identity, owner: Owner): string {
  return encrypt(JSON.stringify(identity), identityContext(owner));
}

/**
 * Decrypts an identity.
 * @throws UnreadableError if the key that encrypted the identity is not in the keyring.
 */
export function openIdentity(sealed: string, owner: Owner): Identity {
  return JSON.parse(decrypt(sealed, identityContext(owner))) as Identity;
}

/** Binds an encrypted identity to its erasure. */
export function identityContext({ environmentId, id }: Owner): string {
  return `erasures:${environmentId}:${id}:identity`;
}

/** Returns the identity with further addresses, or the same object if it already has all of them. */
export function withAddresses(identity: Identity, found: readonly (string | null)[]): Identity {
  const addresses = [
    ...new Set([...identity.addresses, ...found.filter((text) => text !== null && text !== '')]),
  ] as string[];
  return addresses.length === identity.addresses.length
    ? identity
    : { ...identity, addresses: addresses.slice(0, MAX_ADDRESSES) };
}

/** Returns a function that shows whether a JSON value or text names the person. */
export function namesPerson({ subscriberId, ids, addresses }: Identity): (value: unknown) => boolean {
  const whole = new Set([subscriberId, ...ids, ...addresses].map((text) => text.toLowerCase()));
  const parts = [...whole].filter((text) => text.length >= MIN_PART && !/^\d{1,11}$/.test(text));
  const isNamed = (text: string): boolean => {
    const lower = text.toLowerCase();
    return whole.has(lower) || parts.some((part) => lower.includes(part));
  };
  const names = (value: unknown): boolean => {
    if (typeof value === 'string') return isNamed(value);
    if (typeof value === 'number') return isNamed(String(value));
    if (Array.isArray(value)) return value.some(names);
    return isObject(value) && Object.entries(value).some(([key, inner]) => isNamed(key) || names(inner));
  };
  return names;
}

/** Returns a JSON value without the person: each text that names them is replaced. */
export function withoutPerson(identity: Identity, value: unknown): unknown {
  const names = namesPerson(identity);
  const replaced = (inner: unknown): unknown => {
    if (typeof inner === 'string') return names(inner) ? (inner.includes('@') ? ERASED_ADDRESS : ERASED) : inner;
    if (typeof inner === 'number') return inner;
    if (Array.isArray(inner)) return inner.map(replaced);
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [names(key) ? ERASED : key, replaced(each)]));
  };
  return replaced(value);
}

/** Returns a path or query in which each part that names the person is replaced. */
export function pathWithoutPerson(identity: Identity, path: string): string {
  const names = namesPerson(identity);
  return path.replace(/[^/?&=]+/g, (part) => (names(decoded(part)) || names(part) ? ERASED : part));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
