/**
 * Conditions as the builder edits them. Parts that the builder cannot show are kept as JSON, so reading and writing
 * loses nothing.
 */

import { isOperator, OPERATORS, type OperandKind, type OperatorName } from '#lib/conditions/operators.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';

/** Whether the rule is wrapped in `{ "!": … }`, with its operand in a list or bare. */
type Negation = 'list' | 'bare' | undefined;

export interface Rule {
  kind: 'rule';
  negated?: Negation;
  field: string;
  operator: OperatorName;
  /** The value, or two values for ranges. Undefined for operators without a value. */
  value?: unknown;
  /** The notation of the operands. */
  form: 'plain' | 'bare' | 'nested';
}

export interface Group {
  kind: 'group';
  negated?: Negation;
  combinator: 'and' | 'or';
  rules: Node[];
  /** Whether the whole condition is a single rule without a group. */
  alone?: boolean;
}

export interface Json {
  kind: 'json';
  rule: unknown;
}

export type Node = Rule | Group | Json;

/** Reads a condition as a group; a single rule becomes a group of one. Undefined or an empty object becomes a group without rules. */
export function readCondition(value: unknown): Group {
  const isEmpty = value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
  if (isEmpty) return { kind: 'group', combinator: 'and', rules: [], alone: true };
  const node = readNode(value);
  return node.kind === 'group' && !node.negated
    ? node
    : { kind: 'group', combinator: 'and', rules: [node], alone: true };
}

/**
 * Returns the JSON Logic of a condition. Undefined if there is none. A group that was stored without rules stays a
 * group.
 */
export function writeCondition(group: Group): unknown {
  const [only, ...more] = group.rules;
  if (!group.alone || more.length > 0) return writeNode(group);
  return only && writeNode(only);
}

/** Reads one rule. The rule stays JSON if writing it back would change it. */
export function readNode(value: unknown): Node {
  const node = understood(value) ?? { kind: 'json', rule: value };
  return same(writeNode(node), value) ? node : { kind: 'json', rule: value };
}

function understood(value: unknown): Node | undefined {
  const [operator, operands, ...more] = isObject(value) ? Object.entries(value).flat() : [];
  if (typeof operator !== 'string' || more.length > 0) return undefined;
  if (operator === '!') return negation(operands);
  if (!isOperator(operator)) return undefined;
  if (operator === 'and' || operator === 'or') {
    return Array.isArray(operands) ? { kind: 'group', combinator: operator, rules: operands.map(readNode) } : undefined;
  }
  return rule(operator, operands);
}

function negation(operands: unknown): Node | undefined {
  const inner = readNode(Array.isArray(operands) ? operands[0] : operands);
  if (inner.kind === 'json' || inner.negated) return undefined;
  return { ...inner, negated: Array.isArray(operands) ? 'list' : 'bare' };
}

function rule(operator: OperatorName, operands: unknown): Rule | undefined {
  const list = Array.isArray(operands) ? operands : [operands];
  const [first, ...values] = list;
  const field = isObject(first) && typeof first.var === 'string' ? first.var : undefined;
  if (field === undefined) return undefined;
  const kind = OPERATORS[operator].operands;
  const nested = kind === 'range' && Array.isArray(values[0]);
  const value = kind === 'range' ? (nested ? values[0] : values) : values[0];
  if (!isShown(kind, value)) return undefined;
  const form = nested ? 'nested' : Array.isArray(operands) ? 'plain' : 'bare';
  return { kind: 'rule', field, operator, form, ...(kind !== 'value' && { value }) };
}

/** Whether the builder has an input for the value. */
function isShown(kind: OperandKind, value: unknown): boolean {
  switch (kind) {
    case 'value':
      return true;
    case 'two':
    case 'order':
    case 'text':
      return isConstant(value) || isField(value);
    case 'list':
    case 'within':
      return isField(value) || (Array.isArray(value) && value.every(isItem)) || (kind === 'list' && isConstant(value));
    case 'range':
      return Array.isArray(value) && value.length === 2 && value.every((item) => isConstant(item) || isField(item));
    case 'span':
      return isObject(value);
    default:
      return false;
  }
}

export function isConstant(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

export function isField(value: unknown): value is { var: string } {
  return isObject(value) && typeof value.var === 'string';
}

/** Whether the value can be an item between commas. */
function isItem(value: unknown): boolean {
  return isConstant(value) && !String(value).includes(',') && String(value).trim() === String(value) && value !== '';
}

/** Returns the JSON Logic of one rule. */
function writeNode(node: Node): unknown {
  if (node.kind === 'json') return node.rule;
  const logic = node.kind === 'group' ? { [node.combinator]: node.rules.map(writeNode) } : writeRule(node);
  if (!node.negated) return logic;
  return { '!': node.negated === 'list' ? [logic] : logic };
}

function writeRule({ field, operator, value, form }: Rule): JsonObject {
  const kind: OperandKind = OPERATORS[operator].operands;
  const subject = { var: field };
  if (kind === 'value') return { [operator]: form === 'bare' ? subject : [subject] };
  const values = kind === 'range' && form !== 'nested' && Array.isArray(value) ? value : [value];
  return { [operator]: [subject, ...values] };
}

/** Returns a copy of the group with the node at the path replaced, or removed if `next` is undefined. */
export function withNode(group: Group, path: readonly number[], next: Node | undefined): Group {
  const [place, ...rest] = path;
  const rules = group.rules.flatMap((node, at) => {
    if (at !== place) return [node];
    if (rest.length > 0) return node.kind === 'group' ? [withNode(node, rest, next)] : [node];
    return next ? [next] : [];
  });
  return { ...group, rules };
}

/** Returns a new rule, whose field and value are still to be chosen. */
export function newRule(field = ''): Rule {
  return { kind: 'rule', field, operator: '==', value: '', form: 'plain' };
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
