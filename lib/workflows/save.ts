import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#lib/api/context.ts';
import { SOURCE_ENVIRONMENT } from '#lib/audit-log/changes.ts';
import { audit } from '#lib/audit-log/service.ts';
import { knownVariables } from '#lib/environment-variables/known.ts';
import { keepVariables } from '#lib/environment-variables/lock.ts';
import { newId } from '#lib/id.ts';
import { computeIssues } from './analysis.ts';
import { changedValues, changesBetween } from './changes.ts';
import { definitionOf } from './definition.ts';
import { assertLayoutsExist } from './layout-names.ts';
import { type FoundWorkflow, findWorkflow, type WorkflowRecord } from './query.ts';
import { type WorkflowReference, workflowReference } from './reference.ts';
import { stepsShownTo } from './secrets.ts';
import { insertWorkflow, lockWorkflowRow, updateWorkflow } from './store.ts';
import { workflowNotFound } from './validation.ts';
import type { WorkflowDefinition } from './version-schema.ts';
import { insertVersion, type VersionCause } from './version-store.ts';

/** A workflow that was read under its lock. */
export interface LockedWorkflow {
  record: WorkflowRecord;
  definition: WorkflowDefinition;
}

/**
 * Locks and reads the workflow that `workflowId` names, until the end of the transaction, so that saves of one workflow
 * run one after another.
 *
 * @throws ApiError `not_found`.
 */
export async function lockWorkflow(ctx: Ctx, workflowId: string): Promise<LockedWorkflow> {
  const locked = await lockIfExists(ctx, workflowReference(workflowId));
  if (!locked) throw workflowNotFound(workflowId);
  return locked;
}

/** Like `lockWorkflow`, but undefined if the workflow does not exist. */
export async function lockIfExists(ctx: Ctx, reference: WorkflowReference): Promise<LockedWorkflow | undefined> {
  await keepVariables(ctx.organizationId);
  const locked = await lockWorkflowRow(ctx.environmentId, reference);
  // A separate statement after the lock sees the result of the save that the lock waited for.
  const found = locked && (await findWorkflow(ctx.environmentId, { id: locked.id, identifier: '' }));
  if (found === undefined) return undefined;
  const { workflow } = JSON.parse(found) as FoundWorkflow;
  return { record: workflow, definition: definitionOf(workflow) };
}

/**
 * Stores a new workflow with its first version and the audit record, inside a transaction.
 *
 * @param source the name of the environment that the content was copied from.
 * @returns the workflow's ID, or undefined if the identifier is taken in the environment.
 * @throws ApiError `unprocessable` for a step that names a missing layout.
 */
export async function saveNew(
  ctx: Ctx,
  definition: WorkflowDefinition,
  cause: VersionCause,
  source?: string,
): Promise<string | undefined> {
  const { environmentId, organizationId } = ctx;
  await keepVariables(organizationId);
  await assertLayoutsExist(environmentId, { steps: definition.steps, stored: [], cause });
  const at = new Date();
  const id = newId(at);
  const computed = computeIssues(definition, await knownVariables(environmentId));
  const write = { environmentId, id, definition, computed, userId: userIdOf(ctx), at };
  if (!(await insertWorkflow(write))) return undefined;
  await insertVersion({ environmentId, workflowId: id, version: 1, cause, definition, at }, ctx.actor);
  await audit(ctx, {
    action: `workflows.${cause}`,
    resourceType: 'workflows',
    resourceId: id,
    resourceLabel: definition.name,
    ...withSource({ after: masked(definition) }, source),
  });
  return id;
}

/**
 * Stores `definition` as the next version of a locked workflow, with an audit record of the changes. Writes nothing if
 * the definition is unchanged.
 *
 * @throws ApiError `unprocessable` for a step that newly names a missing layout.
 */
export async function saveVersion(
  ctx: Ctx,
  { record, definition: before }: LockedWorkflow,
  definition: WorkflowDefinition,
  { cause, action = `workflows.${cause}`, source }: { cause: VersionCause; action?: string; source?: string },
): Promise<void> {
  if (isDeepStrictEqual(before, definition)) return;
  const { environmentId } = ctx;
  await assertLayoutsExist(environmentId, { steps: definition.steps, stored: before.steps, cause });
  const at = new Date();
  const { id } = record;
  const computed = computeIssues(definition, await knownVariables(environmentId));
  const version = await updateWorkflow({ environmentId, id, definition, computed, userId: userIdOf(ctx), at });
  await insertVersion({ environmentId, workflowId: id, version, cause, definition, at }, ctx.actor);
  await audit(ctx, {
    action,
    resourceType: 'workflows',
    resourceId: id,
    resourceLabel: definition.name,
    ...withSource(changedValues(changesBetween(masked(before), masked(definition))), source),
  });
}

/** Adds the environment that the content was copied from, by name. */
function withSource<State extends { after?: unknown }>(state: State, source: string | undefined): State {
  return source === undefined
    ? state
    : { ...state, after: { ...(state.after as object), [SOURCE_ENVIRONMENT]: source } };
}

/** Masks secrets for the audit log, because more people can read the audit log than the credentials. */
export function masked(definition: WorkflowDefinition): WorkflowDefinition {
  return { ...definition, steps: stepsShownTo('everyone', definition.steps) };
}

/** Returns the user to store as author: a person, never an API key. */
export function userIdOf({ actor }: Ctx): string | null {
  return actor.type === 'user' ? actor.userId : null;
}
