/**
 * Reads the parts of a JSON Schema that describe a path inside a value, for analysis and completion. Supports draft 7
 * and 2020-12.
 */
import { isObject } from '#lib/json/values.ts';
import { slowPattern } from '#lib/payload-schemas/patterns.ts';
import { Budget } from './budget.ts';
import { resolveRef, type SchemaNode, within } from './schema-ref.ts';

export type PathResult =
  | { known: true }
  | { known: false /** The first segment that does not exist. */; at: number; names: string[] };

/** A name or an index. `'*'` is a segment that is known only during a run. */
export type Segment = string | number;
const ANY = '*';

/** Maximum schemas that are read for one path. If more are needed, the path counts as legal. */
const MAX_SCHEMAS = 2_000;
const MAX_ALTERNATIVES = 40;

/**
 * Finds a path in a schema. A property without an entry in `properties` or `patternProperties` exists only if
 * `additionalProperties` is true or a schema, or if the schema does not mention properties at all. Lists have `first`,
 * `last`, `size` and `length`, texts `size` and `length`, objects `size`.
 */
export function pathInSchema(schema: unknown, path: readonly Segment[], budget?: Budget): PathResult {
  const end = walkPath([within(schema, schema)], path, budget);
  return end.state === 'closed' ? { known: false, at: end.at, names: [...new Set(end.names)] } : { known: true };
}

/** Returns the schemas of a path. Empty if the schemas do not contain the path, or allow any value there. */
export function nodesAt(start: readonly SchemaNode[], path: readonly Segment[]): readonly SchemaNode[] {
  const end = walkPath(start, path);
  return end.state === 'found' ? end.nodes : [];
}

/**
 * Returns the schemas with all their parts, which references and combinations add. Each schema occurs once, in the
 * order of the text. Conditional parts are included.
 */
export function partsOf(nodes: readonly SchemaNode[]): SchemaNode[] {
  const parts = new Map<object, SchemaNode>();
  const add = (node: SchemaNode) => {
    const { schema, root } = node;
    if (!isObject(schema) || parts.has(schema) || parts.size >= MAX_SCHEMAS) return;
    parts.set(schema, node);
    for (const target of targetsOf(schema, root)) add(target);
    const alternatives = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(listOf);
    for (const part of [...alternatives, ...sometimes(schema)]) add(within(part, root));
  };
  for (const node of nodes) add(node);
  return [...parts.values()];
}

type PathEnd =
  | { state: 'found'; nodes: readonly SchemaNode[] }
  /** Any value is allowed. */
  | { state: 'open' }
  | { state: 'closed'; at: number; names: readonly string[] };

function walkPath(start: readonly SchemaNode[], path: readonly Segment[], budget = new Budget()): PathEnd {
  let nodes = start;
  const walk: Walk = { left: MAX_SCHEMAS };
  for (const [at, segment] of path.entries()) {
    const before = walk.left;
    const step = anyOf(nodes, segment, walk, undefined);
    budget.spend(1 + (before - walk.left) * VISIT_COST);
    if (step.state === 'closed') return { state: 'closed', at, names: step.names };
    if (step.state !== 'found' || walk.left <= 0 || step.next.length === 0) return { state: 'open' };
    nodes = step.next.slice(0, MAX_ALTERNATIVES);
  }
  return { state: 'found', nodes };
}

/** Budget units for each visited schema. */
const VISIT_COST = 2;

interface Walk {
  left: number;
}

/** The schemas that references and combinations led to on the current path. A schema that occurs again is skipped. */
interface Seen {
  schema: unknown;
  before: Seen | undefined;
}

interface Step {
  /**
   * `open`: any value is allowed. `silent`: the schema does not mention the segment. `closed`: the schema excludes the
   * segment.
   */
  state: 'found' | 'open' | 'silent' | 'closed';
  next: readonly SchemaNode[];
  /** The names that exist at this place. */
  names: readonly string[];
}

const SILENT: Step = { state: 'silent', next: [], names: [] };
const OPEN: Step = { ...SILENT, state: 'open' };

