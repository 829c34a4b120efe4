/** Evaluates the filters of a step and the conditions of an integration (spec 2.6). */

import type { FieldFilterPart, StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { commaList } from '#lib/text/comma-list.ts';
import { shortText } from '#lib/text/short-text.ts';
import { containsText } from '#lib/text/text-search.ts';
import { booleanOf, compare, isBetween, numberOf, textOf, timeOf } from './compare.ts';

/** A value that a filter read, to explain the result. */
interface FilterReading extends FieldFilterPart {
  /**
   * The value that was found: plain values unchanged, lists and objects as JSON, long texts shortened. Absent if no
   * value was found.
   */
  actual?: string | number | boolean | null;
  holds: boolean;
}

export interface FilterResult {
  /** Whether the step or integration delivers. */
  passes: boolean;
  /** Every value that was read, in the order of the filters. */
  readings: FilterReading[];
}

/**
 * Evaluates filters for one recipient. One matching filter is enough, and without filters everything passes. Within a
 * filter, `value` combines its children, and `isNegated` inverts the result. A filter without children always matches,
 * even if it is negated.
 *
 * The filter's text is read in the type of the value: a number, true or false, or a text. If the value itself is a
 * text, both are read in the filter's `type`: `NUMBER`, `DATE` (ISO 8601, or seconds or milliseconds) or `BOOLEAN`.
 * Texts of other types are equal if they are identical. If both texts are numbers or both are times, they are ordered
 * as such, otherwise alphabetically. A value that is missing or cannot be compared matches nothing: negative operators
 * are true, the others are false. Only own properties are read. Never throws.
 */
export function evaluateFilters(
  filters: readonly StepFilter[],
  data: Readonly<Record<FieldFilterPart['on'], JsonObject>>,
): FilterResult {
  const results = filters.map((filter) => evaluateFilter(filter, data));
  return {
    passes: filters.length === 0 || results.some(({ passes }) => passes),
    readings: results.flatMap(({ readings }) => readings),
  };
}

function evaluateFilter(
  { type, value, isNegated, children }: StepFilter,
  data: Readonly<Record<FieldFilterPart['on'], JsonObject>>,
): FilterResult {
  const readings = children.map((part) => readPart(part, type, data[part.on]));
  const holds = value === 'OR' ? readings.some((reading) => reading.holds) : readings.every((reading) => reading.holds);
  return { passes: children.length === 0 || holds !== isNegated, readings };
}

function readPart(part: FieldFilterPart, type: FilterType, data: JsonObject): FilterReading {
  const actual = valueAt(data, part.field);
  const shown = shownValue(actual);
  return {
    ...part,
    ...(shown !== undefined && { actual: shown }),
    holds: OPERATORS[part.operator](actual, part.value, type),
  };
}

const MAX_SHOWN = 200;

function shownValue(actual: unknown): FilterReading['actual'] {
  if (typeof actual !== 'string' && typeof actual !== 'object') return actual as FilterReading['actual'];
  if (actual === null) return null;
  return shortText(textOf(actual), MAX_SHOWN);
}

type FilterType = StepFilter['type'];
type Operator = (actual: unknown, value: string, type: FilterType) => boolean;

const not =
  (operator: Operator): Operator =>
  (actual, value, type) =>
    !operator(actual, value, type);

const ordered =
  (holds: (order: number) => boolean): Operator =>
  (actual, value, type) => {
    const order = orderOf(actual, value, type);
    return order !== undefined && holds(order);
  };

const between: Operator = (actual, value, type) => {
  const [least, most, ...more] = commaList(value);
  if (least === undefined || most === undefined || more.length > 0) return false;
  return isBetween(orderOf(actual, least, type), orderOf(actual, most, type));
};

/** Whether the value itself, or one of its items, is in the list. */
const anyIn: Operator = (actual, value, type) => {
  const wanted = new Wanted(commaList(value), type);
  return itemsOf(actual).some((item) => wanted.has(item));
};

/** Whether every entry of the list is among the items of the value. */
const allIn: Operator = (actual, value, type) => {
  const wanted = commaList(value);
  const missing = new Set(wanted);
  const equal = new Wanted(wanted, type);
  for (const item of itemsOf(actual)) for (const one of equal.all(item)) missing.delete(one);
  return wanted.length > 0 && missing.size === 0;
};

/**
 * The entries of a list, indexed by their parsed values, so that each item of a value is looked up in constant time.
 */
class Wanted {
  readonly #list: readonly string[];
  readonly #type: FilterType;
  readonly #byReader = new Map<Reader, Map<unknown, string[]>>();

  constructor(list: readonly string[], type: FilterType) {
    this.#list = list;
    this.#type = type;
  }

  /** Whether an entry equals the item. */
  has(item: unknown): boolean {
    return this.all(item).length > 0;
  }

  /** Returns the entries that equal the item. A list with one item counts as that item. */
  all(item: unknown): readonly string[] {
    if (Array.isArray(item)) return item.length === 1 ? this.all(item[0]) : [];
    const read = readerOf(item, this.#type);
    const own = read(item);
    return own === undefined ? [] : (this.#entries(read).get(own) ?? []);
  }

  #entries(read: Reader): Map<unknown, string[]> {
    const known = this.#byReader.get(read) ?? Map.groupBy(this.#list, read);
    this.#byReader.set(read, known);
    return known;
  }
}

const like: Operator = (actual, value) => {
  const part = value.toLowerCase();
  return part !== '' && itemsOf(actual).some((item) => containsText(textOf(item).toLowerCase(), part));
};

const OPERATORS: Readonly<Record<FieldFilterPart['operator'], Operator>> = {
  EQUAL: isEqual,
  NOT_EQUAL: not(isEqual),
  LARGER: ordered((order) => order > 0),
  SMALLER: ordered((order) => order < 0),
  LARGER_EQUAL: ordered((order) => order >= 0),
  SMALLER_EQUAL: ordered((order) => order <= 0),
  BETWEEN: between,
  NOT_BETWEEN: not(between),
  IN: anyIn,
  ANY_IN: anyIn,
  NOT_IN: not(anyIn),
  ALL_IN: allIn,
  LIKE: like,
  NOT_LIKE: not(like),
};

/** Whether a value equals the text. A list must have the same items in the same order, and an object the same JSON. */
function isEqual(actual: unknown, value: string, type: FilterType): boolean {
  if (Array.isArray(actual)) {
    const wanted = commaList(value);
    return actual.length === wanted.length && actual.every((item, at) => isEqual(item, wanted[at] as string, type));
  }
  const read = readerOf(actual, type);
  const own = read(actual);
  return own !== undefined && own === read(value);
}

/** Returns a negative number if the value comes before the text. Undefined if the two cannot be ordered. */
function orderOf(actual: unknown, value: string, type: FilterType): number | undefined {
  if (actual === null || typeof actual === 'object') return undefined;
  const read = readerOf(actual, type);
  if (read === textOf) return type === 'TEXT' ? textOrder(textOf(actual), value) : compare(actual, value);
  const [own, other] = [read(actual), read(value)];
  return typeof own === 'number' && typeof other === 'number' ? own - other : undefined;
}

function textOrder(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

type Reader = (value: unknown) => unknown;

/** Returns the function that converts the value, and the text of the filter, to the type in which they are compared. */
function readerOf(actual: unknown, type: FilterType): Reader {
  if (actual === undefined || actual === null) return () => undefined;
  if (typeof actual === 'boolean') return booleanOf;
  if (typeof actual === 'number') return type === 'DATE' ? timeOf : numberOf;
  return (typeof actual === 'string' && TEXT_READERS[type]) || textOf;
}

const TEXT_READERS: Readonly<Partial<Record<FilterType, Reader>>> = {
  NUMBER: numberOf,
  DATE: timeOf,
  BOOLEAN: booleanOf,
};

function itemsOf(actual: unknown): readonly unknown[] {
  if (actual === undefined || actual === null) return [];
  return Array.isArray(actual) ? actual : [actual];
}
