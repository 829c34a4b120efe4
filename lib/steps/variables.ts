/** The variables that the controls of a step may use (spec 2.9, `variables`). */
import type { JsonObject } from '#lib/json/values.ts';
import { LINK_VARIABLES } from '#lib/recipient-page/links.ts';
import { stepType, type WorkflowStepType } from './index.ts';

/** A step that runs before the given step. */
export interface EarlierStep {
  stepId: string;
  type: WorkflowStepType;
  controls: JsonObject;
}

/**
 * Returns a JSON Schema of a step's variables: the subscriber, the payload, the results of earlier steps, the workflow,
 * the contexts, actor and tenant of the run, the environment variables, and the links to the recipient's page.
 *
 * @param payloadSchema the workflow's schema. Without one, the payload may contain anything.
 * @param envKeys the keys of environment variables that are known to have a value.
 */
export function variablesSchema(
  payloadSchema: JsonObject | null,
  earlier: readonly EarlierStep[],
  envKeys: readonly string[] = [],
): JsonObject {
  const payload = payloadSchema ? asPart(payloadSchema, 'payload') : ANY_OBJECT;
  const again = typeof payload.$id === 'string' ? { $ref: payload.$id } : payload;
  const results = earlier.map(({ stepId, type, controls }) => [
    stepId,
    asPart(resultSchema(type, controls, again), `steps.${stepId}`),
  ]);
  return {
    type: 'object',
    properties: {
      subscriber: SUBSCRIBER,
      payload,
      steps: closed(Object.fromEntries(results)),
      workflow: WORKFLOW,
      context: CONTEXT,
      actor: SUBSCRIBER,
      tenant: ANY_OBJECT,
      env: envSchema(envKeys),
      ...Object.fromEntries(LINK_VARIABLES.map((name) => [name, TEXT])),
    },
    additionalProperties: false,
  };
}

/** Allows unknown keys, because another environment may have further variables. */
function envSchema(keys: readonly string[]): JsonObject {
  const known = keys.length > 0 && { properties: Object.fromEntries(keys.map((key) => [key, TEXT])) };
  return { type: 'object', ...known, additionalProperties: TEXT };
}

const parts = new WeakMap<JsonObject, JsonObject>();

/**
 * Prepares a schema for embedding in another schema. With an identifier, its references still point into it, and a
 * second occurrence can be a reference to the first.
 */
function asPart(schema: JsonObject, id: string): JsonObject {
  const known = parts.get(schema);
  if (known) return known;
  const needsId = typeof schema.$id !== 'string' && refersWithin(schema);
  const part = needsId ? identified(schema, id) : schema;
  parts.set(schema, part);
  return part;
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Schemas without a reference to their own root or a path below it. */
const selfContained = new WeakSet<object>();

/**
 * Whether the schema contains a reference to its own root or a path below it. Each part is read once, even if it occurs
 * several times.
 */
function refersWithin(schema: JsonObject): boolean {
  const parts = new Set<object>([schema]);
  for (const part of parts) {
    if (selfContained.has(part)) continue;
    if (REFERENCES.some((key) => String((part as JsonObject)[key] ?? '').startsWith('#'))) return true;
    for (const inner of Object.values(part)) if (typeof inner === 'object' && inner !== null) parts.add(inner);
  }
  selfContained.add(schema);
  return false;
}

/**
 * Adds the identifier to a schema. A reference next to it moves into `allOf`, because some tools would resolve it
 * against the identifier's parent.
 */
function identified({ $ref, ...schema }: JsonObject, $id: string): JsonObject {
  const { allOf } = schema;
  return { $id, ...schema, ...($ref !== undefined && { allOf: [...(Array.isArray(allOf) ? allOf : []), { $ref }] }) };
}

/** Returns a JSON Schema of a step's result in the form in which later steps read it. */
export function resultSchema(type: WorkflowStepType, controls: JsonObject, payload: JsonObject): JsonObject {
  const step = stepType(type);
  return step.result?.({ controls, payload }) ?? closed({});
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', properties, additionalProperties: false };
}

const ANY_OBJECT: JsonObject = { type: 'object', additionalProperties: true };
const TEXT = { type: 'string' };
const OPTIONAL_TEXT = { type: ['string', 'null'] };

const SUBSCRIBER = closed({
  subscriberId: TEXT,
  firstName: OPTIONAL_TEXT,
  lastName: OPTIONAL_TEXT,
  email: OPTIONAL_TEXT,
  phone: OPTIONAL_TEXT,
  avatar: OPTIONAL_TEXT,
  locale: OPTIONAL_TEXT,
  timezone: OPTIONAL_TEXT,
  isOnline: { type: ['boolean', 'null'] },
  lastOnlineAt: { type: ['string', 'null'], format: 'date-time' },
  data: ANY_OBJECT,
});

const WORKFLOW = closed({
  workflowId: TEXT,
  name: TEXT,
  description: TEXT,
  tags: { type: 'array', items: TEXT },
  severity: TEXT,
});

/** Contexts by type. */
const CONTEXT: JsonObject = { type: 'object', additionalProperties: closed({ id: TEXT, data: ANY_OBJECT }) };
