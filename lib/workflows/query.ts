/**
 * Reads workflows. Raw statements for reading one workflow (a hot path, spec 4.7) and the list: JSON built in SQL saves
 * a statement and an object for each part. A raw statement for the tags, because Prisma cannot count array elements.
 */
import { prisma, query, readTogether } from '#lib/postgres/db.ts';
import { containing } from '#lib/postgres/sql.ts';
import { INBOX_TEST } from './inbox-test.ts';
import type { ActiveIntegration } from './integration-issues.ts';
import type { WorkflowReference } from './reference.ts';
import type { ListWorkflowsQuery, PreferenceLayer, RuntimeIssue, WorkflowUser } from './schema.ts';
import type { Severity } from './severity.ts';

/** A workflow with all data that its wire shape needs. */
export interface WorkflowRecord {
  id: string;
  /** The number of the last save. */
  version: number;
  identifier: string;
  name: string;
  description: string;
  tags: string[];
  active: boolean;
  isSensitive: boolean;
  resendWithinHours: number | null;
  isTracked: boolean;
  validatePayload: boolean;
  payloadSchema: Record<string, unknown> | null;
  isTranslationEnabled: boolean;
  /** The neutral name of the origin, such as `svc-cloud`. */
  origin: string;
  severity: Severity;
  defaultPreferences: Partial<PreferenceLayer>;
  userPreferences: Partial<PreferenceLayer> | null;
  issues: Record<string, RuntimeIssue> | null;
  createdAt: string;
  updatedAt: string;
  updatedBy: WorkflowUser | null;
  lastPublishedAt: string | null;
  lastPublishedBy: WorkflowUser | null;
  lastTriggeredAt: string | null;
  /** The steps in order. */
  steps: StepRecord[];
}

export interface StepRecord {
  id: string;
  stepId: string;
  name: string;
  type: string;
  controlValues: Record<string, unknown>;
  controlIssues: Record<string, StoredContentIssue[]> | null;
}

interface StoredContentIssue {
  issueType: string;
  variableName?: string;
  message: string;
}

const wireTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const user = (idColumn: string) => `(
  SELECT json_build_object('_id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'externalId', NULL)
  FROM users u WHERE u.id = ${idColumn})`;

/** SQL for row `w` as a WorkflowRecord; $1 is the environment. */
const WORKFLOW_RECORD = `json_build_object(
  'id', w.id, 'version', w.version, 'identifier', w.identifier, 'name', w.name, 'description', w.description, 'tags', w.tags, 'active', w.active, 'isSensitive', w.is_sensitive, 'isTracked', w.is_tracked,
  'resendWithinHours', w.resend_within_hours,
  'validatePayload', w.validate_payload, 'payloadSchema', w.payload_schema, 'isTranslationEnabled', w.is_translation_enabled,
  'origin', w.origin, 'severity', w.severity, 'defaultPreferences', w.default_preferences,
  'userPreferences', w.user_preferences, 'issues', w.issues,
  'createdAt', ${wireTime('w.created_at')}, 'updatedAt', ${wireTime('w.updated_at')}, 'updatedBy', ${user('w.updated_by_id')},
  'lastPublishedAt', ${wireTime('w.last_published_at')}, 'lastPublishedBy', ${user('w.last_published_by_id')},
  'lastTriggeredAt', ${wireTime('w.last_triggered_at')},
  'steps', coalesce((
    SELECT json_agg(json_build_object(
      'id', s.id, 'stepId', s.step_id, 'name', s.name, 'type', s.type, 'controlValues', s.control_values,
      'controlIssues', s.control_issues) ORDER BY s.position, s.id)
    FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id), '[]'))`;

/** SQL for the input of integration issues; $1 is the environment. */
const ACTIVE_INTEGRATIONS = `coalesce((
  SELECT json_agg(json_build_object(
    'name', i.name, 'channel', i.channel, 'primary', i."primary", 'connected', i.connected) ORDER BY i.id)
  FROM integrations i
  WHERE i.environment_id = $1 AND i.active AND i.deleted_at IS NULL AND i.kind = 'delivery' AND i.channel IS NOT NULL), '[]')`;

/** SQL for the keys of environment variables; $1 is the environment. */
const ENV_KEYS = `(SELECT json_agg(v.key ORDER BY v.key) FROM environments e
  JOIN environment_variables v ON v.organization_id = e.organization_id AND v."values" ? $1 WHERE e.id = $1)`;

export interface FoundWorkflow {
  workflow: WorkflowRecord;
  integrations: ActiveIntegration[];
  /** The keys of the environment's variables. Null if there are none. */
  envKeys?: string[] | null;
}

