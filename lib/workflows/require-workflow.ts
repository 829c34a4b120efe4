import type { Ctx } from '#lib/api/context.ts';
import { type FoundWorkflow, findWorkflow, type WorkflowRecord } from './query.ts';
import { workflowReference } from './reference.ts';
import { workflowNotFound } from './validation.ts';

/**
 * Returns the workflow that an ID, a slug or a trigger identifier names.
 * @throws ApiError `not_found`.
 */
export async function requireWorkflow(
  { environmentId }: Pick<Ctx, 'environmentId'>,
  workflowId: string,
): Promise<WorkflowRecord> {
  const found = await findWorkflow(environmentId, workflowReference(workflowId));
  if (found === undefined) throw workflowNotFound(workflowId);
  return (JSON.parse(found) as FoundWorkflow).workflow;
}
