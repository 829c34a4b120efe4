import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { authoredOf } from '#lib/workflows/authored.ts';
import type { WorkflowWriteBody } from '#lib/workflows/client.ts';
import type { PreferenceLayer, Workflow } from '#lib/workflows/schema.ts';
import type { Severity } from '#lib/workflows/severity.ts';

/** A step in the editor. `stepId` identifies the step, even before the step is stored. */
export interface DraftStep {
  readonly stepId: string;
  readonly name: string;
  readonly type: WorkflowStepType;
  readonly controls: JsonObject;
}

/** The part of a workflow that a save stores. */
export interface WorkflowDefinition {
  readonly workflowId: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly active: boolean;
  readonly severity: Severity;
  readonly validatePayload: boolean;
  readonly payloadSchema: JsonObject | null;
  readonly isTranslationEnabled: boolean;
  /** The settings of the dashboard, which override `defaultPreferences`. */
  readonly preferences: PreferenceLayer | null;
  readonly defaultPreferences: PreferenceLayer;
  readonly steps: readonly DraftStep[];
}

/** Returns the part of a workflow that can be edited. */
export function definitionOf(workflow: Workflow): WorkflowDefinition {
  const { preferences, steps, ...fields } = authoredOf(workflow);
  return {
    ...fields,
    preferences: preferences.user,
    defaultPreferences: preferences.workflow,
    steps: steps.map(({ stepId, name, type, controlValues }) => ({ stepId, name, type, controls: controlValues })),
  };
}

/** Returns the body of PUT. Steps are recognised by their `stepId` and keep their IDs. */
export function writeBodyOf(definition: WorkflowDefinition): WorkflowWriteBody {
  const { preferences, defaultPreferences, steps, tags, ...rest } = definition;
  return {
    ...rest,
    tags: [...tags],
    preferences: { user: preferences, workflow: defaultPreferences },
    steps: steps.map(({ stepId, name, type, controls }) => ({ stepId, name, type, controlValues: controls })),
  };
}

/** Whether two JSON values are equal. A key with the value undefined counts as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [one as JsonObject, other as JsonObject];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => sameJson(left[key], right[key]));
}
