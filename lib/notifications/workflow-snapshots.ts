import { createHash } from 'node:crypto';
import { query } from '../db.ts';
import type { StepType } from '../steps/step-type.ts';
import type { NeutralWorkflowOrigin } from '../workflows/origin.ts';
import type { Severity } from '../workflows/severity.ts';
import type { WorkflowTrigger } from '../workflows/template.ts';

/** What many notifications share: the workflow as it was when it ran. */
export interface WorkflowSnapshot {
  /** Workflow.id */
  workflowId: string | null;
  severity: Severity;
  critical: boolean;
  /** Step types of the workflow, in order; repetitions are dropped. */
  channels: readonly StepType[];
  tags: readonly string[];
  template: { name: string; origin: NeutralWorkflowOrigin; triggers: readonly WorkflowTrigger[] };
}

const CACHE_SIZE = 10_000;
const stored = new Set<string>();

/**
 * Stores a snapshot in the dictionary of its environment unless it is there, and returns its id. Snapshots never change, so what
 * is stored is remembered for the life of the process: all but what this very transaction stored, which may yet roll back.
 */
export async function storeSnapshot(environmentId: string, snapshot: WorkflowSnapshot): Promise<string> {
  const id = snapshotId(snapshot);
  const key = `${environmentId}:${id}`;
  if (stored.has(key)) return id;
  if (await isCommitted(environmentId, id)) remember(key);
  else await insert(environmentId, id, snapshot);
  return id;
}

/** The first 64 bits of the SHA-256 of everything that tells snapshots apart, as PostgreSQL writes a bigint. */
export function snapshotId({ workflowId, severity, critical, channels, tags, template }: WorkflowSnapshot): string {
  const { name, origin, triggers } = template;
  const content = [workflowId, severity, critical, [...new Set(channels)], tags, name, origin, triggers];
  return createHash('sha256').update(JSON.stringify(content)).digest().readBigInt64BE().toString();
}

async function isCommitted(environmentId: string, id: string): Promise<boolean> {
  const [row] = await query<{ committed: boolean }>(
    'workflow-snapshots-get',
    `SELECT coalesce(xmin <> pg_current_xact_id_if_assigned()::xid, true) AS committed
     FROM workflow_snapshots WHERE environment_id = $1 AND id = $2`,
    [environmentId, id],
  );
  return row?.committed ?? false;
}

async function insert(environmentId: string, id: string, snapshot: WorkflowSnapshot): Promise<void> {
  const { workflowId, severity, critical, channels, tags, template } = snapshot;
  await query(
    'workflow-snapshots-insert',
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (environment_id, id) DO NOTHING`,
    [environmentId, id, workflowId, severity, critical, [...new Set(channels)], tags, JSON.stringify(template)],
  );
}

function remember(key: string): void {
  if (stored.size >= CACHE_SIZE) stored.clear();
  stored.add(key);
}