/** Combines alternative schemas, of which at least one applies. */
function anyOf(nodes: readonly SchemaNode[], segment: Segment, walk: Walk, seen: Seen | undefined): Step {
  return either(nodes.map((node) => stepInto(node, segment, walk, seen)));
}

function either(steps: readonly Step[]): Step {
  const step = combined(steps, ['found', 'open', 'silent', 'closed']);
  const anything = steps.some(({ state, next }) => state === 'found' && next.length === 0);
  return anything ? { ...step, next: [] } : step;
}

/** Combines steps that all apply. */
function allOf(steps: readonly Step[]): Step {
  return combined(steps, ['found', 'open', 'closed', 'silent']);
}

/** Returns the first state of `order` that one of the steps has, with all schemas and names of the steps. */
function combined(steps: readonly Step[], order: readonly Step['state'][]): Step {
  if (steps.length === 1) return steps[0] as Step;
  const state = order.find((wanted) => steps.some((step) => step.state === wanted)) ?? 'silent';
  return { state, next: steps.flatMap(({ next }) => next), names: steps.flatMap(({ names }) => names) };
}

function stepInto({ schema, root }: SchemaNode, segment: Segment, walk: Walk, seen: Seen | undefined): Step {
  if (schema === false) return { ...SILENT, state: 'closed' };
  if (!isObject(schema) || isSeen(schema, seen) || walk.left-- <= 0) return SILENT;
  const visited = { schema, before: seen };
  const inner = (part: unknown) => within(part, root);
  const steps = [ownStep(schema, root, segment, walk)];
  for (const target of targetsOf(schema, root)) steps.push(stepInto(target, segment, walk, visited));
  for (const part of listOf(schema.allOf)) steps.push(stepInto(inner(part), segment, walk, visited));
  for (const group of [listOf(schema.anyOf), listOf(schema.oneOf)]) {
    if (group.length > 0) steps.push(anyOf(group.map(inner), segment, walk, visited));
  }
  // A conditional part may allow a path, but cannot make it illegal.
  for (const part of sometimes(schema)) {
    const step = stepInto(inner(part), segment, walk, visited);
    steps.push(step.state === 'closed' ? { ...step, state: 'silent' } : step);
  }
  return allOf(steps);
}

/** Returns the targets of this schema's own references. */
function targetsOf(schema: Record<string, unknown>, root: unknown): SchemaNode[] {
  return ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((key) => {
    const ref = schema[key];
    return (typeof ref === 'string' && resolveRef(ref, root)) || [];
  });
}

function isSeen(schema: unknown, seen: Seen | undefined): boolean {
  for (let at = seen; at; at = at.before) if (at.schema === schema) return true;
  return false;
}

function sometimes(schema: Record<string, unknown>): unknown[] {
  const dependent = isObject(schema.dependentSchemas) ? Object.values(schema.dependentSchemas) : [];
  return [schema.if, schema.then, schema.else, ...dependent].filter((part) => part !== undefined);
}

/** Returns the step of this schema's own keywords. */
function ownStep(schema: Record<string, unknown>, root: unknown, segment: Segment, walk: Walk): Step {
  const types = typesOf(schema);
  const steps: Step[] = [];
  if (!types || types.has('object')) steps.push(propertyStep(schema, root, segment, walk));
  if (types?.has('array')) steps.push(itemStep(schema, root, segment));
  if (types?.has('string')) steps.push(specialStep(segment, ['size', 'length']));
  if (types && steps.length === 0) steps.push(closed([]));
  return either(steps);
}

/**
 * Returns the allowed types. If `type` is absent, other keywords show whether lists or objects are meant. Undefined if
 * any type is allowed, or if the type is unknown.
 */
function typesOf({ type, items, prefixItems, properties }: Record<string, unknown>): Set<unknown> | undefined {
  const given = (Array.isArray(type) ? type : [type]).filter((one) => TYPES.has(one));
  if (given.length > 0) return new Set(given);
  const isList = items !== undefined || prefixItems !== undefined;
  return isList ? new Set(properties === undefined ? ['array'] : ['array', 'object']) : undefined;
}

