/** Describes conditions in words, for readers who did not write them. */

import { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import { operatorLabels } from '#lib/integrations/operator-labels.ts';
import { isObject } from '#lib/json/values.ts';
import { isOperator, OPERATORS } from './operators.ts';

/** One line of a condition. Lines of a group are one level deeper than its head ("all of"). */
export interface ConditionLine {
  level: number;
  text: string;
  /** The paths of the fields that the line reads. */
  fields: readonly string[];
}

/**
 * Describes a rule in JSON Logic, or the filters of a step (spec 2.6), line by line: "payload.plan is “free”".
 * Unreadable parts are shown as JSON. Never throws.
 */
export function conditionLines(condition: unknown): ConditionLine[] {
  const filters = StepFilter.array().safeParse(condition);
  if (filters.success) return group('any of', filters.data.map(filterLines), 0);
  return ruleLines(condition, 0);
}

function group(head: string, members: ConditionLine[][], level: number): ConditionLine[] {
  const [only] = members;
  if (only && members.length === 1) return only;
  const deeper = members.flat().map((line) => ({ ...line, level: line.level + 1 }));
  return [{ level, text: `${head}:`, fields: [] }, ...deeper];
}

function filterLines({ isNegated, value, children }: StepFilter): ConditionLine[] {
  const lines = children.map(({ on, field, operator, value: wanted }) => [
    {
      level: 0,
      text: `${on}.${field} ${operatorLabels[operator]} ${wantedText(operator, wanted)}`,
      fields: [`${on}.${field}`],
    },
  ]);
  const joined = group(value === 'OR' ? 'any of' : 'all of', lines, 0);
  return isNegated ? negated(joined, 0) : joined;
}

const ORDERS: readonly string[] = ['LARGER', 'LARGER_EQUAL', 'SMALLER', 'SMALLER_EQUAL'];

/**
 * Returns the text of a filter's value. Filters contain only texts; if the operator compares numbers, the text is shown
 * as a number.
 */
function wantedText(operator: string, wanted: string): string {
  return ORDERS.includes(operator) && wanted !== '' && Number.isFinite(Number(wanted)) ? wanted : valueText(wanted);
}

function ruleLines(rule: unknown, level: number): ConditionLine[] {
  if (!isObject(rule)) return [{ level, text: valueText(rule), fields: [] }];
  const [operator] = Object.keys(rule);
  if (operator === undefined) return [{ level, text: 'never: the condition is empty', fields: [] }];
  const operands = [(rule as Record<string, unknown>)[operator]].flat();
  if (operator === 'and' || operator === 'or') {
    const members = operands.map((operand) => ruleLines(operand, level));
    return group(OPERATORS[operator].label, members, level);
  }
  if (operator === '!') return negated(ruleLines(operands[0], level), level);
  return [{ level, text: leafText(operator, operands, rule), fields: fieldsIn(rule) }];
}

function negated(lines: ConditionLine[], level: number): ConditionLine[] {
  const [first] = lines;
  if (first && lines.length === 1) return [{ ...first, text: `not: ${first.text}` }];
  return [{ level, text: 'not:', fields: [] }, ...lines.map((line) => ({ ...line, level: line.level + 1 }))];
}

function leafText(operator: string, operands: readonly unknown[], rule: unknown): string {
  if (operator === 'var') return `${pathOf(rule) ?? '?'} is true`;
  if (!isOperator(operator)) return JSON.stringify(rule);
  const { label } = OPERATORS[operator];
  // The description starts with the field, although the operands of `in` start with the searched value: "payload.tags
  // contains “vip”".
  const [first, ...rest] = operands;
  if (operator === 'in' && pathOf(first) === undefined && pathOf(rest[0]) !== undefined) {
    return `${operandText(rest[0])} contains ${operandText(first)}`;
  }
  const isRange = OPERATORS[operator].operands === 'range' || rest.length > 1;
  const values = rest.flat().map(operandText);
  return [operandText(first), label, values.join(isRange ? ' and ' : ', ')].filter(Boolean).join(' ');
}

function operandText(operand: unknown): string {
  const path = pathOf(operand);
  if (path !== undefined) return path;
  if (isObject(operand)) {
    const { amount, unit } = operand as { amount?: unknown; unit?: unknown };
    if (typeof amount === 'number' && typeof unit === 'string')
      return `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;
    return JSON.stringify(operand);
  }
  return valueText(operand);
}

/** Returns a value in words: “free”, 3, yes, nothing. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return `“${value}”`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function pathOf(operand: unknown): string | undefined {
  if (!isObject(operand) || !Object.hasOwn(operand, 'var')) return undefined;
  const [path] = [(operand as { var: unknown }).var].flat();
  return typeof path === 'string' ? path : undefined;
}

function fieldsIn(rule: unknown): string[] {
  const path = pathOf(rule);
  if (path !== undefined) return [path];
  if (typeof rule !== 'object' || rule === null) return [];
  return [...new Set(Object.values(rule).flatMap(fieldsIn))];
}
