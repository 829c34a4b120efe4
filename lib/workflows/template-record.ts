import type { Ctx } from '#lib/api/context.ts';
import type { StepFilter } from '#lib/integrations/schema.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { effectiveChannels, resolveDefaults } from '#lib/preferences/effective.ts';
import type { WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import { type Reader, shownTo } from './secrets.ts';
import type { TemplateStep, WorkflowTemplate } from './template.ts';

/**
 * Returns the workflow record that a message embeds (spec 2.10), with the workflow's current data, even if it is deleted.
 * Undefined if the environment has no such workflow.
 *
 * @param workflowId Workflow.id
 */
export async function workflowTemplateRecord(ctx: Ctx, workflowId: string): Promise<WorkflowTemplate | undefined> {
  const row = await prisma().workflow.findFirst({
    where: { environmentId: ctx.environmentId, id: workflowId },
    include,
  });
  return row ? templateWire(row, ctx) : undefined;
}

const include = {
  notificationGroup: true,
  steps: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.WorkflowInclude;

type TemplateRow = Prisma.WorkflowGetPayload<{ include: typeof include }>;
type StepRow = TemplateRow['steps'][number];

function templateWire(row: TemplateRow, ctx: Ctx): WorkflowTemplate {
  const preferences = resolveDefaults({
    defaultPreferences: row.defaultPreferences as WorkflowPreferences,
    userPreferences: row.userPreferences as WorkflowPreferences | null,
  });
  const scope = { _environmentId: row.environmentId, _organizationId: ctx.organizationId };
  return {
    _id: row.id,
    ...scope,
    _creatorId: row.createdById ?? '',
    _notificationGroupId: row.notificationGroupId,
    name: row.name,
    description: row.description,
    active: row.active,
    draft: false,
    preferenceSettings: effectiveChannels(preferences, CHANNELS),
    critical: preferences.isCritical,
    tags: row.tags,
    steps: row.steps.map((step) => stepWire(step, ctx)),
    triggers: [
      {
        type: 'event',
        identifier: row.identifier,
        variables: payloadVariables(row.payloadSchema as JsonObject | null),
      },
    ],
    notificationGroup: {
      _id: row.notificationGroupId,
      ...scope,
      name: row.notificationGroup.name,
    },
    deleted: row.deletedAt !== null,
    deletedAt: row.deletedAt?.toISOString() ?? '',
    deletedBy: row.deletedById ?? '',
  };
}

function stepWire(step: StepRow, reader: Reader): TemplateStep {
  return {
    _id: step.id,
    _templateId: step.id,
    uuid: step.stepId,
    name: step.name,
    active: step.active,
    shouldStopOnFail: step.shouldStopOnFail,
    template: {
      _id: step.id,
      type: step.type,
      stepId: step.stepId,
      name: step.name,
      controls: shownTo(reader, step.type, step.controlValues as JsonObject),
    },
    filters: step.filters as unknown as StepFilter[],
    variants: [],
  };
}

/** Returns the top-level property names of the payload schema. */
function payloadVariables(schema: JsonObject | null): { name: string }[] {
  const properties = schema?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).map((name) => ({ name })) : [];
}
