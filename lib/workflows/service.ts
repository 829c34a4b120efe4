import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { isId } from '#lib/api/wire.ts';
import { audit } from '#lib/audit-log/service.ts';
import { actorName, endRuns } from '#lib/events/end-runs.ts';
import { transaction } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { STEPS } from '#lib/steps/index.ts';
import { INTEGRATION_ISSUE_TYPES } from '#lib/steps/issues.ts';
import { idFromSlug } from '#lib/text/slug.ts';
import { type Authored, freeName, newDefinition, revised, shortened, withNewSteps } from './definition.ts';
import { integrationIssues } from './integration-issues.ts';
import {
  findWorkflow,
  type IssueFilter,
  isEnvironmentOf,
  selectActiveIntegrations,
  selectTags,
  selectWorkflows,
} from './query.ts';
import { workflowReference } from './reference.ts';
import { lockWorkflow, masked, saveNew, saveVersion, userIdOf } from './save.ts';
import type {
  CreateWorkflowBody,
  DuplicateWorkflowBody,
  GetWorkflowQuery,
  ListWorkflowsQuery,
  PatchWorkflowBody,
  Step,
  UpdateWorkflowBody,
  Workflow,
  WorkflowPage,
  WorkflowTags,
} from './schema.ts';
import { restoredSteps } from './secrets.ts';
import { copyUnauthored, identifiersLike, markDeleted } from './store.ts';
import { replyOf, workflowReply } from './text.ts';
import { changeSettings, NEW_SETTINGS } from './unversioned.ts';
import { assertValidWorkflow, workflowNotFound } from './validation.ts';
import { assertCurrentVersion } from './versions.ts';
import { workflowListItem } from './wire.ts';

/**
 * Finds one workflow by `_id`, trigger identifier or slug (spec 4.7).
 *
 * @throws ApiError `not_found`; `bad_request` for a malformed environment ID; `forbidden` for an environment that the
 * caller may not use.
 */
export async function getWorkflow(ctx: Ctx, workflowId: string, input: GetWorkflowQuery = {}): Promise<RawJson> {
  const environmentId = await chooseEnvironment(ctx, input.environmentId);
  const found = await findWorkflow(environmentId, workflowReference(workflowId));
  if (found === undefined) throw workflowNotFound(workflowId);
  return replyOf(ctx, found);
}

/**
 * Finds one step by `_id`, `stepId` or slug.
 * @throws ApiError `not_found`.
 */
export async function getStep(ctx: Ctx, workflowId: string, stepId: string): Promise<Step> {
  const { text } = await getWorkflow(ctx, workflowId);
  const { steps } = JSON.parse(text) as Workflow;
  const id = isId(stepId) ? stepId.toLowerCase() : idFromSlug('st', stepId);
  const step = steps.find((each) => each._id === id) ?? steps.find((each) => each.stepId === stepId);
  if (!step) throw new ApiError('not_found', 'Step cannot be found', { extra: { workflowId, stepId } });
  return step;
}

/** Lists the environment's workflows. `query` matches name and identifier, ignoring case. */
export async function listWorkflows(ctx: Ctx, input: ListWorkflowsQuery): Promise<WorkflowPage> {
  const issues = input.issueType && (await issueFilter(ctx, input.issueType));
  const { totalCount, workflows, integrations } = await selectWorkflows(ctx.environmentId, input, issues);
  return { totalCount, workflows: workflows.map((workflow) => workflowListItem(workflow, integrations)) };
}

/** Lists every tag in use, with its number of workflows. */
export async function listTags(ctx: Ctx): Promise<WorkflowTags> {
  return { tags: await selectTags(ctx.environmentId) };
}

/**
 * Stores a new workflow.
 * @throws ApiError `unprocessable`, on `workflowId` if the identifier is taken.
 */
export async function createWorkflow(ctx: Ctx, body: CreateWorkflowBody): Promise<RawJson> {
  assertValidWorkflow(body, []);
  return transaction(async () => {
    const definition = newDefinition(body);
    restoredSteps(definition.steps, []);
    const id = (await saveNew(ctx, definition, 'create')) ?? identifierTaken();
    await changeSettings(ctx, { id, name: body.name, ...NEW_SETTINGS }, body);
    return workflowReply(ctx, id);
  });
}

/**
 * Changes the authored part of a workflow. Saves of one workflow run one after another. Each save that changes
 * something creates a version.
 *
 * @param ifMatch the request's If-Match.
 * @throws ApiError `not_found`; `precondition_failed` if the workflow changed in the meantime; `unprocessable`.
 */
export async function updateWorkflow(
  ctx: Ctx,
  workflowId: string,
  { origin: _, ...body }: UpdateWorkflowBody,
  ifMatch?: string,
): Promise<RawJson> {
  return change(ctx, workflowId, { body, ifMatch, action: 'workflows.update' });
}

/**
 * Changes single fields of a workflow.
 *
 * @param ifMatch the request's If-Match.
 * @throws ApiError `not_found`; `precondition_failed` if the workflow changed in the meantime; `unprocessable`.
 */
