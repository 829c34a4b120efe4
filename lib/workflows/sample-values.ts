/** Creates sample values for the variables of templates, from their names. */
import type { JsonObject } from '#lib/json/values.ts';
import { asObject } from '#lib/json/values.ts';
import type { PathSegment } from '#lib/liquid/references.ts';
import type { ValueUse } from './template-uses.ts';

/** The number of items in a sample list. */
const LIST_LENGTH = 3;
/** Maximum nesting of samples, so that the response is readable JSON. */
const MAX_DEPTH = 20;
/** Properties that every list and text has in Liquid. */
const OF_THE_LANGUAGE = new Set<PathSegment>(['size', 'first', 'last']);

/**
 * Returns an object with a value of the right kind for every use below `root`: `payload.user.name` produces `{user: {name:
 * "name"}}`. Names that are unsafe as keys are omitted.
 */
export function sampleFor(root: readonly PathSegment[], uses: readonly ValueUse[]): JsonObject {
  const tree: Branch = { kind: 'text', children: new Map(), isList: false };
  for (const { path, kind } of uses) {
    if (!root.every((segment, at) => path[at] === segment || (segment === '*' && isItem(path[at])))) continue;
    grow(tree, path.slice(root.length, root.length + MAX_DEPTH), kind);
  }
  return asObject(sampleOf(tree, ''));
}

function isItem(segment: PathSegment | undefined): boolean {
  return typeof segment === 'number' || segment === 'first' || segment === 'last';
}

interface Branch {
  kind: ValueUse['kind'];
  children: Map<string, Branch>;
  isList: boolean;
}

function grow(branch: Branch, path: readonly PathSegment[], kind: ValueUse['kind']): void {
  const [segment, ...rest] = path;
  if (segment === undefined) {
    if (kind === 'list') branch.isList = true;
    else if (kind !== 'text') branch.kind = kind;
    return;
  }
  if (segment === '*' || typeof segment === 'number') {
    branch.isList = true;
    grow(branch, rest, kind);
  } else if (OF_THE_LANGUAGE.has(segment)) {
    branch.isList = true;
    if (segment !== 'size') grow(branch, rest, kind);
  } else if (segment !== '__proto__') {
    const child = branch.children.get(segment) ?? { kind: 'text', children: new Map(), isList: false };
    branch.children.set(segment, child);
    grow(child, rest, kind);
  }
}

function sampleOf(branch: Branch, name: string): unknown {
  if (!branch.isList) return single(branch, name);
  return Array.from({ length: LIST_LENGTH }, (_, at) => {
    const item = single(branch, name);
    return typeof item === 'string' && item === name ? `${name} ${at + 1}` : item;
  });
}

function single({ kind, children }: Branch, name: string): unknown {
  if (children.size > 0) return Object.fromEntries([...children].map(([key, child]) => [key, sampleOf(child, key)]));
  if (kind === 'number') return numberFor(name) ?? 3;
  return kind === 'time' ? SAMPLE_TIME : valueFor(name);
}

const SAMPLE_TIME = '2026-01-15T09:30:00.000Z';

/** The first pattern that matches a name decides. A number is a text with two decimals where a schema requires a text. */
const BY_NAME: readonly (readonly [RegExp, string | number | boolean])[] = [
  [/(?:url|link|href|website)$/i, 'https://example.com'],
  [/(?:avatar|image|picture|logo)$/i, 'https://example.com/image.png'],
  [/e-?mail$/i, 'jane@example.com'],
  [/(?:phone|mobile|phone_?number)$/i, '+15555550123'],
  [/(?:At|Date|date|_at|Time)$/, SAMPLE_TIME],
  [/^(?:is|has|can)[A-Z_]/, true],
  [/(?:On|Day|day)$/, '2026-01-15'],
  [/sku$/i, 'SKU-1042'],
  [/^number$|(?:count|quantity|seats|minutes|hours|days)$/i, 3],
  [/(?:price|amount|total|fee|cost|balance)$/i, 19.9],
  [/percent(?:age)?$/i, 15],
  [/(?:number|reference|Id|_id)$/, 'A-1042'],
  [/number$/i, 'A-1042'],
  [/^(?:code|otp|pin)$/i, '481920'],
  [/(?:voucher|coupon|promo)(?:code)?$/i, 'SAVE15'],
  [/first_?name$/i, 'Jane'],
  [/last_?name$/i, 'Doe'],
  [/^(?:name|full_?name|author|customer|driver|sender|user_?name|(?:invited|ordered|created|sent)_?by)$/i, 'Jane Doe'],
  [/^(?:item|product)(?:_?name|_?title)?$/i, 'Desk lamp'],
  [/^(?:company|organization|organisation|shop|store)(?:_?name)?$/i, 'Acme'],
  [/^(?:carrier|courier)$/i, 'Acme Express'],
  [/^device$/i, 'Firefox on Windows'],
  [/^address$/i, '12 Main Street, Springfield'],
  [/city$/i, 'Springfield'],
  [/^country$/i, 'Ireland'],
  [/^warehouse$/i, 'Warehouse North'],
  [/^currency$/i, 'EUR'],
  [/^from$/i, '14:00'],
  [/^until$/i, '16:00'],
  [/^month$/i, 'January'],
];

/** Returns a value that fits the name: an address for `orderUrl`, a number for `total`, otherwise the name. */
function valueFor(name: string): string | number | boolean {
  const known = BY_NAME.find(([pattern]) => pattern.test(name));
  return known ? known[1] : name;
}

/** Returns the same value as text: `19.90` for `total`. */
export function textFor(name: string): string {
  const value = valueFor(name);
  return typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value);
}

/** Returns the value if it is a number. */
export function numberFor(name: string): number | undefined {
  const value = valueFor(name);
  return typeof value === 'number' ? value : undefined;
}
