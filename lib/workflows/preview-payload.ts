/** The data of a preview: sample data, overlaid with the caller's values. */

import { conditionProblems } from '#lib/conditions/check.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isObject } from '#lib/json/values.ts';
import { previewLinks } from '#lib/recipient-page/links.ts';
import type { LayoutBody } from '#lib/rendering/mail.ts';
import { TimeLimitError, withinRepeatedWork } from '#lib/rendering/within-time.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { stepType } from '#lib/steps/index.ts';
import { type EarlierStep, resultSchema } from '#lib/steps/variables.ts';
import { payloadExample } from './payload-example.ts';
import type { PreviewPayload } from './preview-schema.ts';
import type { WorkflowRecord } from './query.ts';
import { sampleFor } from './sample-values.ts';
import { withWindows } from './sample-windows.ts';
import { type ValueUse, valueUses } from './template-uses.ts';

export interface PreviewSource {
  workflow: Pick<WorkflowRecord, 'payloadSchema'>;
  definition: StepType;
  controls: JsonObject;
  earlier: readonly EarlierStep[];
  layout?: LayoutBody | undefined;
  given: PreviewPayload;
  /** The subscriber that the caller named. Undefined if there is none. */
  subscriber?: JsonObject | undefined;
}

/** All data for the templates except the workflow: `previewPayloadExample` in the response. */
export interface PreviewData {
  subscriber: JsonObject;
  payload: JsonObject;
  steps: JsonObject;
  context: JsonObject;
}

/**
 * Returns sample values for everything that the step may read. The payload follows its schema, otherwise the templates.
 * Results of earlier steps follow their schemas. The caller's values win: objects are merged, other values are
 * replaced.
 */
export async function previewData(source: PreviewSource): Promise<PreviewData> {
  const { workflow, definition, controls, layout, given } = source;
  const uses = await usesIn(definition, controls, layout);
  const payload = merged(samplePayload(workflow, source.earlier, uses), given.payload);
  return {
    subscriber: merged(source.subscriber ?? sampleSubscriber(uses), given.subscriber),
    payload,
    steps: merged(sampleResults(source.earlier, workflow, payload), given.steps),
    context: merged(sampleContext(uses), contextsOf(given.context)),
  };
}

/**
 * Milliseconds for reading the templates. Together with rendering, this is less than the time for which one request may
 * block other requests.
 */
const USES_TIME = 10;

/**
 * Returns the values that the templates read. Empty if reading takes too long; the rendering then reports the reason.
 */
async function usesIn(definition: StepType, controls: JsonObject, layout: LayoutBody | undefined): Promise<ValueUse[]> {
  try {
    return await withinRepeatedWork(USES_TIME, () => valueUses(definition, controls, layout));
  } catch (error) {
    if (error instanceof TimeLimitError) return [];
    throw error;
  }
}

/** A step of a workflow, with the layout of its email. */
export interface ReadingStep extends EarlierStep {
  layout?: LayoutBody | undefined;
}

/**
 * Returns a payload for a trigger of the workflow. It follows the payload schema. Without a schema, it has a value for
 * everything that templates and skip rules read.
 */
export async function triggerPayload(
  workflow: PreviewSource['workflow'],
  steps: readonly ReadingStep[],
): Promise<{ payload: JsonObject; from: 'schema' | 'templates' }> {
  const uses: ValueUse[] = [];
  for (const { type, controls, layout } of steps) {
    uses.push(...(await stepUses(stepType(type), controls, layout)));
  }
  const from = payloadExample(workflow.payloadSchema) ? 'schema' : 'templates';
  return { payload: withWindows(samplePayload(workflow, steps, uses), steps, new Date()), from };
}

/** Returns every value that the templates and the skip rule of a step read. */
export async function stepUses(
  definition: StepType,
  controls: JsonObject,
  layout: LayoutBody | undefined,
): Promise<ValueUse[]> {
  return [...(await usesIn(definition, controls, layout)), ...skipUses(controls)];
}

