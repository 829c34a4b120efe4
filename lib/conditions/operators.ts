/** The operators of JSON Logic that a condition may use, for checks, evaluation and the editor. */

/**
 * The operands of an operator.
 *
 * - `rules`: any number of rules. `rule`: one rule.
 * - `value`: one field.
 * - `two`: a field and a value, in either order. `order`: the same, or a field between two values.
 * - `text`: a field and a text. `list`: a field and a list of values, or a text with commas.
 * - `within`: a value and the field or list that contains it, or a field and a list.
 * - `range`: a field and two values, separately or in a list. `span`: a field with a time, and `{ amount, unit }`.
 */
export type OperandKind = 'rules' | 'rule' | 'value' | 'two' | 'order' | 'text' | 'list' | 'within' | 'range' | 'span';

export interface Operator {
  operands: OperandKind;
  /** The words between the field and the value: "plan *is* pro". */
  label: string;
}

export const OPERATORS = {
  and: { operands: 'rules', label: 'all of' },
  or: { operands: 'rules', label: 'any of' },
  '!': { operands: 'rule', label: 'not' },
  '==': { operands: 'two', label: 'is' },
  '=': { operands: 'two', label: 'is' },
  '!=': { operands: 'two', label: 'is not' },
  '<': { operands: 'order', label: 'is less than' },
  '<=': { operands: 'order', label: 'is at most' },
  '>': { operands: 'order', label: 'is more than' },
  '>=': { operands: 'order', label: 'is at least' },
  in: { operands: 'within', label: 'is one of' },
  startsWith: { operands: 'text', label: 'begins with' },
  endsWith: { operands: 'text', label: 'ends with' },
  contains: { operands: 'text', label: 'contains' },
  doesNotContain: { operands: 'text', label: 'does not contain' },
  doesNotBeginWith: { operands: 'text', label: 'does not begin with' },
  doesNotEndWith: { operands: 'text', label: 'does not end with' },
  containsAny: { operands: 'list', label: 'contains any of' },
  doesNotContainAny: { operands: 'list', label: 'contains none of' },
  null: { operands: 'value', label: 'is missing' },
  notNull: { operands: 'value', label: 'is present' },
  between: { operands: 'range', label: 'is between' },
  notBetween: { operands: 'range', label: 'is not between' },
  moreThanXAgo: { operands: 'span', label: 'is longer ago than' },
  lessThanXAgo: { operands: 'span', label: 'is more recent than' },
  exactlyXAgo: { operands: 'span', label: 'is exactly this long ago' },
  withinLast: { operands: 'span', label: 'is within the last' },
  notWithinLast: { operands: 'span', label: 'is not within the last' },
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof OPERATORS;

/** The units of `{ amount, unit }`. */
export const SPAN_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

export const CONDITION_LIMITS = {
  /** Maximum levels of nested rules. */
  depth: 20,
  /** Maximum rules and values. */
  nodes: 1_000,
  /** Maximum characters of one text. */
  text: 4_000,
  /** Maximum units of work for one evaluation. A unit takes about one microsecond. */
  work: 20_000,
} as const;

export function isOperator(name: string): name is OperatorName {
  return Object.hasOwn(OPERATORS, name);
}
