import type { WorkflowDefinition } from './version-schema.ts';

/**
 * Returns the workflow after restoring the content of an earlier version. Its identifier and `active` are not content and
 * stay unchanged, because a rollback in an incident must not switch delivery off or on.
 */
export function restored(version: WorkflowDefinition, current: WorkflowDefinition): WorkflowDefinition {
  return { ...version, workflowId: current.workflowId, active: current.active };
}