function skipUses({ skip }: JsonObject): ValueUse[] {
  const uses: ValueUse[] = [];
  if (isObject(skip)) conditionProblems(skip, (path) => void uses.push({ path, kind: 'text' }));
  return uses;
}

/** Returns the variables of a preview: its data, the workflow, and an actor. */
export function previewVariables(
  data: PreviewData,
  workflow: Readonly<Pick<WorkflowRecord, 'identifier' | 'name' | 'description' | 'severity'>> & {
    tags: readonly string[];
  },
): JsonObject {
  const { identifier, name, description, tags, severity } = workflow;
  const actor = sampleSubscriber([]);
  return {
    ...data,
    ...previewLinks(),
    actor,
    tenant: {},
    workflow: { workflowId: identifier, name, description, tags, severity },
  };
}

function samplePayload(
  workflow: PreviewSource['workflow'],
  earlier: readonly EarlierStep[],
  uses: readonly ValueUse[],
): JsonObject {
  const example = payloadExample(workflow.payloadSchema);
  if (example) return example;
  const ofEvents = earlier.map(({ stepId }) => sampleFor(['steps', stepId, 'events', '*', 'payload'], uses));
  return ofEvents.reduce<JsonObject>((payload, events) => merged(events, payload), sampleFor(['payload'], uses));
}

function sampleSubscriber(uses: readonly ValueUse[]): JsonObject {
  return {
    subscriberId: 'jane-doe',
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@example.com',
    phone: '+15555550123',
    avatar: 'https://example.com/jane.png',
    locale: 'en_US',
    timezone: 'UTC',
    isOnline: false,
    lastOnlineAt: '2026-01-15T09:30:00.000Z',
    data: sampleFor(['subscriber', 'data'], uses),
  };
}

/**
 * Returns sample results by step, according to their JSON Schemas. If an external service decides the result, the sample
 * contains the values that the templates read.
 */
function sampleResults(
  earlier: readonly EarlierStep[],
  workflow: PreviewSource['workflow'],
  payload: JsonObject,
): JsonObject {
  const results = earlier.map(({ stepId, type, controls }) => {
    const definition = stepType(type);
    const sample = definition.sample?.({ controls, payload });
    return [
      stepId,
      sample ?? payloadExample(resultSchema(type, controls, workflow.payloadSchema ?? {})) ?? {},
    ] as const;
  });
  return Object.fromEntries(results);
}

/** Returns every context that the templates read, by type. */
function sampleContext(uses: readonly ValueUse[]): JsonObject {
  const types = uses.flatMap(({ path: [root, type] }) =>
    root === 'context' && typeof type === 'string' && type !== '*' ? [type] : [],
  );
  const contexts = [...new Set(types)].map((type) => {
    const { data } = sampleFor(['context', type], uses);
    return [type, { id: type, data: isObject(data) ? data : {} }] as const;
  });
  return Object.fromEntries(contexts);
}

/** Returns the given contexts as objects. A caller may write a context as its ID alone. */
function contextsOf(given: PreviewPayload['context']): JsonObject {
  const entries = Object.entries(given ?? {}).map(
    ([type, context]) => [type, typeof context === 'string' ? { id: context } : context] as const,
  );
  return Object.fromEntries(entries);
}

/** Maximum depth of merging. Deeper objects are replaced. */
const MAX_DEPTH = 30;

/** Merges objects; other values of `over` replace the values of `under`, except undefined. */
function merged(under: JsonObject, over: JsonObject | undefined, depth = 0): JsonObject {
  const result = new Map<string, unknown>(Object.entries(under));
  for (const [key, value] of Object.entries(over ?? {})) {
    const below = result.get(key);
    const isDeeper = isObject(below) && isObject(value) && depth < MAX_DEPTH;
    if (value !== undefined) result.set(key, isDeeper ? merged(below, value, depth + 1) : value);
  }
  return Object.fromEntries(result);
}
