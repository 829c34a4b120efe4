/**
 * Raw statements, because bulk updates are a hot path (spec 4.5): they read the channels of workflows without loading
 * steps, and merge upserts with the stored row.
 */
import type { Actor } from '#lib/api/context.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';
import { workflowReference } from '#lib/workflows/reference.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import type { ChannelChanges } from './channels.ts';
import type { StoredPreference } from './effective.ts';
import type { Schedule } from './schema.ts';
import type { WorkflowLayers } from './workflow-preferences.ts';

/** The fields of a workflow that preferences need. */
export interface WorkflowRow extends WorkflowLayers {
  id: string;
  identifier: string;
  name: string;
  tags: string[];
  severity: Severity;
  updatedAt: Date;
  /** The channels of the active steps. */
  channels: Channel[];
}

export interface PreferenceRow extends StoredPreference {
  changes: PreferenceChanges;
}

/**
 * The time at which a channel got its value (ISO 8601), and the author of the change: an email address, the ID of an
 * API key, the name of a job, or the ID of the run whose message contains the used link.
 */
export interface PreferenceChange {
  at: string;
  by: { type: Actor['type'] | 'link'; name: string };
}

/** The changes by channel. Older choices have no recorded change. */
type PreferenceChanges = Partial<Record<Channel, PreferenceChange>>;

/** The subscriber and the context of preferences. */
export interface PreferenceScope {
  environmentId: string;
  /** Subscriber.id */
  subscriberId: string;
  /** The sorted keys of the context. */
  contextKeys: string[];
}

/** The values that one write sets. Null removes the stored value of a channel. Other channels stay unchanged. */
export interface PreferenceWrite {
  id: string;
  workflowId: string | null;
  channels: ChannelChanges;
  /** The changes of the channels whose value changes. */
  changes: { [channel in Channel]?: PreferenceChange | null };
  schedule?: Schedule | undefined;
  /** Null removes the stored condition, undefined keeps it. */
  condition?: Record<string, unknown> | null | undefined;
}

const WORKFLOW_COLUMNS = `w.id, w.identifier, w.name, w.tags, w.severity, w.default_preferences AS "defaultPreferences",
  w.user_preferences AS "userPreferences", w.updated_at AS "updatedAt",
  ARRAY(SELECT channel FROM unnest($2::text[]) channel
        WHERE channel IN (
          SELECT s.type FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id AND s.active)) AS channels`;

function workflowsWhere(condition: string): string {
  return `SELECT ${WORKFLOW_COLUMNS} FROM workflows w WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND ${condition}`;
}

/** Reads the workflows that the references may name. */
export async function findWorkflows(environmentId: string, references: string[]): Promise<WorkflowRow[]> {
  const ids = references.map((reference) => workflowReference(reference).id).filter((id) => id !== undefined);
  return query<WorkflowRow>(
    'preferences-find-workflows',
    workflowsWhere('(w.id = ANY ($3) OR w.identifier = ANY ($4))'),
    [environmentId, CHANNELS, ids, references],
  );
}

/** Reads the active workflows, oldest first, without the workflow for inbox test messages. */
export async function selectActiveWorkflows(environmentId: string): Promise<WorkflowRow[]> {
  return query<WorkflowRow>(
    'preferences-active-workflows',
    workflowsWhere(`w.active AND w.identifier <> '${INBOX_TEST}' ORDER BY w.id`),
    [environmentId, CHANNELS],
  );
}

/**
 * Reads the choices that apply in the context: the choices for exactly this context, and the choices without context.
 */
export async function selectPreferences(scope: PreferenceScope): Promise<PreferenceRow[]> {
  return query<PreferenceRow>(
    'preferences-select',
    `SELECT id, workflow_id AS "workflowId", context_keys AS "contextKeys", enabled, channels, changes, condition, schedule,
       updated_at AS "updatedAt"
     FROM preferences WHERE environment_id = $1 AND subscriber_id = $2 AND (context_keys = $3::text[] OR context_keys = '{}')`,
    [scope.environmentId, scope.subscriberId, scope.contextKeys],
  );
}

/** @param workflowIds null for the global preference. */
export async function deletePreferences(
  { environmentId, subscriberId, contextKeys }: PreferenceScope,
  workflowIds: readonly (string | null)[],
): Promise<void> {
  if (workflowIds.length === 0) return;
  const ids = workflowIds.filter((id) => id !== null);
  const rows = [{ workflowId: { in: ids } }, ...(workflowIds.includes(null) ? [{ workflowId: null }] : [])];
  await prisma().preference.deleteMany({
    where: { environmentId, subscriberId, contextKeys: { equals: contextKeys }, OR: rows },
  });
}

export async function savePreferences(scope: PreferenceScope, writes: PreferenceWrite[], at: Date): Promise<void> {
  if (writes.length === 0) return;
  // Either all writes of a request set a condition, or none does.
  const hasCondition = writes.some((write) => write.condition !== undefined);
  await query(
    'preferences-save',
    `INSERT INTO preferences (id, environment_id, subscriber_id, context_keys, created_at, updated_at, workflow_id, channels, schedule,
       condition, changes)
     SELECT write.id, $1, $2, $3::text[], $4, $4, write.workflow_id, write.channels::jsonb, write.schedule::jsonb, write.condition::jsonb,
       write.changes::jsonb
     FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
       AS write (id, workflow_id, channels, schedule, condition, changes)
     ON CONFLICT (environment_id, subscriber_id, workflow_id, context_keys) DO UPDATE SET
       channels = jsonb_strip_nulls(preferences.channels || excluded.channels),
       changes = jsonb_strip_nulls(preferences.changes || excluded.changes),
       schedule = coalesce(excluded.schedule, preferences.schedule),
       condition = ${hasCondition ? 'excluded' : 'preferences'}.condition,
       updated_at = excluded.updated_at`,
    [
      scope.environmentId,
      scope.subscriberId,
      scope.contextKeys,
      at,
      writes.map((write) => write.id),
      writes.map((write) => write.workflowId),
      writes.map((write) => JSON.stringify(write.channels)),
      writes.map((write) => (write.schedule ? JSON.stringify(write.schedule) : null)),
      writes.map((write) => (write.condition ? JSON.stringify(write.condition) : null)),
      writes.map((write) => JSON.stringify(write.changes)),
    ],
  );
}