const TYPES = new Set<unknown>(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function propertyStep(schema: Record<string, unknown>, root: unknown, segment: Segment, walk: Walk): Step {
  const properties = isObject(schema.properties) ? schema.properties : undefined;
  const patterns = isObject(schema.patternProperties) ? schema.patternProperties : undefined;
  const rest = schema.additionalProperties ?? schema.unevaluatedProperties;
  if (segment === ANY) return anyProperty(Object.values({ ...properties, ...patterns }), rest, root, schema);
  const name = String(segment);
  if (properties && Object.hasOwn(properties, name)) return found([within(properties[name], root)]);
  const patterned = Object.entries(patterns ?? {});
  if (patterned.length > MATCHED.patterns) return OPEN;
  walk.left -= patterned.length * MATCHED.cost;
  const matching = patterned.filter(([pattern]) => mayMatch(pattern, name));
  if (matching.length > 0) return found(matching.map(([, inner]) => within(inner, root)));
  if (name === 'size') return found([COUNT]);
  if (isObject(rest)) return found([within(rest, root)]);
  if (rest === true) return OPEN;
  return rest === false || properties || patterns ? closed(Object.keys(properties ?? {})) : SILENT;
}

function anyProperty(values: unknown[], rest: unknown, root: unknown, schema: Record<string, unknown>): Step {
  if (rest === true) return OPEN;
  if (isObject(rest)) return found([...values, rest].map((inner) => within(inner, root)));
  if (values.length > 0) return found(values.map((inner) => within(inner, root)));
  return rest === false || schema.properties !== undefined ? closed([]) : SILENT;
}

function itemStep(schema: Record<string, unknown>, root: unknown, segment: Segment): Step {
  const index = typeof segment === 'number' ? segment : /^-?\d+$/.test(segment) ? Number(segment) : undefined;
  if (index === undefined && segment !== ANY) {
    if (segment === 'first') return items(schema, root, 0);
    if (segment === 'last') return items(schema, root, undefined);
    return specialStep(segment, ['size', 'length', 'first', 'last']);
  }
  return items(schema, root, index);
}

/** @param index undefined for any item. */
function items(schema: Record<string, unknown>, root: unknown, index: number | undefined): Step {
  const tuple = Array.isArray(schema.items) ? schema.items : listOf(schema.prefixItems);
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items;
  const placed = index !== undefined && index >= 0 ? tuple.slice(index, index + 1) : tuple;
  const isTuple = index !== undefined && index >= 0 && placed.length > 0;
  const possible = isTuple || rest === undefined || rest === false ? placed : [...placed, rest];
  if (possible.length === 0) return rest === false ? closed([]) : found([]);
  const open = !isTuple && rest === undefined;
  return open ? found([]) : found(possible.map((inner) => within(inner, root)));
}

function specialStep(segment: Segment, names: string[]): Step {
  return names.includes(String(segment)) ? found([COUNT]) : closed(names);
}

const COUNT: SchemaNode = { schema: { type: 'integer' }, root: undefined };

/** Returns a found step. Without `next`, any value is allowed. */
function found(next: SchemaNode[]): Step {
  return { state: 'found', next: next.some(({ schema }) => schema === true) ? [] : next, names: [] };
}

function closed(names: string[]): Step {
  return { state: 'closed', next: [], names };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Limits of pattern matching. A longer name or a slower pattern counts as a match. */
const MATCHED = { name: 64, repetitions: 2, patterns: 100, /** Counted in visited schemas. */ cost: 5 } as const;

function mayMatch(pattern: string, name: string): boolean {
  const regex = regexOf(pattern);
  if (!regex) return false;
  const repetitions = pattern.match(/[*+{]/g)?.length ?? 0;
  const takesLong = name.length > MATCHED.name || repetitions > MATCHED.repetitions || slowPattern(pattern);
  return takesLong ? true : regex.test(name);
}

function regexOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
