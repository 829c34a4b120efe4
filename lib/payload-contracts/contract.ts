/** Compares the payloads of triggers with the variables that a workflow reads. Pure. */
import { isObject, type JsonObject } from '#lib/json/values.ts';
import type { PathSegment } from '#lib/liquid/references.ts';
import type { ContractVariable, PayloadContract } from './schema.ts';
import { type SampledPayload, type SeenVariable, seenVariables } from './seen.ts';

/** A variable that a step reads. In the path, `*` is an item of a list. */
export interface StepUse {
  stepId: string;
  path: readonly PathSegment[];
}

const MAX_VARIABLES = 300;

export interface ContractSource {
  uses: readonly StepUse[];
  schema: JsonObject | null;
  samples: readonly SampledPayload[];
  /** Whether to leave out variables that neither a step nor the schema names, because their names may be data. */
  onlyKnown?: boolean;
}

/** Returns the variables of the payload that are used, expected or seen, by path. */
export function contractOf({
  uses,
  schema,
  samples,
  onlyKnown = false,
}: ContractSource): Pick<PayloadContract, 'usesWhole' | 'variables' | 'isCut'> {
  const used = usesByPath(uses);
  const expected = schemaPaths(schema);
  const seen = seenVariables(samples);
  const known = [...used.keys(), ...expected.keys()];
  const paths = [...new Set([...known, ...(onlyKnown ? [] : seen.keys())])].filter((path) => path !== '').sort();
  const variables = paths.slice(0, MAX_VARIABLES).map(
    (path): ContractVariable => ({
      path,
      usedBy: usedBy(path, used),
      inSchema: expected.has(path),
      isRequired: expected.get(path) ?? false,
      seen: seen.get(path)?.seen ?? 0,
      missing: possible(path, seen, samples.length) - (seen.get(path)?.seen ?? 0),
      types: typesOf(seen.get(path)),
    }),
  );
  return { usesWhole: used.has(''), variables, isCut: paths.length > MAX_VARIABLES };
}

/** Returns the steps that read each path. The empty path is the whole payload. */
function usesByPath(uses: readonly StepUse[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { stepId, path } of uses) {
    const inPayload = payloadPath(path);
    if (inPayload !== undefined) found.set(inPayload, (found.get(inPayload) ?? new Set()).add(stepId));
  }
  return found;
}

/**
 * Returns the path within the payload of a trigger, also for the payloads of a digest's events. Undefined for other
 * variables.
 */
function payloadPath([root, ...rest]: readonly PathSegment[]): string | undefined {
  if (root === 'payload') return pathText(rest);
  const [, events, , payload, ...inner] = rest;
  return root === 'steps' && events === 'events' && payload === 'payload' ? pathText(inner) : undefined;
}

/** Returns a path as text: `items[].name`. */
function pathText(path: readonly PathSegment[]): string {
  return path.reduce<string>((text, segment) => {
    if (segment === '*' || typeof segment === 'number') return `${text}[]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

/** Returns the steps that read a variable, a part of the variable, or a value that contains the variable. */
function usedBy(path: string, used: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const isWithin = (one: string, whole: string) => one.startsWith(`${whole}.`) || one.startsWith(`${whole}[]`);
  const steps = [...used].flatMap(([other, stepIds]) =>
    other !== '' && (other === path || isWithin(other, path) || isWithin(path, other)) ? [...stepIds] : [],
  );
  return [...new Set(steps)];
}

/**
 * Returns the number of triggers that have the object or list around a variable, so that the variable could be in them.
 */
function possible(path: string, seen: ReadonlyMap<string, SeenVariable>, triggers: number): number {
  const cut = Math.max(path.lastIndexOf('.'), path.endsWith('[]') ? path.length - 2 : -1);
  if (cut < 0) return triggers;
  const around = path.slice(0, cut);
  // An empty list has no items, which is not a fault.
  if (path.endsWith('[]')) return seen.get(path)?.seen ?? 0;
  const container = seen.get(around)?.types;
  return container?.get('object')?.count ?? 0;
}

function typesOf(variable: SeenVariable | undefined): ContractVariable['types'] {
  const types = [...(variable?.types ?? [])].map(([type, { count, firstAt, lastAt }]) => ({
    ...{ type, count, firstAt: new Date(firstAt).toISOString(), lastAt: new Date(lastAt).toISOString() },
  }));
  return types.sort((one, other) => (one.firstAt < other.firstAt ? -1 : Number(one.firstAt > other.firstAt)));
}

const MAX_SCHEMA_DEPTH = 6;

/** Returns the properties of a schema by path, and whether they are required. References are not followed. */
function schemaPaths(schema: JsonObject | null): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const visit = (part: unknown, path: string, depth: number): void => {
    if (!isObject(part) || depth > MAX_SCHEMA_DEPTH) return;
    const { properties, required, items } = part as Record<string, unknown>;
    if (isObject(items)) {
      if (path !== '') found.set(`${path}[]`, false);
      visit(items, `${path}[]`, depth + 1);
    }
    if (!isObject(properties)) return;
    for (const [key, inner] of Object.entries(properties)) {
      const own = path === '' ? key : `${path}.${key}`;
      found.set(own, Array.isArray(required) && required.includes(key));
      visit(inner, own, depth + 1);
    }
  };
  visit(schema, '', 0);
  return found;
}
