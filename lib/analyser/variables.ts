/** Checks whether a step may use a variable. If not, explains the cause and the fix. */

import type { KnownVariables } from '#lib/environment-variables/known.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import type { PathSegment } from '#lib/liquid/references.ts';
import { type EarlierStep, variablesSchema } from '#lib/steps/variables.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { Budget } from './budget.ts';
import { pathInSchema } from './schema-path.ts';
import { resolveRef } from './schema-ref.ts';
import { closest, listed } from './suggest.ts';

/** The reason why a variable is not legal. */
export interface VariableProblem {
  message: string;
  /** The variable that was probably meant. The message ends with this suggestion. */
  meant?: string;
}

/** The variables that the controls of one step may use. */
export interface VariableScope {
  /** A JSON Schema of the variables, from `variablesSchema`. */
  schema: JsonObject;
  /** The IDs of the step itself and of the steps after it. */
  stepId: string;
  later: ReadonlySet<string>;
  /** The keys of environment variables without a value in this environment. */
  unset: ReadonlySet<string>;
  known: Map<string, VariableProblem | undefined>;
  budget: Budget;
}

/** The scopes of a workflow's steps, in their order. */
export function variableScopes(
  payloadSchema: JsonObject | null,
  steps: readonly EarlierStep[],
  { budget = new Budget(), variables }: { budget?: Budget; variables?: KnownVariables | undefined } = {},
): VariableScope[] {
  return steps.map(({ stepId }, at) => ({
    schema: scopeSchema(payloadSchema, steps.slice(0, at), variables),
    stepId,
    later: new Set(steps.slice(at + 1).map((step) => step.stepId)),
    unset: new Set(variables?.unset),
    known: new Map(),
    budget,
  }));
}

/** Returns the schema of a step's variables. If the environment variables are known, only these are allowed. */
function scopeSchema(
  payloadSchema: JsonObject | null,
  earlier: readonly EarlierStep[],
  variables: KnownVariables | undefined,
): JsonObject {
  const schema = variablesSchema(payloadSchema, earlier, variables?.set);
  if (!variables) return schema;
  const { env, ...others } = schema.properties as Record<string, JsonObject>;
  return { ...schema, properties: { ...others, env: { ...env, additionalProperties: false } } };
}

/** Returns the problem of a variable. Undefined if the variable is legal or the budget is spent. */
export function variableProblem(path: readonly PathSegment[], scope: VariableScope): VariableProblem | undefined {
  const key = JSON.stringify(path);
  if (scope.known.has(key)) return scope.known.get(key);
  const result = scope.budget.isSpent ? LEGAL : pathInSchema(scope.schema, path, scope.budget);
  if (!result.known) scope.budget.spend(result.names.length);
  const problem = result.known ? undefined : explain(path, result, scope);
  scope.known.set(key, problem);
  return problem;
}

const LEGAL = { known: true } as const;

/** Returns a path as text: `payload.items[0]['first name']`. */
export function pathText(path: readonly PathSegment[]): string {
  return path
    .map((segment, at) => {
      if (typeof segment === 'number') return `[${segment}]`;
      if (segment === '*') return '[…]';
      if (at === 0) return segment;
      return /^[\p{L}_][\p{L}\p{N}_-]*\??$/u.test(segment) ? `.${segment}` : `['${segment}']`;
    })
    .join('');
}

interface Missing {
  at: number;
  names: string[];
}

function explain(path: readonly PathSegment[], missing: Missing, scope: VariableScope): VariableProblem {
  if (missing.at === 0) return namespaceProblem(path, scope.schema);
  const text = pathText(path.slice(0, missing.at + 1));
  const parent = pathText(path.slice(0, missing.at));
  if (path[0] === 'steps' && missing.at === 1) return stepProblem(path, scope, missing.names);
  if (path[0] === 'env' && missing.at === 1) return environmentProblem(path, scope, missing.names);
  const meant = closest(String(path[missing.at]), missing.names);
  const where = path[0] === 'steps' ? `in the result of step \`${path[1]}\`` : (WHERE[String(path[0])] ?? 'known');
  return problemOf(
    `\`${text}\` is not ${where}.`,
    meant && pathText([...path.slice(0, missing.at), meant, ...path.slice(missing.at + 1)]),
    advice(parent, missing.names),
  );
}

