import { newId } from '#lib/id.ts';
import { database, insertRow } from './database.ts';
import type { Tenant } from './tenant.ts';

export interface WorkflowStepColumns {
  type: string;
  [column: string]: unknown;
}

/** Creates an active workflow with steps, and its version; `columns` override. Returns its ID. */
export async function createWorkflow(
  { environmentId }: Pick<Tenant, 'environmentId'>,
  columns: Record<string, unknown> = {},
  steps: WorkflowStepColumns[] = [{ type: 'email' }],
): Promise<string> {
  const at = new Date();
  const id = newId(at);
  const { rows } = await database().query('SELECT id FROM notification_groups WHERE environment_id = $1', [
    environmentId,
  ]);
  await insertRow('workflows', {
    id,
    environment_id: environmentId,
    identifier: `workflow-${id}`,
    name: 'Order shipped',
    tags: [],
    active: true,
    default_preferences: { all: { enabled: true, readOnly: false }, channels: {} },
    notification_group_id: rows[0].id,
    created_at: at,
    updated_at: at,
    ...columns,
  });
  for (const [position, step] of steps.entries()) {
    await insertRow('workflow_steps', {
      id: newId(at),
      environment_id: environmentId,
      workflow_id: id,
      step_id: `${step.type}-${position}`,
      name: `Step ${position}`,
      position,
      created_at: at,
      updated_at: at,
      ...step,
    });
  }
  await database().query(VERSION, [environmentId, id, newId(at), at]);
  return id;
}

/** Inserts the version that a save of the workflow would have stored. */
const VERSION = `
  INSERT INTO workflow_versions (environment_id, workflow_id, id, created_at, version, cause, actor_label, definition)
  SELECT $1, $2, $3, $4, w.version, 'create', 'Test', jsonb_build_object('workflowId', w.identifier, 'name', w.name,
    'description', w.description, 'tags', w.tags, 'active', w.active, 'validatePayload', w.validate_payload,
    'payloadSchema', w.payload_schema, 'isTranslationEnabled', w.is_translation_enabled, 'severity', w.severity,
    'preferences', jsonb_build_object('user', w.user_preferences, 'workflow', w.default_preferences),
    'steps', coalesce((SELECT jsonb_agg(jsonb_build_object('_id', s.id, 'stepId', s.step_id, 'name', s.name, 'type', s.type,
      'controlValues', s.control_values) ORDER BY s.position) FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = $2), '[]'))
  FROM workflows w WHERE w.environment_id = $1 AND w.id = $2`;
