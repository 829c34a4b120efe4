import { sha256Hex } from '../crypto.ts';
import { query } from '../db.ts';
import type { StepType } from '../steps/step-type.ts';
import type { NeutralWorkflowOrigin } from '../workflows/origin.ts';
import type { Severity } from '../workflows/severity.ts';
import type { WorkflowTrigger } from '../workflows/template.ts';

/** What many notifications share: the workflow as it was when it ran. */
export interface NotificationKind {
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
const cached = new Map<string, number>();

/**
 * The id of a kind in the dictionary of its environment; entered when it is new. Kinds never change, so the ids are kept for
 * the life of the process: all but one that this very transaction entered, which may yet roll back.
 */
export async function notificationKind(environmentId: string, kind: NotificationKind): Promise<number> {
  const hash = kindHash(kind);
  const key = `${environmentId}:${hash}`;
  const known = cached.get(key);
  if (known !== undefined) return known;
  const found =
    (await find(environmentId, hash)) ?? (await enter(environmentId, hash, kind)) ?? (await find(environmentId, hash));
  if (!found) throw new Error('A notification kind was neither there nor entered');
  if (found.committed) remember(key, found.id);
  return found.id;
}

/** SHA-256 of everything that tells kinds apart. */
export function kindHash({ workflowId, severity, critical, channels, tags, template }: NotificationKind): string {
  const { name, origin, triggers } = template;
  return sha256Hex(
    JSON.stringify([workflowId, severity, critical, [...new Set(channels)], tags, name, origin, triggers]),
  );
}

interface Entry {
  id: number;
  committed: boolean;
}

async function find(environmentId: string, hash: string): Promise<Entry | undefined> {
  const [row] = await query<Entry>(
    'notification-kinds-get',
    `SELECT id, coalesce(xmin <> pg_current_xact_id_if_assigned()::xid, true) AS committed
     FROM notification_kinds WHERE environment_id = $1 AND hash = $2`,
    [environmentId, hash],
  );
  return row;
}

/** Undefined when another process has just entered it. */
async function enter(environmentId: string, hash: string, kind: NotificationKind): Promise<Entry | undefined> {
  const [row] = await query<{ id: number }>(
    'notification-kinds-enter',
    `INSERT INTO notification_kinds (environment_id, hash, workflow_id, severity, critical, channels, tags, template)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (environment_id, hash) DO NOTHING RETURNING id`,
    [
      environmentId,
      hash,
      kind.workflowId,
      kind.severity,
      kind.critical,
      [...new Set(kind.channels)],
      kind.tags,
      JSON.stringify(kind.template),
    ],
  );
  return row && { id: row.id, committed: false };
}

function remember(key: string, id: number): void {
  if (cached.size >= CACHE_SIZE) cached.clear();
  cached.set(key, id);
}
