import { newId } from '#lib/id.ts';
import { database, insertRow } from './database.ts';
import type { Tenant } from './tenant.ts';

export interface WorkflowStepColumns {
  type: string;
  [column: string]: unknown;
}

/** Creates an active workflow with steps; `columns` override. Returns its id. */
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
  return id;
}
