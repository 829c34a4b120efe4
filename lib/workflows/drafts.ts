import type { Ctx } from '#lib/api/context.ts';
import { type KnownVariables, knownVariables } from '#lib/environment-variables/known.ts';
import { shownValues } from '#lib/environment-variables/values.ts';
import { slugify } from '#lib/text/slug.ts';
import { computeIssues } from './analysis.ts';
import { definitionOf, newDefinition, revised } from './definition.ts';
import { type FoundWorkflow, findWorkflow, selectActiveIntegrations, type WorkflowRecord } from './query.ts';
import { workflowReference } from './reference.ts';
import type { UpdateWorkflowBody, Workflow } from './schema.ts';
import { assertValidWorkflow } from './validation.ts';
import type { WorkflowDefinition } from './version-schema.ts';
import { workflowWire } from './wire.ts';

/**
 * Returns the workflow that PUT would produce, with its issues and variables. Nothing is stored. New steps have
 * placeholder IDs, the same on every call. If `workflowId` is absent or unused, the result is a new workflow.
 *
 * @throws ApiError `unprocessable` as for PUT, except that missing layouts are allowed.
 */
export async function analyseDraft(ctx: Ctx, body: UpdateWorkflowBody): Promise<Workflow> {
  return workflowWire(ctx, await draftWorkflow(ctx, body));
}

/** Returns the draft in the form of a stored workflow. @throws ApiError as `analyseDraft`. */
export async function draftWorkflow(ctx: Ctx, { origin: _, ...body }: UpdateWorkflowBody): Promise<FoundWorkflow> {
  const found = body.workflowId && (await findWorkflow(ctx.environmentId, workflowReference(body.workflowId)));
  const stored = found ? (JSON.parse(found) as FoundWorkflow) : undefined;
  const current = stored && definitionOf(stored.workflow);
  assertValidWorkflow(body, current?.steps ?? []);
  let made = 0;
  const newStepId = () => placeholderId(++made);
  const identifier = body.workflowId ?? (slugify(body.name) || 'workflow');
  const definition = current
    ? revised(current, body, newStepId)
    : newDefinition({ ...body, workflowId: identifier }, newStepId);
  return {
    workflow: recordOf(definition, stored?.workflow, await knownVariables(ctx.environmentId)),
    integrations: stored?.integrations ?? (await selectActiveIntegrations(ctx.environmentId)),
    envKeys: stored?.envKeys ?? Object.keys(await shownValues(ctx.environmentId)),
  };
}

function placeholderId(number: number): string {
  return number.toString(16).padStart(24, '0');
}

function recordOf(
  definition: WorkflowDefinition,
  stored: WorkflowRecord | undefined,
  variables: KnownVariables,
): WorkflowRecord {
  const { workflowId, preferences, steps, ...fields } = definition;
  const computed = computeIssues(definition, variables);
  return {
    ...(stored ?? unstored()),
    ...fields,
    identifier: workflowId,
    userPreferences: preferences.user,
    defaultPreferences: preferences.workflow,
    issues: computed.issues ?? null,
    steps: steps.map(({ _id, ...step }, at) => ({
      ...step,
      id: _id,
      controlIssues: (computed.steps[at] ?? null) as WorkflowRecord['steps'][number]['controlIssues'],
    })),
  };
}

function unstored() {
  const now = new Date().toISOString();
  return {
    id: placeholderId(0),
    version: 0,
    isSensitive: false,
    resendWithinHours: null,
    isTracked: false,
    origin: 'svc-cloud',
    createdAt: now,
    updatedAt: now,
    updatedBy: null,
    lastPublishedAt: null,
    lastPublishedBy: null,
    lastTriggeredAt: null,
  };
}
