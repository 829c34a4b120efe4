/** The problems of a condition: its operators, their operands and its fields. */

import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { listText } from '#lib/text/list-text.ts';
import { shortText } from '#lib/text/short-text.ts';
import { meantOperator } from './meant-operator.ts';
import { CONDITION_LIMITS, isOperator, OPERATORS, type OperandKind, SPAN_UNITS, type SpanUnit } from './operators.ts';

export interface ConditionProblem {
  /** `missing`: a field or value is absent. `illegal`: a field or value is present, but has no meaning at its place. */
  kind: 'missing' | 'illegal';
  variable?: string;
  message: string;
  /** The variable that was probably meant. */
  meant?: string;
}

/** The reason why a field is not legal, and the field that was probably meant. */
type FieldProblem = Pick<ConditionProblem, 'message' | 'meant'>;

type Segment = string | number;

/**
 * Returns the problems of a rule in JSON Logic. An empty rule is never true, and has no problems. Never throws.
 *
 * @param fieldProblem returns a problem if a field is not legal.
 */
export function conditionProblems(
  rule: JsonObject,
  fieldProblem: (path: Segment[]) => FieldProblem | undefined,
): ConditionProblem[] {
  const tooLarge = conditionLimitProblem(rule);
  if (tooLarge) return [illegal(`The condition ${tooLarge}. Make it smaller.`)];
  if (Object.keys(rule).length === 0) return [];
  const problems: ConditionProblem[] = [];
  checkRule(rule, { problems, fieldProblem });
  return problems;
}