/**
 * Returns a problem: the statement, followed by the suggestion or the advice.
 * @param advice the text after the statement if no suggestion (`meant`) is known.
 */
function problemOf(statement: string, meant: string | undefined, advice: string): VariableProblem {
  return meant === undefined ? { message: statement + advice } : { message: statement + didYouMean(meant), meant };
}

const WHERE: Record<string, string> = {
  payload: 'in the payload schema',
  subscriber: 'a field of the subscriber',
  workflow: 'a field of the workflow',
  context: 'a field of a context',
};

function advice(parent: string, names: string[]): string {
  if (names.length > 0) return ` \`${parent}\` has ${listed(names, 'and')}.`;
  return ` \`${parent}\` has no properties: use it without a path.`;
}

function namespaceProblem(path: readonly PathSegment[], schema: JsonObject): VariableProblem {
  const properties = schema.properties as JsonObject;
  const namespaces = Object.keys(properties);
  const [root, ...rest] = path as [string, ...PathSegment[]];
  const text = pathText(path);
  if (rest.length > 0) {
    const meant = closest(root, namespaces);
    if (meant) return problemOf(`\`${root}\` is not a namespace.`, pathText([meant, ...rest]), '');
  }
  // Never suggest an environment variable, because it may be an unrelated secret.
  const near = namespaces
    .filter((namespace) => namespace !== 'env')
    .map((namespace) => [namespace, ...nearest(path, properties[namespace])]);
  const meant = near.find((candidate) => candidate.length > 1 && pathInSchema(schema, candidate).known);
  const what = meant || rest.length === 0 ? `\`${text}\` has no namespace` : `\`${root}\` is not a namespace`;
  return problemOf(`${what}.`, meant && pathText(meant), ` Variables begin with ${listed(namespaces, 'or')}.`);
}

/** Returns the path within an object, with its first name corrected if needed. Empty if no name is close. */
function nearest([root, ...rest]: readonly PathSegment[], schema: unknown): PathSegment[] {
  const names = namesIn(schema);
  const name = names.has(String(root)) ? root : closest(String(root), names);
  return name === undefined ? [] : [name, ...rest];
}

/** Returns the property names of an object's schema, including referenced schemas and parts. */
function namesIn(schema: unknown, root: unknown = schema, depth = 0): Set<string> {
  if (!isObject(schema) || depth > 3) return new Set();
  const { $ref, allOf, properties } = schema;
  const target = typeof $ref === 'string' ? resolveRef($ref, root)?.schema : undefined;
  const parts = [target, ...(Array.isArray(allOf) ? allOf : [])].flatMap((part) => [...namesIn(part, root, depth + 1)]);
  return new Set([...Object.keys(properties ?? {}), ...parts]);
}

function stepProblem(path: readonly PathSegment[], { stepId, later }: VariableScope, names: string[]): VariableProblem {
  const named = String(path[1]);
  if (named === stepId)
    return { message: `\`steps.${named}\` is this step: it has no result yet. Use the result of an earlier step.` };
  if (later.has(named)) {
    const message = `\`steps.${named}\` runs after this step. Move it before this one, or use the result of an earlier step.`;
    return { message };
  }
  const meant = closest(named, names);
  const known = names.length > 0 ? ` The earlier steps are ${listed(names, 'and')}.` : ' This is the first step.';
  return problemOf(
    `There is no step \`${named}\` before this one.`,
    meant && pathText(['steps', meant, ...path.slice(2)]),
    known,
  );
}

function environmentProblem(path: readonly PathSegment[], { unset }: VariableScope, names: string[]): VariableProblem {
  const key = String(path[1]);
  const text = pathText(path.slice(0, 2));
  if (key === '*')
    return {
      message:
        'No environment variable has a value in this environment. Enter a value for the variable that the template needs.',
    };
  if (unset.has(key))
    return { message: `\`${text}\` has no value in this environment. Enter a value for the environment variable.` };
  const meant = closest(key, [...names, ...unset]);
  return problemOf(
    `There is no environment variable \`${key}\`.`,
    meant && pathText(['env', meant, ...path.slice(2)]),
    ' Create it, or remove it here.',
  );
}
