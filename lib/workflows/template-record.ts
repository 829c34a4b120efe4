import type { Ctx } from '#lib/api/context.ts';
import { query } from '#lib/db.ts';
import type { StepFilter } from '#lib/integrations/schema.ts';
import { isCritical, mergePreferences, type WorkflowPreferences } from '#lib/preferences/merge.ts';
import { CHANNELS } from '#lib/providers/channel.ts';
import type { ReplyCallback, StepMetadata, TemplateStep, WorkflowTemplate } from './template.ts';

/**
 * The workflow record that a message embeds (spec 2.10), of the workflow as it is now, deleted ones included; undefined when
 * the environment has no such workflow.
 *
 * @param workflowId Workflow.id
 */
export async function workflowTemplateRecord(ctx: Ctx, workflowId: string): Promise<WorkflowTemplate | undefined> {
  const [row] = await query<TemplateRow>(
    'workflows-template-record',
    `SELECT w.id, w.environment_id, w.identifier, w.name, w.description, w.active, w.draft, w.tags, w.data, w.payload_schema,
       w.default_preferences, w.user_preferences, w.parent_id, w.created_by_id, w.deleted_at, w.deleted_by_id,
       w.notification_group_id, g.name AS group_name, g.parent_id AS group_parent_id,
       coalesce((SELECT json_agg(s ORDER BY s.position, s.id) FROM workflow_steps s
         WHERE s.environment_id = $1 AND s.workflow_id = w.id), '[]') AS steps
     FROM workflows w JOIN notification_groups g ON g.environment_id = $1 AND g.id = w.notification_group_id
     WHERE w.environment_id = $1 AND w.id = $2`,
    [ctx.environmentId, workflowId],
  );
  return row && templateWire(row, ctx.organizationId);
}

interface TemplateRow {
  id: string;
  environment_id: string;
  identifier: string;
  name: string;
  description: string;
  active: boolean;
  draft: boolean;
  tags: string[];
  data: Record<string, unknown> | null;
  payload_schema: Record<string, unknown> | null;
  default_preferences: WorkflowPreferences;
  user_preferences: WorkflowPreferences | null;
  parent_id: string | null;
  created_by_id: string | null;
  deleted_at: Date | null;
  deleted_by_id: string | null;
  notification_group_id: string;
  group_name: string;
  group_parent_id: string | null;
  steps: StepRow[];
}

interface StepRow {
  id: string;
  step_id: string;
  name: string;
  type: string;
  active: boolean;
  should_stop_on_fail: boolean;
  control_values: Record<string, unknown>;
  filters: StepFilter[];
  variants: TemplateStep['variants'];
  reply_callback: ReplyCallback | null;
  metadata: StepMetadata | null;
  parent_id: string | null;
}

function templateWire(row: TemplateRow, organizationId: string): WorkflowTemplate {
  const layers = { workflowDefault: row.default_preferences, workflowUser: row.user_preferences };
  const scope = { _environmentId: row.environment_id, _organizationId: organizationId };
  return {
    _id: row.id,
    ...scope,
    _creatorId: row.created_by_id ?? '',
    _notificationGroupId: row.notification_group_id,
    ...(row.parent_id !== null && { _parentId: row.parent_id }),
    name: row.name,
    description: row.description,
    active: row.active,
    draft: row.draft,
    preferenceSettings: mergePreferences(layers, CHANNELS).channels,
    critical: isCritical(layers),
    tags: row.tags,
    ...(row.data && { data: row.data }),
    steps: row.steps.map(stepWire),
    triggers: [{ type: 'event', identifier: row.identifier, variables: payloadVariables(row.payload_schema) }],
    notificationGroup: {
      _id: row.notification_group_id,
      ...scope,
      name: row.group_name,
      ...(row.group_parent_id !== null && { _parentId: row.group_parent_id }),
    },
    deleted: row.deleted_at !== null,
    deletedAt: row.deleted_at?.toISOString() ?? '',
    deletedBy: row.deleted_by_id ?? '',
  };
}

function stepWire(step: StepRow): TemplateStep {
  return {
    _id: step.id,
    _templateId: step.id,
    uuid: step.step_id,
    name: step.name,
    active: step.active,
    shouldStopOnFail: step.should_stop_on_fail,
    template: { _id: step.id, type: step.type, stepId: step.step_id, name: step.name, controls: step.control_values },
    filters: step.filters,
    ...(step.parent_id !== null && { _parentId: step.parent_id }),
    ...(step.metadata && { metadata: step.metadata }),
    ...(step.reply_callback && { replyCallback: step.reply_callback }),
    ...(step.variants && { variants: step.variants }),
  };
}

/** The names at the top of the payload. */
function payloadVariables(schema: TemplateRow['payload_schema']): { name: string }[] {
  const properties = schema?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties).map((name) => ({ name })) : [];
}
