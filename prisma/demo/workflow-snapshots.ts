import { storeSnapshot, type WorkflowSnapshot } from '#lib/notifications/workflow-snapshots.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import type { NeutralWorkflowOrigin } from '#lib/workflows/origin.ts';
import type { JsonObject } from './rows.ts';
import type { Workflow } from './workflows.ts';
import type { World } from './world.ts';

/** Stores a snapshot of each workflow. Returns the ids in the order of `world.workflows.all`. */
export async function snapshotIds(world: World): Promise<string[]> {
  const ids: string[] = [];
  for (const workflow of world.workflows.all) ids.push(await storeSnapshot(world.environmentId, snapshotOf(workflow)));
  return ids;
}

function snapshotOf({ row, steps }: Workflow): WorkflowSnapshot {
  return {
    workflowId: row.id,
    severity: row.severity,
    critical: (row.default_preferences.all as { readOnly: boolean }).readOnly,
    channels: steps.map((step) => step.row.type as StepTypeName),
    tags: row.tags,
    template: {
      name: row.name,
      origin: row.origin as NeutralWorkflowOrigin,
      triggers: [
        {
          type: 'event' as const,
          identifier: row.identifier,
          variables: Object.keys((row.payload_schema?.properties as JsonObject | undefined) ?? {}).map((name) => ({
            name,
          })),
          subscriberVariables: steps.some((step) => step.row.type === 'sms')
            ? [{ name: 'phone' }]
            : [{ name: 'email' }],
        },
      ],
    },
  };
}
