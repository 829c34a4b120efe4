import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isId } from '#lib/api/wire.ts';
import { type FoundWorkflow, findWorkflow, isEnvironmentOf, selectWorkflows } from './query.ts';
import { workflowReference } from './reference.ts';
import type { GetWorkflowQuery, ListWorkflowsQuery, WorkflowPage } from './schema.ts';
import { workflowListItem, workflowWire } from './wire.ts';

/**
 * Spec 4.7: one workflow by `_id`, trigger identifier or slug, as the JSON text of a Workflow.
 *
 * @throws ApiError `not_found`; `bad_request` for a malformed environment id, `forbidden` for one the caller has no access to.
 */
export async function getWorkflow(ctx: Ctx, workflowId: string, input: GetWorkflowQuery = {}): Promise<string> {
  const environmentId = await chooseEnvironment(ctx, input.environmentId);
  const found = await findWorkflow(environmentId, workflowReference(workflowId));
  if (found === undefined) throw new ApiError('not_found', 'Workflow cannot be found', { extra: { workflowId } });
  return wireText(found);
}

/** The environment's workflows as GET /v2/workflows shows them. `query` matches name and identifier whatever the case. */
export async function listWorkflows(ctx: Ctx, input: ListWorkflowsQuery): Promise<WorkflowPage> {
  const { totalCount, workflows, integrations } = await selectWorkflows(ctx.environmentId, input);
  return { totalCount, workflows: workflows.map((workflow) => workflowListItem(workflow, integrations)) };
}

async function chooseEnvironment(ctx: Ctx, named: string | undefined): Promise<string> {
  const environmentId = named?.toLowerCase() ?? ctx.environmentId;
  if (environmentId === ctx.environmentId) return environmentId;
  if (ctx.actor.type === 'apiKey') {
    throw new ApiError('forbidden', 'An API key is scoped to a single environment and cannot name another one');
  }
  if (!isId(environmentId)) throw new ApiError('bad_request', `Invalid environment ID format: ${named}`);
  if (await isEnvironmentOf(ctx.organizationId, environmentId)) return environmentId;
  throw new ApiError('forbidden', 'You have no access to this environment.');
}

/**
 * The wire forms last made, by what was found, of which they are a pure function: making one costs more than finding it.
 * Bounded in number and size; the oldest go first.
 */
const madeTexts = new Map<string, string>();
const MAX_MADE_TEXTS = 200;
const MAX_FOUND_LENGTH = 50_000;

function wireText(found: string): string {
  const known = madeTexts.get(found);
  if (known !== undefined) return known;
  const text = JSON.stringify(workflowWire(JSON.parse(found) as FoundWorkflow));
  if (found.length > MAX_FOUND_LENGTH) return text;
  if (madeTexts.size >= MAX_MADE_TEXTS) madeTexts.delete(madeTexts.keys().next().value as string);
  madeTexts.set(found, text);
  return text;
}
