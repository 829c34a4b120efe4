/** The statements that write workflows. All of them run in the transaction of the save. */
import { query } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import type { WorkflowReference } from './reference.ts';
import type { RuntimeIssue, StepDefinition, WorkflowDefinition } from './schema.ts';

/** A workflow that nobody else saves until the end of the transaction. */
export interface LockedWorkflow {
  id: string;
  version: number;
}

/** Locks the workflow that `reference` names; what it holds is to be read after this. Preferences can still refer to it. */
export async function lockWorkflow(
  environmentId: string,
  reference: WorkflowReference,
): Promise<LockedWorkflow | undefined> {
  const [row] = await query<LockedWorkflow>(
    'workflows-lock',
    `SELECT w.id, w.version FROM workflows w
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND (w.id = $2 OR w.identifier = $3)
     ORDER BY (w.id = $2) DESC NULLS LAST LIMIT 1 FOR NO KEY UPDATE`,
    [environmentId, reference.id ?? null, reference.identifier],
  );
  return row;
}

/** Until the end of the transaction nobody else copies workflows of this identifier within the organization. */
export async function lockIdentifier(organizationId: string, identifier: string): Promise<void> {
  await query(
    'workflows-lock-identifier',
    `SELECT pg_advisory_xact_lock(hashtextextended('workflows ' || $1 || ' ' || $2, 0))`,
    [organizationId, identifier],
  );
}

/** What is computed from a definition and stored with it. */
export interface ComputedIssues {
  issues: Record<string, RuntimeIssue> | undefined;
  /** By step, in their order: control path → issues. */
  steps: (Record<string, readonly object[]> | undefined)[];
}

export interface WorkflowWrite {
  environmentId: string;
  id: string;
  definition: WorkflowDefinition;
  computed: ComputedIssues;
  userId: string | null;
  at: Date;
}

/** The columns that a save sets, with their parameters from $4 on. */
const SAVED = {
  name: '$4',
  description: '$5',
  tags: '$6',
  active: '$7',
  validate_payload: '$8',
  payload_schema: '$9::jsonb',
  is_translation_enabled: '$10',
  severity: '$11',
  default_preferences: '$12::jsonb',
  user_preferences: '$13::jsonb',
  issues: '$14::jsonb',
  updated_by_id: '$15',
  updated_at: '$16',
} as const;

function savedValues({ definition, computed, userId, at }: WorkflowWrite): unknown[] {
  const { preferences } = definition;
  return [
    definition.name,
    definition.description,
    definition.tags,
    definition.active,
    definition.validatePayload,
    definition.payloadSchema && JSON.stringify(definition.payloadSchema),
    definition.isTranslationEnabled,
    definition.severity,
    JSON.stringify(preferences.workflow),
    preferences.user && JSON.stringify(preferences.user),
    computed.issues ? JSON.stringify(computed.issues) : null,
    userId,
    at,
  ];
}

