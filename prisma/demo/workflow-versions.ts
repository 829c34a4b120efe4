import { newId } from '#lib/id.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import type { WorkflowDefinition as StoredDefinition } from '#lib/workflows/version-schema.ts';
import type { Base, WorkflowRow, WorkflowStepRow, WorkflowVersionRow } from './rows.ts';
import type { WorkflowDefinition } from './workflow-definition.ts';

/**
 * The saves before the current workflow: started with one step, completed, reworded, and finally described and tagged.
 */
export function makeVersions(
  base: Base,
  written: WorkflowDefinition,
  { row, steps }: { row: WorkflowRow; steps: readonly WorkflowStepRow[] },
): WorkflowVersionRow[] {
  const last = storedDefinition(row, steps);
  const reworded = { ...last, description: '', tags: last.tags.slice(0, 1) };
  const earlier = last.steps.map((step, at) => ({
    ...step,
    controlValues: { ...step.controlValues, ...written.steps[at]?.earlier },
  }));
  const hasEarlier = written.steps.some((step) => step.earlier);
  const completed = { ...reworded, active: false, steps: hasEarlier ? earlier : last.steps };
  const begun = { ...completed, steps: completed.steps.slice(0, 1) };
  const definitions = [begun, completed, ...(hasEarlier || last.active ? [reworded] : []), last];
  const spread = (row.updated_at.getTime() - row.created_at.getTime() - HOUR_MS) / definitions.length;
  return definitions.map((definition, at) => {
    const between = row.created_at.getTime() + at * spread + base.random.int(1, 24) * (HOUR_MS / 60);
    const isFirst = at === 0;
    const createdAt = isFirst ? row.created_at : at === definitions.length - 1 ? row.updated_at : new Date(between);
    return {
      id: newId(createdAt),
      environment_id: row.environment_id,
      workflow_id: row.id,
      version: at + 1,
      cause: isFirst ? 'create' : 'update',
      actor_label: base.userEmail,
      user_id: base.userId,
      definition,
      created_at: createdAt,
    };
  });
}

function storedDefinition(row: WorkflowRow, steps: readonly WorkflowStepRow[]): StoredDefinition {
  return {
    workflowId: row.identifier,
    name: row.name,
    description: row.description,
    tags: row.tags,
    active: row.active,
    validatePayload: row.validate_payload,
    payloadSchema: row.payload_schema,
    isTranslationEnabled: row.is_translation_enabled,
    severity: row.severity,
    preferences: {
      user: row.user_preferences as StoredDefinition['preferences']['user'],
      workflow: row.default_preferences as StoredDefinition['preferences']['workflow'],
    },
    steps: steps.map((step) => ({
      _id: step.id,
      stepId: step.step_id,
      name: step.name,
      type: step.type as StoredDefinition['steps'][number]['type'],
      controlValues: step.control_values,
    })),
  };
}
