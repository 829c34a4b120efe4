/** Slugs: readable names with an ID, `<name>_<kind>_<16 characters>` (spec 2.8, 2.9). */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const ENCODED_LENGTH = 16;
const MAX_ID = (1n << 96n) - 1n;
const ID_IN_SLUG = /_(wf|st|ly)_([0-9A-Za-z]{16})$/;

/** The kind of resource: `wf` for workflows, `st` for steps, `ly` for layouts. */
export type SlugKind = 'wf' | 'st' | 'ly';

/**
 * Returns the slug of the resource `id`. If the name contains no letter or digit that a slug can contain, the end of
 * the ID replaces the name.
 */
export function slugOf(kind: SlugKind, name: string, id: string): string {
  return `${slugify(name) || id.slice(-6)}_${kind}_${encodeId(id)}`;
}

/** Returns the ID in a slug of this kind. Undefined if `text` is not such a slug. */
export function idFromSlug(kind: SlugKind, text: string): string | undefined {
  const match = ID_IN_SLUG.exec(text);
  return match?.[1] === kind ? decodeId(match[2] as string) : undefined;
}

/** Returns a name in lower-case ASCII letters and digits, with single hyphens between words. May be empty. */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Encodes an ID of 24 hex characters in base 62: 16 characters for every ID created before the year 2052. */
export function encodeId(id: string): string {
  let rest = BigInt(`0x${id}`);
  let encoded = '';
  while (rest > 0n) {
    encoded = ALPHABET[Number(rest % BASE)] + encoded;
    rest /= BASE;
  }
  return encoded.padStart(ENCODED_LENGTH, '0');
}

/** Decodes the result of `encodeId`. Undefined if `encoded` cannot be such a result. */
export function decodeId(encoded: string): string | undefined {
  let id = 0n;
  for (const character of encoded) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    id = id * BASE + BigInt(digit);
  }
  return id > MAX_ID ? undefined : id.toString(16).padStart(24, '0');
}
