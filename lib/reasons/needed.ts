/** What a condition asks of the one value that decided. Runs in the browser too. */
import { isObject, valueAt } from '#lib/json.ts';
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
  // That the value is the wanted one is said already.
  return withNeeded(values, hasOperator(condition, '==') ? undefined : neededBy(condition, values));
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

/** How a comparison of a field with a value is said. */
const SAID: Record<string, ((wanted: string) => string) | undefined> = {
  '==': (wanted) => wanted,
  '>': (wanted) => `more than ${wanted}`,
  '>=': (wanted) => `${wanted} or more`,
  '<': (wanted) => `less than ${wanted}`,
  '<=': (wanted) => `${wanted} or less`,
};

/** Undefined unless the condition is one comparison of the only field that was read. */
function neededBy(condition: unknown, values: unknown): string | undefined {
  const [field, ...others] = isObject(values) ? Object.keys(values) : [];
  const [operator, ...more] = isObject(condition) ? Object.keys(condition) : [];
  if (field === undefined || operator === undefined || others.length + more.length > 0) return undefined;
  const [left, wanted] = [valueAt(condition, [operator])].flat();
  const isOfField = isObject(left) && typeof left.var === 'string' && fieldName(left.var) === fieldName(field);
  if (!isOfField || !['string', 'number', 'boolean'].includes(typeof wanted)) return undefined;
  return SAID[operator]?.(String(wanted));
}

function hasOperator(condition: unknown, operator: string): boolean {
  return isObject(condition) && Object.hasOwn(condition, operator);
}
