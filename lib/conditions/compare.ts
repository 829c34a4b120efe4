/**
 * Compares values of conditions. For ordering, a text that contains a number or a time counts as that number or time.
 * For equality, a text equals only the same text.
 */
import { containsText } from '#lib/text/text-search.ts';
import { SPAN_UNITS, type SpanUnit } from './operators.ts';

/** Counts work in units of about one microsecond, and throws above the limit. */
export type Spend = (units: number) => void;

const UNCOUNTED: Spend = () => {};

/** Units of work for one comparison. */
const COMPARISON = 0.2;
const CHARACTERS = 200;

export function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Whether two values are equal. Missing and null are equal. Lists and objects are compared as JSON, texts as texts,
 * because IDs, phone numbers and postal codes look like numbers. A number equals its text, and a boolean its word.
 */
export function isSame(one: unknown, other: unknown, spend = UNCOUNTED): boolean {
  spend(COMPARISON);
  if (isMissing(one) || isMissing(other)) return isMissing(one) && isMissing(other);
  if (one === other) return true;
  if (typeof one === 'object' || typeof other === 'object') return jsonOf(one, spend) === jsonOf(other, spend);
  if (typeof one === 'boolean' || typeof other === 'boolean') return booleanOf(one) === booleanOf(other);
  if (typeof one === 'number') return numberIn(other) === one;
  return typeof other === 'number' && numberIn(one) === other;
}

function jsonOf(value: unknown, spend: Spend): string | undefined {
  const json = JSON.stringify(value);
  spend((json?.length ?? 0) / CHARACTERS);
  return json;
}

/** The number of decimal digits that a double always represents exactly. */
const EXACT_DIGITS = 15;
const LONGEST_NUMBER = 64;

/**
 * Returns the number in a text, if the text is its exact form: no leading zero or plus, and no lost digit. A number
 * above 2^53 was rounded when its JSON was parsed, so no text equals it.
 */
export function numberIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return undefined;
  const plain = value.trim();
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(plain)) return undefined;
  const number = Number(plain);
  const isExact = /^-?\d+$/.test(plain) || plain.replace(/\D/g, '').length <= EXACT_DIGITS;
  return isExact && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Returns a negative number if `one` comes first. Undefined if the two cannot be ordered. */
export function compare(one: unknown, other: unknown, spend = UNCOUNTED): number | undefined {
  spend(COMPARISON);
  if (isMissing(one) || isMissing(other) || typeof one === 'object' || typeof other === 'object') return undefined;
  const numbers = [numberOf(one), numberOf(other)] as const;
  if (numbers[0] !== undefined && numbers[1] !== undefined) return numbers[0] - numbers[1];
  const times = [timeText(one), timeText(other)] as const;
  if (times[0] !== undefined && times[1] !== undefined) return times[0] - times[1];
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return one < other ? -1 : Number(one > other);
}

/**
 * Whether a value lies between two bounds. Each parameter is the result of comparing the value with one bound, or
 * undefined if the two cannot be compared.
 */
export function isBetween(toLeast: number | undefined, toMost: number | undefined): boolean {
  return toLeast !== undefined && toMost !== undefined && toLeast >= 0 && toMost <= 0;
}

/** Returns the text of a value in lower case. */
export function foldedText(value: unknown, spend = UNCOUNTED): string {
  const text = textOf(value);
  spend(text.length / CHARACTERS);
  return text.toLowerCase();
}

/** Whether a text contains one of the parts, ignoring case. */
export function containsAny(value: unknown, parts: readonly unknown[], spend = UNCOUNTED): boolean {
  if (isMissing(value)) return false;
  const text = foldedText(value, spend);
  return parts.some((part) => {
    if (isMissing(part) || part === '') return false;
    spend(COMPARISON + text.length / CHARACTERS);
    return containsText(text, foldedText(part, spend));
  });
}

/** Returns the milliseconds of an ISO time, or of a number of seconds or milliseconds. */
export function timeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  if (number !== undefined) return number < 100_000_000_000 ? number * 1_000 : number;
  return timeText(value);
}

export function spanOf(value: unknown): { amount: number; unit: SpanUnit } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { amount, unit } = value as { amount?: unknown; unit?: unknown };
  const count = Number(amount);
  return SPAN_UNITS.includes(unit as SpanUnit) && !Number.isNaN(count)
    ? { amount: count, unit: unit as SpanUnit }
    : undefined;
}

export function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Returns a boolean, or the boolean of a text, ignoring case. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > 'false'.length) return undefined;
  const text = value.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Maximum characters of a text that is read as a number or a time. */
const MAX_READ = 1_000;

/** Returns a finite number, or the number of a text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > MAX_READ || !NUMBER.test(value.trim())) return undefined;
  return Number(value);
}

/**
 * Returns the milliseconds of an ISO 8601 date or time. Other formats are not read, because they might be order
 * numbers. Without an offset the time is UTC.
 */
function timeText(value: unknown): number | undefined {
  const match =
    typeof value === 'string' &&
    value.length <= MAX_READ &&
    /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  if (!match) return undefined;
  const [text, time, , , offset] = match;
  const at = Date.parse(time && !offset ? `${text}Z` : text);
  return Number.isNaN(at) ? undefined : at;
}
