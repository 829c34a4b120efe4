/** Whether a condition holds for the variables of an event. */
import { LogicEngine } from 'json-logic-engine';
import type { JsonObject } from '#lib/api/text.ts';
import { conditionProblems } from './check.ts';
import { compare, includes, isSame, spanAgo, textOf, timeOf, truthy } from './compare.ts';
import type { OperatorName } from './operators.ts';

/** A rule that cannot be evaluated; its message says why. */
export class ConditionError extends Error {
  override name = 'ConditionError';
}

/**
 * Evaluates a rule in JSON Logic. An empty rule never holds. Texts that are numbers, booleans or times are compared as such, missing
 * fields are null, and only the data's own properties are seen.
 *
 * @param now in milliseconds, for the operators that look back.
 * @throws ConditionError for a rule with unknown operators, wrong operands or beyond the limits.
 */
export function evaluateCondition(rule: JsonObject, data: JsonObject, now = Date.now()): boolean {
  if (Object.keys(rule).length === 0) return false;
  const [problem] = conditionProblems(rule, () => undefined).filter(({ kind }) => kind === 'illegal');
  if (problem) throw new ConditionError(problem.message);
  return truthy(engine.run(rule, { data, now }));
}

interface Context {
  data: JsonObject;
  now: number;
}

type Method = (operands: unknown[], context: Context) => unknown;

const order =
  (holds: (order: number) => boolean): Method =>
  (operands) => {
    const pairs = operands.slice(1).map((value, at) => compare(operands[at], value));
    return pairs.every((result) => result !== undefined && holds(result));
  };

const text =
  (holds: (value: string, part: string) => boolean): Method =>
  ([value, part]) =>
    holds(textOf(value).toLowerCase(), textOf(part).toLowerCase());

const between: Method = ([value, low, high]) => {
  const [least, most] = Array.isArray(low) ? low : [low, high];
  const [above, below] = [compare(value, least), compare(value, most)];
  return above !== undefined && below !== undefined && above >= 0 && below <= 0;
};

const contains: Method = ([value, part]) => includes(value, part);

const containsAny: Method = ([value, parts]) => listOf(parts).some((part) => includes(value, part));

/** `age` and `span` in milliseconds, of one unit's length each. */
const ago =
  (holds: (age: number, span: number, unit: number) => boolean): Method =>
  ([value, wanted], { now }) => {
    const time = timeOf(value);
    const span = spanAgo(wanted);
    return time !== undefined && span !== undefined && holds(now - time, span.ms, span.unitMs);
  };

const withinLast = ago((age, span) => age >= 0 && age <= span);

const not =
  (method: Method): Method =>
  (operands, context) =>
    !method(operands, context);

const METHODS: Record<Exclude<OperatorName, 'and' | 'or' | '!'>, Method> = {
  '==': ([one, other]) => isSame(one, other),
  '=': ([one, other]) => isSame(one, other),
  '!=': ([one, other]) => !isSame(one, other),
  '<': order((result) => result < 0),
  '<=': order((result) => result <= 0),
  '>': order((result) => result > 0),
  '>=': order((result) => result >= 0),
  in: ([part, value]) => (typeof value === 'string' || Array.isArray(value) ? includes(value, part) : false),
  startsWith: text((value, part) => value.startsWith(part)),
  endsWith: text((value, part) => value.endsWith(part)),
  contains,
  doesNotContain: not(contains),
  doesNotBeginWith: text((value, part) => !value.startsWith(part)),
  doesNotEndWith: text((value, part) => !value.endsWith(part)),
  containsAny,
  doesNotContainAny: not(containsAny),
  null: ([value]) => value === null || value === undefined,
  notNull: ([value]) => value !== null && value !== undefined,
  between,
  notBetween: not(between),
  moreThanXAgo: ago((age, span) => age > span),
  lessThanXAgo: ago((age, span) => age >= 0 && age < span),
  exactlyXAgo: ago((age, span, unit) => age >= 0 && Math.floor(age / unit) === Math.round(span / unit)),
  withinLast,
  notWithinLast: not(withinLast),
};

const engine = newEngine();

/** The engine walks the rules; what they mean is ours, so that no prototype is reached and nothing is compiled. */
function newEngine(): LogicEngine {
  const made = new LogicEngine({}, { disableInline: true, disableInterpretedOptimization: true });
  const add = (name: string, method: Method) => made.addMethod(name, { method, deterministic: false } as never);
  for (const [name, method] of Object.entries(METHODS)) add(name, method);
  add('var', ([path, fallback], { data }) => fieldOf(data, path) ?? fallback ?? null);
  add('and', (operands) => operands.length > 0 && operands.every(truthy));
  add('or', (operands) => operands.some(truthy));
  add('!', ([value]) => !truthy(value));
  // `{ amount, unit }` is a value.
  made.isData = (value: object) => Object.keys(value).length !== 1;
  return made;
}

function fieldOf(data: JsonObject, path: unknown): unknown {
  return String(path)
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
      data,
    );
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return textOf(value)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
