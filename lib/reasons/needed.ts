/**
 * Texts about the value that decided a condition, and the value that the condition required. Runs in the browser too.
 */
import { isObject, valueAt } from '#lib/json/values.ts';
import { fieldName, valuesText, withheldNote } from './definition.ts';

interface Read {
  condition?: unknown;
  values?: unknown;
}

/** "discountPercent is 5, needs 10 or more": why a condition was not met. Undefined without values. */
export function unmetText({ condition, values }: Read): string | undefined {
  const needed = neededBy(condition, values);
  return withNeeded(values, needed && `needs ${needed}`);
}

/** "discountPercent is 5, less than 10": why a condition was met. Undefined without values. */
export function metText({ condition, values }: Read): string | undefined {
  // For an equality, the value alone already shows what the condition required.
  const isEqual = comparisonIn(condition)?.operator === '==';
  return withNeeded(values, isEqual ? undefined : neededBy(condition, values));
}

/** "discountPercent is 5, needs 10 or more (the preference’s condition)" */
export function unmetBy(what: string, read: Read): string {
  const text = unmetText(read);
  return text === undefined ? `${what} was not met${withheldNote(read.values)}` : `${text} (${what})`;
}

function withNeeded(values: unknown, needed: string | undefined): string | undefined {
  const text = valuesText(values);
  return text !== undefined && needed !== undefined ? `${text}, ${needed}` : text;
}

/** The text for the requirement of each operator. */
const SAID: Record<string, ((wanted: string) => string) | undefined> = {
  '==': (wanted) => wanted,
  '>': (wanted) => `more than ${wanted}`,
  '>=': (wanted) => `${wanted} or more`,
  '<': (wanted) => `less than ${wanted}`,
  '<=': (wanted) => `${wanted} or less`,
};

/**
 * Returns the value that the condition required, as text. Undefined unless the condition is a single comparison of the
 * only field that was read.
 */
function neededBy(condition: unknown, values: unknown): string | undefined {
  const [field, ...others] = isObject(values) ? Object.keys(values) : [];
  const { operator = '', path, wanted } = comparisonIn(condition) ?? {};
  if (field === undefined || path === undefined || others.length > 0) return undefined;
  return fieldName(path) === fieldName(field) ? SAID[operator]?.(String(wanted)) : undefined;
}

interface Comparison {
  operator: string;
  /** "payload.discount" */
  path: string;
  wanted: string | number | boolean;
}

/** Returns the only comparison of a rule, or of the filters of a step. */
function comparisonIn(condition: unknown): Comparison | undefined {
  return Array.isArray(condition) ? comparisonOfFilters(condition) : comparisonOfRule(condition);
}

/** The operators of rules, keyed by the names that filters use. */
const FILTER_OPERATORS: Record<string, string | undefined> = {
  EQUAL: '==',
  LARGER: '>',
  LARGER_EQUAL: '>=',
  SMALLER: '<',
  SMALLER_EQUAL: '<=',
};

function comparisonOfFilters([filter, ...others]: readonly unknown[]): Comparison | undefined {
  const parts = valueAt(filter, ['children']);
  const [part, ...more] = Array.isArray(parts) ? parts : [];
  if (!isObject(part) || others.length + more.length > 0 || valueAt(filter, ['isNegated']) === true) return undefined;
  const { on, field, operator, value } = part as Record<string, unknown>;
  const known = FILTER_OPERATORS[String(operator)];
  if (known === undefined || typeof value !== 'string') return undefined;
  return { operator: known, path: `${on}.${field}`, wanted: value };
}

function comparisonOfRule(rule: unknown): Comparison | undefined {
  const [operator, ...more] = isObject(rule) ? Object.keys(rule) : [];
  if (operator === undefined || more.length > 0) return undefined;
  const [left, wanted] = [valueAt(rule, [operator])].flat();
  if (!isObject(left) || typeof left.var !== 'string') return undefined;
  const isPlain = typeof wanted === 'string' || typeof wanted === 'number' || typeof wanted === 'boolean';
  return isPlain ? { operator, path: left.var, wanted } : undefined;
}
