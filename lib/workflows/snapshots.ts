/** Raw statement, because every trigger runs it. */

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MARK_VALID_MS, markedUsed } from '#lib/notifications/dictionary-use.ts';
import { afterCommit, hotQuery } from '#lib/postgres/db.ts';
import type { WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import type { NeutralWorkflowOrigin } from './origin.ts';
import type { Severity } from './severity.ts';
import type { WorkflowTrigger } from './template.ts';

/** The workflow at the time of the trigger, shared by many notifications. Its steps are stored in `job_steps`. */
export interface WorkflowSnapshot {
  /** Workflow.id */
  workflowId: string | null;
  severity: Severity;
  critical: boolean;
  /** The step types of the workflow, in order, each once. */
  channels: readonly StepTypeName[];
  tags: readonly string[];
  template: { name: string; origin: NeutralWorkflowOrigin; triggers: readonly WorkflowTrigger[] };
  /** The workflow's settings that a run needs in addition to the steps. */
  settings?: {
    identifier: string;
    description: string;
    defaultPreferences: WorkflowPreferences;
    userPreferences: WorkflowPreferences | null;
  };
}

const stored = new LRUCache<string, true>({ max: 10_000, ttl: MARK_VALID_MS });

/**
 * Stores a snapshot in its environment's dictionary unless it exists, and returns its ID. Snapshots never change, so
 * committed IDs are cached. A snapshot that is still in use is stored again every few hours, so that maintenance does
 * not delete it.
 */
export async function storeSnapshot(environmentId: string, snapshot: WorkflowSnapshot): Promise<string> {
  const id = snapshotId(snapshot);
  const key = `${environmentId}:${id}`;
  if (stored.has(key)) return id;
  const { workflowId, severity, critical, channels, tags, template, settings } = snapshot;
  await hotQuery(
    'workflow-snapshots-store',
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template, settings)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (environment_id, id) DO ${markedUsed('workflow_snapshots')}`,
    [
      environmentId,
      id,
      workflowId,
      severity,
      critical,
      [...new Set(channels)],
      tags,
      JSON.stringify(template),
      settings ? JSON.stringify(settings) : null,
    ],
  );
  afterCommit(() => stored.set(key, true));
  return id;
}

/** Returns the first 64 bits of the SHA-256 of the whole snapshot, as the decimal text of a PostgreSQL bigint. */
export function snapshotId(snapshot: WorkflowSnapshot): string {
  const { workflowId, severity, critical, channels, tags, template, settings } = snapshot;
  const { name, origin, triggers } = template;
  const content = [
    workflowId,
    severity,
    critical,
    [...new Set(channels)],
    tags,
    name,
    origin,
    triggers,
    ...(settings ? [settings] : []),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest().readBigInt64BE().toString();
}
