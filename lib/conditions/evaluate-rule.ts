/** Evaluates conditions with the variables of a run. */
import { LogicEngine } from 'json-logic-engine';
import { Budget } from '#lib/analyser/budget.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { commaList } from '#lib/text/comma-list.ts';
import { timeAfter } from '#lib/time/duration.ts';
import { zoneOf } from '#lib/time/zoned-time.ts';
import { conditionProblems } from './check.ts';
import {
  compare,
  containsAny,
  foldedText,
  isBetween,
  isSame,
  type Spend,
  spanOf,
  textOf,
  timeOf,
  truthy,
} from './compare.ts';
import { CONDITION_LIMITS, type OperatorName } from './operators.ts';
import { Values } from './values.ts';

/** A rule that cannot be evaluated. The message contains the reason. */
export class ConditionError extends Error {
  override name = 'ConditionError';
}

/**
 * Evaluates a rule in JSON Logic. An empty rule is never true. Two texts are equal only if they are identical. For
 * order, texts that contain numbers or times count as such. Missing fields are null, and only the data's own properties
 * are read.
 *
 * @param now in milliseconds, for operators with a time span. Months follow the calendar in the time zone of
 * `data.subscriber`.
 * @throws ConditionError for a rule that has unknown operators or wrong operands, or exceeds the limits. Work is
 * counted instead of timed, so that the same rule and data always have the same result.
 */
export function evaluateCondition(rule: JsonObject, data: JsonObject, now = Date.now()): boolean {
  if (Object.keys(rule).length === 0) return false;
  const [problem] = conditionProblems(rule, () => undefined).filter(({ kind }) => kind === 'illegal');
  if (problem) throw new ConditionError(problem.message);
  const budget = new Budget(CONDITION_LIMITS.work);
  const spend: Spend = (units) => {
    if (!budget.spend(units))
      throw new ConditionError('The condition compares too much. Compare with shorter lists and texts.');
  };
  return truthy(engine.run(rule, { data, now, spend }));
}

interface Context {
  data: JsonObject;
  now: number;
  spend: Spend;
}

type Method = (operands: unknown[], context: Context) => unknown;

const orderMethod =
  (holds: (order: number) => boolean): Method =>
  (operands, { spend }) => {
    const pairs = operands.slice(1).map((value, at) => compare(operands[at], value, spend));
    return pairs.every((result) => result !== undefined && holds(result));
  };

const textMethod =
  (holds: (value: string, part: string) => boolean): Method =>
  ([value, part], { spend }) =>
    holds(foldedText(value, spend), foldedText(part, spend));

const between: Method = ([value, low, high], { spend }) => {
  const [least, most] = Array.isArray(low) ? low : [low, high];
  return isBetween(compare(value, least, spend), compare(value, most, spend));
};

/** Whether a list contains an item, or a text contains a part, ignoring case. */
const includes = (value: unknown, parts: readonly unknown[], spend: Spend): boolean => {
  if (!Array.isArray(value)) return containsAny(value, parts, spend);
  const items = new Values(value, spend);
  return parts.some((part) => items.has(part));
};

const contains: Method = ([value, part], { spend }) => includes(value, [part], spend);

const containsOneOf: Method = ([value, parts], { spend }) => includes(value, listOf(parts), spend);

/** Creates a method for a time span. `time` is the field's value and `before(count)` is `count` units ago, in ms. */
const spanMethod =
  (holds: (time: number, amount: number, before: (count: number) => number) => boolean): Method =>
  ([value, wanted], { data, now }) => {
    const time = timeOf(value);
    const span = spanOf(wanted);
    if (time === undefined || span === undefined) return false;
    const zone = zoneOf(valueAt(data, 'subscriber.timezone'));
    const before = (count: number) => Number(timeAfter(new Date(now), -count, span.unit, zone) ?? Number.NaN);
    return holds(time, span.amount, before);
  };

const withinLast = spanMethod((time, amount, before) => time <= before(0) && time >= before(amount));

const negated =
  (method: Method): Method =>
  (operands, context) =>
    !method(operands, context);

const isEqual: Method = ([one, other], { spend }) => isSame(one, other, spend);

const METHODS: Record<Exclude<OperatorName, 'and' | 'or' | '!'>, Method> = {
  '==': isEqual,
  '=': isEqual,
  '!=': negated(isEqual),
  '<': orderMethod((result) => result < 0),
  '<=': orderMethod((result) => result <= 0),
  '>': orderMethod((result) => result > 0),
  '>=': orderMethod((result) => result >= 0),
  // As in JSON Logic, a number contains nothing, whereas `contains` reads a number as text.
  in: ([part, value], { spend }) =>
    typeof value === 'string' || Array.isArray(value) ? includes(value, [part], spend) : false,
  startsWith: textMethod((value, part) => value.startsWith(part)),
  endsWith: textMethod((value, part) => value.endsWith(part)),
  contains,
  doesNotContain: negated(contains),
  doesNotBeginWith: textMethod((value, part) => !value.startsWith(part)),
  doesNotEndWith: textMethod((value, part) => !value.endsWith(part)),
  containsAny: containsOneOf,
  doesNotContainAny: negated(containsOneOf),
  null: ([value]) => value === null || value === undefined,
  notNull: ([value]) => value !== null && value !== undefined,
  between,
  notBetween: negated(between),
  moreThanXAgo: spanMethod((time, amount, before) => time < before(amount)),
  lessThanXAgo: spanMethod((time, amount, before) => time <= before(0) && time > before(amount)),
  // The time is between `amount` and `amount + 1` units ago. `amount` is a whole number.
  exactlyXAgo: spanMethod((time, amount, before) => time <= before(amount) && time > before(amount + 1)),
  withinLast,
  notWithinLast: negated(withinLast),
};

const engine = newEngine();

/**
 * Creates the engine. The library only walks through the rules. Belfry's own operators evaluate them, which keeps
 * prototypes out of reach and avoids the library's compiler.
 */
function newEngine(): LogicEngine {
  const made = new LogicEngine({}, { disableInline: true, disableInterpretedOptimization: true });
  const add = (name: string, method: Method) => made.addMethod(name, { method, deterministic: false } as never);
  for (const [name, method] of Object.entries(METHODS)) add(name, method);
  add('var', ([path, fallback], { data }) => valueAt(data, String(path)) ?? fallback ?? null);
  add('and', (operands) => operands.length > 0 && operands.every(truthy));
  add('or', (operands) => operands.some(truthy));
  add('!', ([value]) => !truthy(value));
  // An object such as `{ amount, unit }` is a value, not a rule.
  made.isData = (value: object) => Object.keys(value).length !== 1;
  return made;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : commaList(textOf(value));
}
