import type { JsonObject } from '#lib/api/text.ts';
import { changesBetween } from '#lib/workflows/changes.ts';
import type { Change, Workflow, WorkflowDefinition } from '#lib/workflows/schema.ts';

/** What copying `source` over `target` changes there. Steps are the same when they have the same `stepId`. */
export function copyDifference(source: Workflow, target: Workflow): Change[] {
  return changesBetween(definitionOf(target), definitionOf(source));
}

/** The authored part of a workflow as the API shows it. */
function definitionOf(workflow: Workflow): WorkflowDefinition {
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
  };
}