/** Inserts a workflow at version 1 in the environment's general group. False when its identifier is taken. */
export async function insertWorkflow(write: WorkflowWrite): Promise<boolean> {
  const rows = await query(
    'workflows-insert',
    `INSERT INTO workflows (id, environment_id, identifier, version, created_at, created_by_id, notification_group_id,
       ${Object.keys(SAVED).join(', ')})
     VALUES ($2, $1, $3, 1, $16, $15,
       (SELECT g.id FROM notification_groups g WHERE g.environment_id = $1 ORDER BY (g.name = 'General') DESC, g.id LIMIT 1),
       ${Object.values(SAVED).join(', ')})
     ON CONFLICT (environment_id, identifier) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [write.environmentId, write.id, write.definition.workflowId, ...savedValues(write)],
  );
  if (rows.length === 0) return false;
  await insertSteps(write, new Map());
  return true;
}

/** Stores the definition as the version after the current one, which it returns. Under `lockWorkflow`. */
export async function updateWorkflow(write: WorkflowWrite): Promise<number> {
  const settings = Object.entries(SAVED).map(([column, parameter]) => `${column} = ${parameter}`);
  const [row] = await query<{ version: number }>(
    'workflows-update',
    `UPDATE workflows SET ${settings.join(', ')}, version = version + 1
     WHERE environment_id = $1 AND id = $2 AND identifier = $3 RETURNING version`,
    [write.environmentId, write.id, write.definition.workflowId, ...savedValues(write)],
  );
  const gone = await query<{ id: string; row: StepRow }>(
    'workflows-delete-steps',
    'DELETE FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = $2 RETURNING s.id, to_jsonb(s) AS row',
    [write.environmentId, write.id],
  );
  await insertSteps(write, new Map(gone.map(({ id, row: kept }) => [id, kept])));
  return row?.version as number;
}

type StepRow = Record<string, unknown>;

/** What a step is before somebody says otherwise. */
const FRESH_STEP = { active: true, should_stop_on_fail: false, filters: [], variants: [] };

/** @param known the rows of steps that were there, for the columns that are not authored. */
async function insertSteps(
  { environmentId, id, definition, computed, at }: WorkflowWrite,
  known: ReadonlyMap<string, StepRow>,
): Promise<void> {
  const rows = definition.steps.map((step: StepDefinition, position) => ({
    ...(known.get(step._id) ?? { ...FRESH_STEP, created_at: at }),
    id: step._id,
    environment_id: environmentId,
    workflow_id: id,
    step_id: step.stepId,
    name: step.name,
    type: step.type,
    position,
    control_values: step.controlValues,
    control_issues: computed.steps[position] ?? null,
    updated_at: at,
  }));
  if (rows.length === 0) return;
  await query(
    'workflows-insert-steps',
    'INSERT INTO workflow_steps SELECT * FROM jsonb_populate_recordset(NULL::workflow_steps, $1::jsonb)',
    [JSON.stringify(rows)],
  );
}

/** Hides the workflow and sets its identifier free; what refers to it stays. */
export async function markDeleted(
  environmentId: string,
  id: string,
  { userId, at }: Pick<WorkflowWrite, 'userId' | 'at'>,
): Promise<void> {
  await query(
    'workflows-mark-deleted',
    'UPDATE workflows SET deleted_at = $3, deleted_by_id = $4 WHERE environment_id = $1 AND id = $2',
    [environmentId, id, at, userId],
  );
}

/** Remembers that the workflow was copied to another environment, or came from one. */
export async function markPublished(
  environmentId: string,
  id: string,
  { userId, at }: Pick<WorkflowWrite, 'userId' | 'at'>,
): Promise<void> {
  await query(
    'workflows-mark-published',
    'UPDATE workflows SET last_published_at = $3, last_published_by_id = $4 WHERE environment_id = $1 AND id = $2',
    [environmentId, id, at, userId],
  );
}

/**
 * Gives a copy what its original has besides what is authored: where it was made, the data of its owner, and of each step with the same
 * `stepId` its conditions, variants and what it does when it fails.
 */
export async function copyUnauthored(original: WorkflowPlace, copy: WorkflowPlace): Promise<void> {
  const values = [original.environmentId, original.id, copy.environmentId, copy.id];
  await query(
    'workflows-copy-rest',
    `UPDATE workflows c SET origin = o.origin, data = o.data FROM workflows o
     WHERE o.environment_id = $1 AND o.id = $2 AND c.environment_id = $3 AND c.id = $4`,
    values,
  );
  await query(
    'workflows-copy-steps-rest',
    `UPDATE workflow_steps c SET active = o.active, should_stop_on_fail = o.should_stop_on_fail, filters = o.filters,
       variants = o.variants, reply_callback = o.reply_callback, metadata = o.metadata, step_resolver_hash = o.step_resolver_hash
     FROM workflow_steps o
     WHERE o.environment_id = $1 AND o.workflow_id = $2 AND c.environment_id = $3 AND c.workflow_id = $4 AND c.step_id = o.step_id`,
    values,
  );
}

interface WorkflowPlace {
  environmentId: string;
  id: string;
}

/** The identifiers of the environment that start with `prefix`. */
export async function identifiersLike(environmentId: string, prefix: string): Promise<Set<string>> {
  const rows = await query<{ identifier: string }>(
    'workflows-identifiers',
    `SELECT w.identifier FROM workflows w
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND starts_with(w.identifier, $2)`,
    [environmentId, prefix],
  );
  return new Set(rows.map((row) => row.identifier));
}

/** A group for an environment that has none, where every workflow must be in one. */
export async function ensureGroup(environmentId: string): Promise<void> {
  await query(
    'workflows-ensure-group',
    `INSERT INTO notification_groups (id, environment_id, name)
     SELECT $2, $1, 'General' WHERE NOT EXISTS (SELECT 1 FROM notification_groups g WHERE g.environment_id = $1)
     ON CONFLICT (environment_id, name) DO NOTHING`,
    [environmentId, newId()],
  );
}
