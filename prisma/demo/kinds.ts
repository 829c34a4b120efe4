import { sha256Hex } from '#lib/crypto.ts';
import { execute } from '#lib/db.ts';
import type { JsonObject } from './rows.ts';
import type { Workflow } from './workflows.ts';
import type { World } from './world.ts';

/** Enters each workflow into the dictionary of kinds; the ids, in the order of `world.workflows.all`. */
export async function kindIds(world: World): Promise<number[]> {
  const ids: number[] = [];
  for (const workflow of world.workflows.all) {
    const kind = kindOf(workflow);
    const [row] = await execute<{ id: number }>(
      `INSERT INTO notification_kinds (environment_id, workflow_id, severity, critical, channels, tags, template, hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) RETURNING id`,
      [
        world.environmentId,
        kind.workflowId,
        kind.severity,
        kind.critical,
        kind.channels,
        kind.tags,
        JSON.stringify(kind.template),
        sha256Hex(JSON.stringify(kind)),
      ],
    );
    if (row) ids.push(row.id);
  }
  return ids;
}

function kindOf({ row, steps }: Workflow) {
  return {
    workflowId: row.id,
    severity: row.severity,
    critical: (row.default_preferences.all as { readOnly: boolean }).readOnly,
    channels: [...new Set(steps.map((step) => step.row.type))],
    tags: row.tags,
    template: {
      name: row.name,
      origin: row.origin,
      triggers: [
        {
          type: 'event',
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
