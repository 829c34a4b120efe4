/** The filters that Belfry adds to the language, and the size checks of all filters. */
import type { FilterImplOptions, Liquid } from 'liquidjs';
import { valueAt } from '#lib/json/values.ts';
import { dateFilters } from './date-filter.ts';
import { pluralOf } from './plural.ts';

/**
 * Limits of one filter call, which cannot be interrupted cheaply: items of a list, the product of two texts' lengths,
 * and the number of arguments.
 */
export const FILTER_LIMITS = { items: 10_000, searched: 20_000_000, arguments: 20 } as const;

/**
 * Registers `json`, `digest`, `toSentence`, `pluralize` and the date filters, and adds the size checks to every filter.
 */
export function registerFilters(engine: Liquid): void {
  for (const [name, filter] of Object.entries(OWN_FILTERS)) engine.registerFilter(name, filter);
  const dates = engine.filters.date ? dateFilters(engine.filters.date) : {};
  for (const [name, filter] of Object.entries(dates)) engine.registerFilter(name, filter);
  for (const [name, filter] of Object.entries(engine.filters)) engine.registerFilter(name, sized(name, filter));
}

type FilterHandler = (this: FilterContext, value: unknown, ...args: unknown[]) => unknown;
interface FilterContext {
  context: { memoryLimit: { use(count: number): void } };
}

/**
 * Returns the value as JSON text. `{{ payload.items | json }}`, with indentation `{{ payload | json: 2 }}` (at most 10
 * spaces). A missing value prints nothing.
 */
const json: FilterHandler = function (value, indent = 0) {
  if (value === undefined) return '';
  const spaces = Math.min(Math.max(toCount(indent), 0), 10);
  return JSON.stringify(
    value,
    (_key, part) => {
      this.context.memoryLimit.use(typeof part === 'string' ? part.length : 2);
      return part;
    },
    spaces,
  );
};

/**
 * Names the first items of a list and counts the rest: `{{ steps.digest.events | digest: 2, 'payload.name' }}` is
 * "Jane, Omar and 3 others".
 *
 * @param maxNames the number of names, 2 by default. A list with at most `maxNames` items, or at most two, is named in
 * full.
 * @param keyPath the path of the name in each item; by default the item itself.
 */
const digest: FilterHandler = (value, maxNames = 2, keyPath = '', separator = ', ') => {
  const names = namesOf(value, keyPath);
  const shown = Math.max(toCount(maxNames), 0);
  if (names.length <= 2) return names.join(' and ');
  if (names.length <= shown) return `${names.slice(0, -1).join(text(separator))} and ${names.at(-1)}`;
  const others = names.length - shown;
  const rest = `${others} ${others === 1 ? 'other' : 'others'}`;
  return shown === 0 ? rest : `${names.slice(0, shown).join(text(separator))} and ${rest}`;
};

/**
 * Lists items in a sentence: `{{ steps.digest.events | toSentence: 'payload.name', 3, 'other' }}` is "Jane, Omar, Ines,
 * and 4 others".
 *
 * @param keyPath the path of the text in each item; empty: the item itself.
 * @param limit the number of shown items, 2 by default. `suffix` follows the count of the other items, in the plural if
 * there are several.
 */
const toSentence: FilterHandler = (
  value,
  keyPath = '',
  limit = 2,
  suffix = 'other',
  between = ', ',
  betweenTwo = ' and ',
  beforeLast = ', and ',
) => {
  const words = namesOf(value, keyPath);
  const shown = Math.max(toCount(limit), 0);
  const hidden = words.length - shown;
  const parts = hidden > 0 ? [...words.slice(0, shown), `${hidden} ${countedWord(hidden, text(suffix))}`] : words;
  if (parts.length <= 2) return parts.join(text(betweenTwo));
  return `${parts.slice(0, -1).join(text(between))}${text(beforeLast)}${parts.at(-1)}`;
};

/**
 * Returns a count with its noun: `{{ steps.digest.eventCount | pluralize: 'comment' }}` is "1 comment" or "5 comments".
 * Lists and objects count their items, a text is read as a number, a missing value prints nothing.
 *
 * @param plural for nouns with an irregular plural.
 */
const pluralize: FilterHandler = (value, singular = '', plural = '') => {
  if (value === null || value === undefined) return '';
  const count = countOf(value);
  const word = count === 1 ? text(singular) : text(plural) || pluralOf(text(singular));
  return `${count} ${word}`.trimEnd();
};

const OWN_FILTERS: Record<string, FilterHandler> = { json, digest, toSentence, pluralize };

/** Filters that search one text in another. Their cost grows with both lengths. */
const SEARCHING = new Set([
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'split',
  'lstrip',
  'rstrip',
  'strip',
]);
/** Filters that add their argument to the list. Each time that a list is nested in itself, its size doubles. */
const NESTING = new Set(['push', 'unshift', 'concat']);

function sized(name: string, filter: FilterImplOptions): FilterImplOptions {
  const handler = (typeof filter === 'function' ? filter : filter.handler) as FilterHandler;
  const checked: FilterHandler = function (value, ...args) {
    if (args.length > FILTER_LIMITS.arguments) throw new Error(`${name}: too many arguments`);
    for (const part of [value, ...args]) checkLength(name, part);
    if (SEARCHING.has(name)) checkSearch(name, value, args[0]);
    if (NESTING.has(name)) for (const part of args) this.context.memoryLimit.use(partsIn(part, 100_000));
    return handler.apply(this, [value, ...args]);
  };
  return { handler: checked as never, raw: typeof filter === 'function' ? false : filter.raw };
}

/** Throws if the value is a list that is too long for one filter call. */
function checkLength(name: string, value: unknown): void {
  if (Array.isArray(value) && value.length > FILTER_LIMITS.items) {
    throw new Error(`${name}: the list is longer than ${FILTER_LIMITS.items} items`);
  }
}

/** Throws if searching for `wanted` in `value` could take long. */
export function checkSearch(name: string, value: unknown, wanted: unknown): void {
  if (typeof value !== 'string' || typeof wanted !== 'string') return;
  if (value.length * wanted.length > FILTER_LIMITS.searched) throw new Error(`${name}: the texts are too long`);
}

/** Counts the values in `value`, including itself, up to `most`. */
function partsIn(value: unknown, most: number): number {
  let count = 0;
  const open = [value];
  while (open.length > 0 && count < most) {
    const part = open.pop();
    count++;
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return count;
}

function namesOf(value: unknown, keyPath: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const path = text(keyPath);
  return value.map((item) => text(path === '' ? item : valueAt(item, path)));
}

function countedWord(count: number, word: string): string {
  const plural = /[^sui]s$/i.test(word);
  if (count === 1) return plural ? word.slice(0, -1) : word;
  return plural ? word : pluralOf(word);
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  const count = Number(value);
  return Number.isNaN(count) ? 0 : count;
}

function toCount(value: unknown): number {
  const count = Math.trunc(Number(value));
  return Number.isNaN(count) ? 0 : count;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
