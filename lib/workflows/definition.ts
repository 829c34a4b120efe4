import { newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { STEPS, type WorkflowStepType } from '#lib/steps/index.ts';
import { slugify } from '#lib/text/slug.ts';
import type { StepRecord, WorkflowRecord } from './query.ts';
import type { PreferenceLayer, StepBody, UpdateWorkflowBody } from './schema.ts';
import type { StepContent, WorkflowDefinition } from './version-schema.ts';

/** The fields that a caller sets on a workflow. Undefined fields stay unchanged. */
export type Authored = Partial<Omit<UpdateWorkflowBody, 'origin'>>;

/** The defaults of a new workflow. */
const FRESH: Omit<WorkflowDefinition, 'workflowId' | 'name'> = {
  description: '',
  tags: [],
  active: false,
  validatePayload: false,
  payloadSchema: null,
  isTranslationEnabled: false,
  severity: 'none',
  preferences: { user: null, workflow: completeLayer({}) },
  steps: [],
};

/** Returns the authored part of a stored workflow. */
export function definitionOf(workflow: WorkflowRecord): WorkflowDefinition {
  return plain({
    workflowId: workflow.identifier,
    name: workflow.name,
    description: workflow.description,
    tags: workflow.tags,
    active: workflow.active,
    validatePayload: workflow.validatePayload,
    payloadSchema: workflow.payloadSchema,
    isTranslationEnabled: workflow.isTranslationEnabled,
    severity: workflow.severity,
    preferences: {
      user: workflow.userPreferences && completeLayer(workflow.userPreferences),
      workflow: completeLayer(workflow.defaultPreferences),
    },
    steps: workflow.steps.filter(isAuthored).map(stepContentOf),
  });
}

/** Returns the definition of a new workflow. `newStepId` creates the `_id` of each step. */
export function newDefinition(
  body: Authored & { name: string; workflowId: string },
  newStepId: () => string = newId,
): WorkflowDefinition {
  return revised({ ...FRESH, name: body.name, workflowId: body.workflowId }, body, newStepId);
}

/** Returns `current` changed by `body`. The steps come from the body, in its order, matched as `StepBody` describes. */
export function revised(
  current: WorkflowDefinition,
  body: Authored,
  newStepId: () => string = newId,
): WorkflowDefinition {
  const {
    steps,
    preferences,
    isSensitive: _sensitive,
    isTracked: _tracked,
    resendWithinHours: _hours,
    ...fields
  } = body;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return plain({
    ...current,
    ...given,
    workflowId: current.workflowId,
    preferences: {
      user: preferences?.user === undefined ? current.preferences.user : preferences.user,
      workflow: workflowLayer(preferences?.workflow, current.preferences.workflow),
    },
    steps: steps ? revisedSteps(current.steps, steps, newStepId) : current.steps,
  });
}

/** Returns the definition with new step IDs, for a copy. */
export function withNewSteps(definition: WorkflowDefinition): WorkflowDefinition {
  return { ...definition, steps: definition.steps.map((step) => ({ ...step, _id: newId() })) };
}

/** Returns a layer of preferences with all fields of the wire. */
function completeLayer({ all, channels }: Partial<PreferenceLayer>): PreferenceLayer {
  return { all: { enabled: true, readOnly: false, ...all }, channels: channels ?? {} };
}

/** Returns for each written step the stored step with the same `_id`, otherwise the one with the same `stepId`. */
export function matchSteps(stored: readonly StepContent[], written: readonly StepBody[]): (StepContent | undefined)[] {
  const named = new Set(written.map((step) => step._id));
  return written.map(
    (step) =>
      stored.find((other) => other._id === step._id) ??
      stored.find((other) => step.stepId !== undefined && other.stepId === step.stepId && !named.has(other._id)),
  );
}

function revisedSteps(
  stored: readonly StepContent[],
  written: readonly StepBody[],
  newStepId: () => string,
): StepContent[] {
  const matches = matchSteps(stored, written);
  const taken = new Set(written.map((step, at) => step.stepId ?? matches[at]?.stepId));
  return written.map(({ stepId, name, type, controlValues }, at) => {
    const match = matches[at];
    const chosen = stepId ?? match?.stepId ?? freeStepId(name, type, taken);
    taken.add(chosen);
    const kept = match?.type === type ? match.controlValues : {};
    return {
      _id: match?._id ?? newStepId(),
      stepId: chosen,
      name,
      type,
      controlValues: { ...(STEPS[type] as StepType).draft, ...(controlValues ?? kept) },
    };
  });
}

/** Returns a free step ID: `welcome-email`, then `welcome-email-1` and so on. */
function freeStepId(name: string, type: string, taken: ReadonlySet<string | undefined>): string {
  return freeName(slugify(name) || slugify(type), (candidate) => taken.has(candidate));
}

/** Returns `name`, or the first free name of `name-1`, `name-2`, … The result never exceeds the length limit of names. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const base = shortened(name, 245);
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? base : `${base}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Returns the first characters of a text, without splitting a character. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

function workflowLayer(given: PreferenceLayer | null | undefined, current: PreferenceLayer): PreferenceLayer {
  if (given === undefined) return current;
  return given ?? FRESH.preferences.workflow;
}

type AuthoredStep = StepRecord & { type: WorkflowStepType };

function isAuthored(step: StepRecord): step is AuthoredStep {
  return isWorkflowStepType(step.type);
}

function stepContentOf({ id, stepId, name, type, controlValues }: AuthoredStep): StepContent {
  return { _id: id, stepId, name, type, controlValues };
}

/**
 * Returns the value in the form that it has after storing and reading: without undefined, and with normalised numbers.
 */
function plain<Value extends JsonObject>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
