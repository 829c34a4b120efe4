import type { WorkflowDefinition } from './schema.ts';

/**
 * What a workflow is after the content of an earlier version is restored: whether it is active, and its identifier, are
 * no content and stay unchanged. A rollback in an incident must not switch delivery off or on.
 */
export function restored(version: WorkflowDefinition, current: WorkflowDefinition): WorkflowDefinition {
  return { ...version, workflowId: current.workflowId, active: current.active };
}
