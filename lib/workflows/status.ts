import type { WorkflowStatus } from './schema.ts';

/**
 * Returns the status of a workflow (spec 2.8). Only issues of its steps' content cause ERROR; missing integrations and
 * issues of the workflow's own fields do not. The lists filter by the same rule in SQL (`query.ts`).
 */
export function workflowStatus(active: boolean, hasControlIssues: boolean): WorkflowStatus {
  if (!active) return 'INACTIVE';
  return hasControlIssues ? 'ERROR' : 'ACTIVE';
}