/** Finds the workflow that `reference` names, as the JSON text of a FoundWorkflow. An ID wins over an identifier. */
export async function findWorkflow(environmentId: string, reference: WorkflowReference): Promise<string | undefined> {
  const [row] = await readTogether<{ json: string }>(
    'workflows-find',
    `SELECT json_build_object('workflow', ${WORKFLOW_RECORD}, 'integrations', ${ACTIVE_INTEGRATIONS}, 'envKeys', ${ENV_KEYS})::text AS json
     FROM workflows w
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL AND (w.id = $2 OR w.identifier = $3)
     ORDER BY (w.id = $2) DESC NULLS LAST LIMIT 1`,
    [environmentId, reference.id ?? null, reference.identifier],
  );
  return row?.json;
}

export interface WorkflowListing {
  totalCount: number;
  workflows: WorkflowRecord[];
  integrations: ActiveIntegration[];
}

/** Reads the environment's active delivery integrations, as input for integration issues. */
export async function selectActiveIntegrations(environmentId: string): Promise<ActiveIntegration[]> {
  const where = { environmentId, active: true, deletedAt: null, kind: 'delivery', channel: { not: null } };
  const select = { name: true, channel: true, primary: true, connected: true };
  const rows = await prisma().integration.findMany({ where, select, orderBy: { id: 'asc' } });
  return rows as ActiveIntegration[];
}

/** `workflowStatus` of row `w` in SQL, for the filter of lists. */
const STATUS = `CASE
  WHEN NOT w.active THEN 'INACTIVE'
  WHEN EXISTS (SELECT 1 FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id AND s.control_issues IS NOT NULL
    AND s.control_issues NOT IN ('{}', 'null')) THEN 'ERROR'
  ELSE 'ACTIVE' END`;

const ORDER_COLUMNS = {
  createdAt: 'w.id',
  updatedAt: 'w.updated_at',
  name: 'w.name',
  lastTriggeredAt: 'w.last_triggered_at',
} as const satisfies Record<ListWorkflowsQuery['orderBy'], string>;

/** A listed workflow must have at least one of these issues. */
export interface IssueFilter {
  /** Issues that are stored with the steps. */
  content: readonly string[];
  /** The step types that currently have one of the wanted integration issues. */
  stepTypes: readonly string[];
}

/** SQL for whether row `w` passes the IssueFilter in $5 and $6. */
const HAS_ISSUE = `EXISTS (
  SELECT 1 FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id AND ((s.type = ANY ($6::text[]) AND w.identifier <> '${INBOX_TEST}') OR EXISTS (
    SELECT 1 FROM jsonb_each(CASE jsonb_typeof(s.control_issues) WHEN 'object' THEN s.control_issues END) AS at,
      jsonb_array_elements(at.value) AS issue
    WHERE issue->>'issueType' = ANY ($5::text[]))))`;

export async function selectWorkflows(
  environmentId: string,
  input: ListWorkflowsQuery,
  issues?: IssueFilter,
): Promise<WorkflowListing> {
  const order = `${ORDER_COLUMNS[input.orderBy]} ${input.orderDirection} NULLS LAST, w.id ${input.orderDirection}`;
  const [row] = await query<WorkflowListing>(
    `workflows-list ${input.orderBy} ${input.orderDirection}`,
    `WITH matching AS MATERIALIZED (
       SELECT w.* FROM workflows w
       WHERE w.environment_id = $1 AND w.deleted_at IS NULL
         AND ($2::text[] IS NULL OR w.name || ' ' || w.identifier COLLATE "default" ILIKE ALL ($2))
         AND ($3::text[] IS NULL OR w.tags && $3)
         AND ($4::text[] IS NULL OR ${STATUS} = ANY ($4))
         AND ($5::text[] IS NULL OR ${HAS_ISSUE})
     ), page AS (
       SELECT w.*, row_number() OVER (ORDER BY ${order}) AS place FROM matching w ORDER BY place LIMIT $7 OFFSET $8
     )
     SELECT (SELECT count(*)::int FROM matching) AS "totalCount",
       coalesce((SELECT json_agg(${WORKFLOW_RECORD} ORDER BY w.place) FROM page w), '[]') AS workflows,
       ${ACTIVE_INTEGRATIONS} AS integrations`,
    [
      environmentId,
      input.query?.trim().split(/\s+/).map(containing) ?? null,
      input.tags ?? null,
      input.status ?? null,
      issues?.content ?? null,
      issues?.stepTypes ?? null,
      input.limit,
      input.offset,
    ],
  );
  return row ?? { totalCount: 0, workflows: [], integrations: [] };
}

/** Reads every tag in use, by name. */
export async function selectTags(environmentId: string): Promise<{ name: string; count: number }[]> {
  return query(
    'workflows-tags',
    `SELECT tag AS name, count(*)::int AS count FROM workflows w, unnest(w.tags) AS tag
     WHERE w.environment_id = $1 AND w.deleted_at IS NULL GROUP BY tag ORDER BY lower(tag), tag`,
    [environmentId],
  );
}

/** Whether the environment belongs to the organization. */
export async function isEnvironmentOf(organizationId: string, environmentId: string): Promise<boolean> {
  return (await prisma().environment.findFirst({ where: { id: environmentId, organizationId } })) !== null;
}