/** Returns why a rule is too large to store, or undefined. */
export function conditionLimitProblem(rule: unknown): string | undefined {
  let nodes = 0;
  let level: unknown[] = [rule];
  // In JSON, an operator and its list of operands are two levels.
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length;
    if (depth > CONDITION_LIMITS.depth * 2) return `is nested deeper than ${CONDITION_LIMITS.depth} levels`;
    if (nodes > CONDITION_LIMITS.nodes) return `has more than ${CONDITION_LIMITS.nodes} parts`;
    if (level.some((value) => typeof value === 'string' && value.length > CONDITION_LIMITS.text)) {
      return `has a text of more than ${CONDITION_LIMITS.text} characters`;
    }
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

interface Check {
  problems: ConditionProblem[];
  fieldProblem: (path: Segment[]) => FieldProblem | undefined;
}

function checkRule(rule: unknown, check: Check): void {
  if (typeof rule === 'boolean') return;
  if (!isObject(rule)) {
    check.problems.push(illegal(`\`${shown(rule)}\` is not a rule. Write an operator with its operands.`));
    return;
  }
  const [operator, ...more] = Object.keys(rule);
  if (operator === undefined) return;
  if (more.length > 0) {
    const names = listText([operator, ...more].map((name) => `\`${name}\``));
    check.problems.push(illegal(`A rule has one operator, not ${names}. Join rules with \`and\` or \`or\`.`));
    return;
  }
  if (operator === 'var') checkField(rule, check);
  else if (isOperator(operator))
    checkOperands(operator, OPERATORS[operator].operands, operandsOf(rule[operator]), check);
  else {
    const meant = meantOperator(operator);
    const advice = meant ? `Did you mean ${meant}?` : 'Choose another one.';
    check.problems.push(illegal(`\`${operator}\` is not an operator of conditions. ${advice}`));
  }
}

function checkOperands(operator: string, kind: OperandKind, operands: unknown[], check: Check): void {
  if (kind === 'rules') {
    for (const operand of operands) checkRule(operand, check);
    return;
  }
  const [least, most] = COUNTS[kind];
  if (operands.length > most) {
    check.problems.push(illegal(`\`${operator}\` takes ${most} operands, not ${operands.length}. Remove the others.`));
    return;
  }
  const field = fieldIn(operands);
  for (const operand of operands) checkOperand(operator, kind, operand, { ...check, field });
  const given = kind === 'range' && Array.isArray(operands[1]) ? [operands[0], ...operands[1]] : operands;
  if (given.length < least) check.problems.push(required(field, operator));
}

/** Minimum and maximum number of operands. */
const COUNTS: Record<Exclude<OperandKind, 'rules'>, [number, number]> = {
  rule: [1, 1],
  value: [1, 1],
  two: [2, 2],
  order: [2, 3],
  text: [2, 2],
  list: [2, 2],
  within: [2, 2],
  range: [3, 3],
  span: [2, 2],
};

function checkOperand(
  operator: string,
  kind: OperandKind,
  operand: unknown,
  check: Check & { field?: string | undefined },
): void {
  if (kind === 'rule') checkRule(operand, check);
  else if (isObject(operand) && Object.hasOwn(operand, 'var')) checkField(operand, check);
  else if (kind === 'span' && isObject(operand)) checkSpan(operator, operand, check);
  else if (Array.isArray(operand)) checkList(operator, kind, operand, check);
  else if (isObject(operand)) checkRule(operand, check);
  else if (operand === '' || operand === undefined || (operand === null && !NULLABLE.has(operator))) {
    check.problems.push(required(check.field, operator));
  } else if (typeof operand === 'string' && /\{\{|\{%/.test(operand)) {
    const message = `Values are not templates here, so ${shown(operand)} is compared as text. Compare with a field, such as {"var": "payload.name"}.`;
    check.problems.push(illegal(message));
  } else if (kind === 'span') {
    const example = '{"amount": 3, "unit": "days"}';
    check.problems.push(
      illegal(`\`${operator}\` compares with a span such as ${example}, not with ${shown(operand)}.`),
    );
  }
}

const NULLABLE = new Set(['==', '=', '!=']);
const LISTS = new Set<OperandKind>(['list', 'within', 'range']);

function checkList(
  operator: string,
  kind: OperandKind,
  list: unknown[],
  check: Check & { field?: string | undefined },
): void {
  if (!LISTS.has(kind)) {
    check.problems.push(
      illegal(`\`${operator}\` compares with one value, not with a list. Use \`in\` or \`containsAny\`.`),
    );
  } else if (list.length === 0) check.problems.push(required(check.field, operator));
  else for (const item of list) if (!Array.isArray(item)) checkOperand(operator, 'two', item, check);
}

function checkSpan(operator: string, { amount, unit }: JsonObject, check: Check): void {
  if (amount === undefined || amount === '' || unit === undefined || unit === '') {
    check.problems.push({
      kind: 'missing',
      message: `\`${operator}\` needs an amount and a unit. Enter how long ago.`,
    });
  } else if (!(Number(amount) >= 0) || !SPAN_UNITS.includes(unit as SpanUnit)) {
    const units = SPAN_UNITS.join(', ');
    check.problems.push(illegal(`\`${operator}\` needs an amount of at least 0 and one of the units ${units}.`));
  } else if (operator === 'exactlyXAgo' && !Number.isInteger(Number(amount))) {
    check.problems.push(illegal(`\`${operator}\` needs a whole number, because it counts whole ${String(unit)}.`));
  }
}

function checkField({ var: given }: JsonObject, { problems, fieldProblem }: Check): void {
  const [field] = operandsOf(given);
  if (field === undefined || field === null || field === '') {
    problems.push({ kind: 'missing', message: 'A rule has no field. Choose one.' });
    return;
  }
  const path = typeof field === 'object' ? undefined : String(field).split('.');
  if (!path) {
    problems.push(illegal('A field is named by its path, such as payload.plan.'));
    return;
  }
  const problem = fieldProblem(path);
  if (problem) problems.push({ kind: 'illegal', variable: String(field), ...problem });
}

function required(field: string | undefined, operator: string): ConditionProblem {
  const of = field ? ` to compare \`${field}\` with` : '';
  return {
    kind: 'missing',
    ...(field !== undefined && { variable: field }),
    message: `Value is required: \`${operator}\` has none${of}. Enter one.`,
  };
}

function fieldIn(operands: unknown[]): string | undefined {
  const field = operands.find((operand) => isObject(operand) && typeof operand.var === 'string') as
    | JsonObject
    | undefined;
  return field?.var as string | undefined;
}

/** Returns the operands as a list. `{ "!": x }` is short for `{ "!": [x] }`. */
function operandsOf(operands: unknown): unknown[] {
  return Array.isArray(operands) ? operands : [operands];
}

function illegal(message: string): ConditionProblem {
  return { kind: 'illegal', message };
}

function shown(value: unknown): string {
  return shortText(JSON.stringify(value) ?? 'nothing', 40);
}
