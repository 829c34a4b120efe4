/** Slugs: readable names with an id, `<name>_<kind>_<16 characters>` (spec 2.8, 2.9). */

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const ENCODED_LENGTH = 16;
const MAX_ID = (1n << 96n) - 1n;
const ID_IN_SLUG = /_(wf|st|ly)_([0-9A-Za-z]{16})$/;

/** The kind of record: `wf` a workflow, `st` a step, `ly` a layout. */
export type SlugKind = 'wf' | 'st' | 'ly';

/**
 * The slug of the record `id`. When no letter or digit of the name fits into a slug, the end of the id replaces the
 * name.
 */
export function slugOf(kind: SlugKind, name: string, id: string): string {
  return `${slugify(name) || id.slice(-6)}_${kind}_${encodeId(id)}`;
}

/** The id in a slug of this kind. Undefined when `text` is not such a slug. */
export function idFromSlug(kind: SlugKind, text: string): string | undefined {
  const match = ID_IN_SLUG.exec(text);
  return match?.[1] === kind ? decodeId(match[2] as string) : undefined;
}

/** Lower-case ASCII letters and digits with single hyphens between words; may be empty. */
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

/** An id of 24 hex characters in base 62: 16 characters for every id made before the year 2052. */
export function encodeId(id: string): string {
  let rest = BigInt(`0x${id}`);
  let encoded = '';
  while (rest > 0n) {
    encoded = ALPHABET[Number(rest % BASE)] + encoded;
    rest /= BASE;
  }
  return encoded.padStart(ENCODED_LENGTH, '0');
}

/** The inverse of `encodeId`; undefined when `encoded` cannot be one of ours. */
export function decodeId(encoded: string): string | undefined {
  let id = 0n;
  for (const character of encoded) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    id = id * BASE + BigInt(digit);
  }
  return id > MAX_ID ? undefined : id.toString(16).padStart(24, '0');
}
