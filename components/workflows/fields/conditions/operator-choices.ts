/** The operators that suit a field, and the conversion of a value when the operator changes. */
import { typeOf } from '#components/code/schema-path.ts';
import { OPERATORS, type OperandKind, type OperatorName } from '#lib/conditions/operators.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isConstant, isField, type Rule } from './model.ts';

export type FieldType = 'text' | 'number' | 'time' | 'flag' | 'list' | 'any';

/** Returns the type of a field according to its schema. */
export function fieldTypeOf(schema: JsonObject | undefined): FieldType {
  if (!schema) return 'any';
  switch (typeOf(schema)) {
    case 'string':
      return schema.format === 'date-time' || schema.format === 'date' ? 'time' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'flag';
    case 'array':
      return 'list';
    default:
      return 'any';
  }
}

const TEXTS = ['contains', 'doesNotContain', 'startsWith', 'doesNotBeginWith', 'endsWith', 'doesNotEndWith'] as const;
const LISTS = ['containsAny', 'doesNotContainAny'] as const;
const ORDER = ['<', '<=', '>', '>=', 'between', 'notBetween'] as const;
const SPANS = ['withinLast', 'notWithinLast', 'moreThanXAgo', 'lessThanXAgo', 'exactlyXAgo'] as const;
const PRESENCE = ['notNull', 'null'] as const;

const SUITABLE: Record<FieldType, readonly OperatorName[]> = {
  text: ['==', '!=', 'in', ...TEXTS, ...LISTS, ...PRESENCE],
  number: ['==', '!=', ...ORDER, 'in', ...PRESENCE],
  time: [...SPANS, '<', '>', 'between', 'notBetween', '==', '!=', ...PRESENCE],
  flag: ['==', '!=', ...PRESENCE],
  list: ['contains', 'doesNotContain', ...LISTS, ...PRESENCE],
  any: ['==', '!=', 'in', ...ORDER, ...TEXTS, ...LISTS, ...SPANS, ...PRESENCE],
};

const TIME_LABELS: Partial<Record<OperatorName, string>> = { '<': 'is before', '>': 'is after' };

/** Returns the operators of a field, always including the chosen operator. */
export function operatorOptions(type: FieldType, chosen: OperatorName): { value: OperatorName; label: string }[] {
  const names = SUITABLE[type].includes(chosen) ? SUITABLE[type] : [chosen, ...SUITABLE[type]];
  return names.map((value) => ({
    value,
    label: (type === 'time' && TIME_LABELS[value]) || OPERATORS[value].label,
  }));
}

/** Returns the rule with another operator. A value that fits is kept. */
export function withOperator(rule: Rule, operator: OperatorName): Rule {
  const kind: OperandKind = OPERATORS[operator].operands;
  const { value: before, ...rest } = rule;
  if (kind === 'value') return { ...rest, operator, form: 'plain' };
  return { ...rest, operator, form: 'plain', value: fitting(kind, before) };
}

function fitting(kind: OperandKind, value: unknown): unknown {
  const [first] = Array.isArray(value) ? value : [value];
  const single = isConstant(first) || isField(first) ? first : '';
  if (kind === 'range') return Array.isArray(value) && value.length === 2 ? value : [single, ''];
  if (kind === 'span') return { amount: 1, unit: 'days' };
  if (kind === 'list' || kind === 'within') {
    return Array.isArray(value) || isField(value) ? value : single === '' ? [] : [single];
  }
  return single;
}

/** Converts the typed text to the field's type, if possible. */
export function typedValue(text: string, type: FieldType): string | number | boolean {
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'flag' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