export async function patchWorkflow(
  ctx: Ctx,
  workflowId: string,
  body: PatchWorkflowBody,
  ifMatch?: string,
): Promise<RawJson> {
  return change(ctx, workflowId, { body, ifMatch, action: 'workflows.patch' });
}

async function change(
  ctx: Ctx,
  workflowId: string,
  { body, ifMatch, action }: { body: Authored; ifMatch: string | undefined; action: string },
): Promise<RawJson> {
  return transaction(async () => {
    const locked = await lockWorkflow(ctx, workflowId);
    await assertCurrentVersion(ctx, locked, ifMatch);
    if (body.workflowId !== undefined && body.workflowId !== locked.definition.workflowId) {
      throw fieldError('workflowId', 'cannot be changed, because triggers use it to find the workflow');
    }
    assertValidWorkflow(body, locked.definition.steps);
    const written = revised(locked.definition, body);
    const definition = { ...written, steps: restoredSteps(written.steps, locked.definition.steps) };
    await saveVersion(ctx, locked, definition, { cause: 'update', action });
    await changeSettings(ctx, locked.record, body);
    return workflowReply(ctx, locked.record.id);
  });
}

/**
 * Deletes a workflow. It can no longer be found, and its identifier becomes free. History and preferences that refer to
 * it stay.
 *
 * @param ifMatch the request's If-Match.
 * @throws ApiError `not_found`; `precondition_failed` if the workflow changed in the meantime.
 */
export async function deleteWorkflow(ctx: Ctx, workflowId: string, ifMatch?: string): Promise<void> {
  await retryDeadlock(() => transaction(() => removeWorkflow(ctx, workflowId, ifMatch)));
}

async function removeWorkflow(ctx: Ctx, workflowId: string, ifMatch: string | undefined): Promise<void> {
  const locked = await lockWorkflow(ctx, workflowId);
  await assertCurrentVersion(ctx, locked, ifMatch);
  const at = new Date();
  await markDeleted(ctx.environmentId, locked.record.id, { userId: userIdOf(ctx), at });
  const reason = reasonFor('workflow_deleted', { actor: actorName(ctx.actor), at: at.toISOString() });
  await endRuns(ctx.environmentId, { workflowId: locked.record.id }, reason, at);
  await audit(ctx, {
    action: 'workflows.delete',
    resourceType: 'workflows',
    resourceId: locked.record.id,
    resourceLabel: locked.record.name,
    before: masked(locked.definition),
  });
}

/**
 * Stores an inactive copy under another name and identifier.
 *
 * @throws ApiError `not_found`; `unprocessable` if the identifier is taken.
 */
export async function duplicateWorkflow(ctx: Ctx, workflowId: string, body: DuplicateWorkflowBody): Promise<RawJson> {
  return transaction(async () => {
    const { record, definition } = await lockWorkflow(ctx, workflowId);
    const prefix = `${shortened(definition.workflowId, 240)}-copy`;
    const taken = await identifiersLike(ctx.environmentId, prefix);
    const copy = {
      ...withNewSteps(definition),
      name: body.name ?? `${shortened(definition.name, 240)} (copy)`,
      workflowId: body.workflowId ?? freeName(prefix, (candidate) => taken.has(candidate)),
      active: false,
    };
    const id = (await saveNew(ctx, copy, 'duplicate')) ?? identifierTaken();
    await copyUnauthored({ ...ctx, id: record.id }, { ...ctx, id });
    await changeSettings(ctx, { id, name: copy.name, ...NEW_SETTINGS }, record);
    return workflowReply(ctx, id);
  });
}

function identifierTaken(): never {
  throw fieldError('workflowId', 'Already in use: choose another identifier');
}

/**
 * Returns the filter for issue types. Integration issues depend on current integrations, so the filter lists the step
 * types that have such issues.
 */
async function issueFilter(ctx: Ctx, wanted: readonly string[]): Promise<IssueFilter> {
  const ofIntegrations: readonly string[] = INTEGRATION_ISSUE_TYPES;
  if (!wanted.some((type) => ofIntegrations.includes(type))) return { content: wanted, stepTypes: [] };
  const integrations = await selectActiveIntegrations(ctx.environmentId);
  const stepTypes = Object.keys(STEPS).filter((type) =>
    integrationIssues(type, integrations)?.[type]?.some(({ issueType }) => wanted.includes(issueType)),
  );
  return { content: wanted, stepTypes };
}

async function chooseEnvironment(ctx: Ctx, named: string | undefined): Promise<string> {
  const environmentId = named?.toLowerCase() ?? ctx.environmentId;
  if (environmentId === ctx.environmentId) return environmentId;
  if (ctx.actor.type === 'apiKey') {
    throw new ApiError('forbidden', 'An API key is scoped to a single environment and cannot name another one');
  }
  if (!isId(environmentId)) throw new ApiError('bad_request', `Invalid environment ID format: ${named}`);
  if (await isEnvironmentOf(ctx.organizationId, environmentId)) return environmentId;
  throw new ApiError('forbidden', 'You have no access to this environment');
}
