import type { JsonObject } from '#lib/json/values.ts';
import type { Workflow } from './schema.ts';
import type { WorkflowDefinition } from './version-schema.ts';

/** Returns the authored part of a workflow from its API form. A missing field gets its default. */
export function authoredOf(workflow: Workflow) {
  return {
    workflowId: workflow.workflowId,
    name: workflow.name,
    description: workflow.description ?? '',
    tags: workflow.tags ?? [],
    active: workflow.active ?? workflow.status !== 'INACTIVE',
    validatePayload: workflow.validatePayload ?? false,
    payloadSchema: workflow.payloadSchema ?? null,
    isTranslationEnabled: workflow.isTranslationEnabled ?? false,
    severity: workflow.severity,
    preferences: { user: workflow.preferences.user ?? null, workflow: workflow.preferences.default },
    steps: workflow.steps.map(({ _id, stepId, name, type, controls }) => ({
      _id,
      stepId,
      name,
      type,
      controlValues: controls.values as JsonObject,
    })),
  } satisfies WorkflowDefinition;
}
