/** The statements on what saves left. */
import type { Actor } from '#lib/api/context.ts';
import { query } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import type { VERSION_CAUSES, WorkflowDefinition } from './schema.ts';

export type VersionCause = (typeof VERSION_CAUSES)[number];

export interface VersionRow {
  id: string;
  version: number;
  cause: VersionCause;
  actor_label: string;
  user_id: string | null;
  definition: WorkflowDefinition;
  created_at: Date;
}

const COLUMNS = 'v.id, v.version, v.cause, v.actor_label, v.user_id, v.definition, v.created_at';

export interface VersionWrite {
  environmentId: string;
  workflowId: string;
  version: number;
  cause: VersionCause;
  definition: WorkflowDefinition;
  at: Date;
}

/** Keeps what `actor` just saved. */
export async function insertVersion(write: VersionWrite, actor: Actor): Promise<void> {
  const [actorId, label] = authorOf(actor);
  await query(
    'workflow-versions-insert',
    `INSERT INTO workflow_versions (id, environment_id, workflow_id, version, cause, definition, created_at, actor_label, user_id)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, coalesce($8, (SELECT name FROM api_keys WHERE id = $9), $9), $10)`,
    [
      newId(write.at),
      write.environmentId,
      write.workflowId,
      write.version,
      write.cause,
      JSON.stringify(write.definition),
      write.at,
      label,
      actorId,
      actor.type === 'user' ? actor.userId : null,
    ],
  );
}

/**
 * Keeps the current state of a workflow that was there before versions were kept, as if its last change had left it, so that
 * what is saved over is never lost.
 */
export async function keepUnversioned(write: Omit<VersionWrite, 'cause' | 'at'>): Promise<void> {
  await query(
    'workflow-versions-keep',
    `INSERT INTO workflow_versions (id, environment_id, workflow_id, version, cause, definition, created_at, actor_label, user_id)
     SELECT $1, w.environment_id, w.id, w.version, CASE WHEN w.version <= 1 THEN 'create' ELSE 'update' END, $4::jsonb, w.updated_at,
       coalesce(u.email, 'Unknown'), u.id
     FROM workflows w LEFT JOIN users u ON u.id = w.updated_by_id
     WHERE w.environment_id = $2 AND w.id = $3
     ON CONFLICT (environment_id, workflow_id, version) DO NOTHING`,
    [newId(), write.environmentId, write.workflowId, JSON.stringify(write.definition)],
  );
}

/** The newest versions below `before`, newest first. */
export async function selectVersions(
  environmentId: string,
  workflowId: string,
  { before, limit }: { before: number; limit: number },
): Promise<VersionRow[]> {
  return query<VersionRow>(
    'workflow-versions-list',
    `SELECT ${COLUMNS} FROM workflow_versions v
     WHERE v.environment_id = $1 AND v.workflow_id = $2 AND v.version < $3 ORDER BY v.version DESC LIMIT $4`,
    [environmentId, workflowId, before, limit],
  );
}

function authorOf(actor: Actor): [id: string, label: string | null] {
  if (actor.type === 'user') return [actor.userId, actor.email];
  return actor.type === 'apiKey' ? [actor.apiKeyId, null] : [actor.job, actor.job];
}
