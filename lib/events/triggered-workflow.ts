/**
 * Loads the workflows that events name and prepares them to run: steps and settings are stored in their dictionaries.
 * Raw statements: one reads the workflows together with the recipients, because this is the hottest path.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { StepFilter } from '#lib/conditions/step-filter-schema.ts';
import type { RunStep } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { MARK_VALID_MS, markedUsed } from '#lib/notifications/dictionary-use.ts';
import { afterCommit, hotQuery } from '#lib/postgres/db.ts';
import { isCritical, type WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import type { NeutralWorkflowOrigin } from '#lib/workflows/origin.ts';
import type { WorkflowRecord } from '#lib/workflows/query.ts';
import { Severity } from '#lib/workflows/severity.ts';
import { storeSnapshot, type WorkflowSnapshot } from '#lib/workflows/snapshots.ts';

/** A workflow in its current state. */
export interface DescribedWorkflow {
  id: string;
  name: string;
  version: number;
  active: boolean;
  severity: Severity;
  critical: boolean;
  validatePayload: boolean;
  payloadSchema: JsonObject | null;
  updatedAt: Date;
  snapshot: WorkflowSnapshot;
  /** The active steps, in order. */
  jobs: readonly { type: WorkflowStepType }[];
  /** Whether the workflow has any step at all. */
  hasSteps: boolean;
}

/** A workflow with its active steps in order. */
export type RunnableWorkflow = DescribedWorkflow & { steps: RunStep[] };

/** A workflow whose steps and snapshot are in their dictionaries. */
export interface TriggeredWorkflow extends DescribedWorkflow {
  snapshotId: string;
  jobs: readonly { stepKey: string; type: WorkflowStepType }[];
}

export interface Targets {
  /** The stored workflows by their identifier. */
  workflows: ReadonlyMap<string, TriggeredWorkflow>;
  /** The existing subscribers: Subscriber.id by `subscriberId`. */
  subscribers: ReadonlyMap<string, string>;
}

/** A row with one workflow, or, without an ID, with the subscribers of all events. */
interface TargetRow {
  id: string | null;
  identifier: string;
  version: number;
  updated_at: Date;
  subscribers: Record<string, string> | null;
}

/**
 * Prepared workflows. After this time, the steps and snapshot of a workflow are stored again, so that maintenance does
 * not delete them.
 */
const prepared = new LRUCache<string, TriggeredWorkflow>({ max: 1_000, ttl: MARK_VALID_MS });

export const TARGETS = `
SELECT w.id, w.identifier, w.version, w.updated_at, NULL::json AS subscribers
FROM workflows w WHERE w.environment_id = $1 AND w.identifier = ANY ($2) AND w.deleted_at IS NULL
UNION ALL
SELECT NULL, NULL, NULL, NULL, json_object_agg(s.subscriber_id, s.id) FROM unnest($3::text[]) AS wanted (id)
JOIN LATERAL (SELECT s.subscriber_id, s.id FROM subscribers s
  WHERE s.environment_id = $1 AND s.subscriber_id = wanted.id LIMIT 1) s ON true`;

/** Reads the workflows and subscribers that events name. The prepared form of each workflow version is cached. */
export async function readTargets(
  environmentId: string,
  identifiers: readonly string[],
  subscriberIds: readonly string[],
): Promise<Targets> {
  const rows = await hotQuery<TargetRow>('events-targets', TARGETS, [environmentId, identifiers, subscriberIds]);
  const workflows = new Map<string, TriggeredWorkflow>();
  for (const { id, identifier, version, updated_at } of rows) {
    if (id === null) continue;
    const key = `${environmentId}:${id}:${version}:${updated_at.getTime()}`;
    const workflow = prepared.get(key) ?? (await prepare(environmentId, id, key));
    if (workflow) workflows.set(identifier, workflow);
  }
  const known = rows.find(({ id }) => id === null)?.subscribers ?? {};
  return { workflows, subscribers: new Map(Object.entries(known)) };
}

interface WorkflowRow {
  id: string;
  identifier: string;
  name: string;
  description: string;
  version: number;
  active: boolean;
  severity: Severity;
  tags: string[];
  origin: NeutralWorkflowOrigin;
  validate_payload: boolean;
  payload_schema: JsonObject | null;
  default_preferences: WorkflowPreferences;
  user_preferences: WorkflowPreferences | null;
  updated_at: Date;
  steps: StepRow[] | null;
}

interface StepRow {
  id: string;
  step_id: string;
  name: string;
  type: string;
  active: boolean;
  should_stop_on_fail: boolean;
  control_values: JsonObject;
  filters: StepFilter[];
}

async function prepare(environmentId: string, id: string, key: string): Promise<TriggeredWorkflow | undefined> {
  const described = await describeWorkflow(environmentId, id);
  if (!described) return undefined;
  const { steps, ...workflow } = described;
  const jobs = await storeSteps(environmentId, steps);
  const snapshotId = await storeSnapshot(environmentId, workflow.snapshot);
  const triggered = { ...workflow, jobs, snapshotId };
  afterCommit(() => prepared.set(key, triggered));
  return triggered;
}

/** Returns the current workflow with its active steps in order. Stores nothing. */
export async function describeWorkflow(environmentId: string, id: string): Promise<RunnableWorkflow | undefined> {
  const row = await readWorkflow(environmentId, id);
  return row && described(row);
}

/**
 * Returns the workflow that saving the draft would produce. Parts that the draft lacks come from the stored workflow.
 * Stores nothing.
 */
export async function describeDraft(environmentId: string, draft: WorkflowRecord): Promise<RunnableWorkflow> {
  const stored = await readWorkflow(environmentId, draft.id);
  const unstored = { active: true, should_stop_on_fail: false, filters: [] };
  return described({
    ...draft,
    origin: draft.origin as NeutralWorkflowOrigin,
    validate_payload: draft.validatePayload,
    payload_schema: draft.payloadSchema,
    default_preferences: draft.defaultPreferences,
    user_preferences: draft.userPreferences,
    updated_at: new Date(draft.updatedAt),
    steps: draft.steps.map(({ id, stepId, name, type, controlValues }) => {
      const before = stored?.steps?.find((step) => step.id === id) ?? unstored;
      return { ...before, id, step_id: stepId, name, type, control_values: controlValues };
    }),
  });
}

async function readWorkflow(environmentId: string, id: string): Promise<WorkflowRow | undefined> {
  const [row] = await hotQuery<WorkflowRow>(
    'events-workflow',
    `SELECT w.id, w.identifier, w.name, w.description, w.version, w.active, w.severity, w.tags, w.origin, w.validate_payload, w.payload_schema,
       w.default_preferences, w.user_preferences, w.updated_at,
       (SELECT json_agg(s ORDER BY s.position, s.id) FROM workflow_steps s
        WHERE s.environment_id = $1 AND s.workflow_id = w.id) AS steps
     FROM workflows w WHERE w.environment_id = $1 AND w.id = $2`,
    [environmentId, id],
  );
  return row;
}

function described(row: WorkflowRow): RunnableWorkflow {
  const all = (row.steps ?? []).filter(({ type }) => isWorkflowStepType(type));
  const steps = all.filter(({ active }) => active).map(runStep);
  const critical = isCritical({ defaultPreferences: row.default_preferences, userPreferences: row.user_preferences });
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    active: row.active,
    severity: row.severity,
    critical,
    validatePayload: row.validate_payload,
    payloadSchema: row.payload_schema,
    updatedAt: row.updated_at,
    snapshot: snapshotOf(row, critical, steps),
    jobs: steps,
    steps,
    hasSteps: all.length > 0,
  };
}

function snapshotOf(row: WorkflowRow, critical: boolean, steps: readonly RunStep[]): WorkflowSnapshot {
  return {
    workflowId: row.id,
    severity: row.severity,
    critical,
    channels: steps.map(({ type }) => type),
    tags: row.tags,
    template: {
      name: row.name,
      origin: row.origin,
      triggers: [{ type: 'event', identifier: row.identifier, variables: [] }],
    },
    settings: {
      identifier: row.identifier,
      description: row.description,
      defaultPreferences: row.default_preferences,
      userPreferences: row.user_preferences,
    },
  };
}

/** Returns the workflow for a run whose trigger overrides the severity. Null changes nothing. */
export async function withSeverity(
  environmentId: string,
  workflow: TriggeredWorkflow,
  wanted: unknown,
): Promise<TriggeredWorkflow> {
  const { data: severity } = Severity.safeParse(wanted);
  if (!severity || severity === workflow.severity) return workflow;
  const snapshot = { ...workflow.snapshot, severity };
  return { ...workflow, severity, snapshot, snapshotId: await storeSnapshot(environmentId, snapshot) };
}

function runStep(row: StepRow): RunStep {
  return {
    id: row.id,
    stepId: row.step_id,
    name: row.name,
    type: row.type as WorkflowStepType,
    controls: row.control_values,
    filters: row.filters,
    shouldStopOnFail: row.should_stop_on_fail,
  };
}

/** Stores steps in the dictionary, each under the hash of its content. */
async function storeSteps(environmentId: string, steps: readonly RunStep[]) {
  const jobs = steps.map((step) => ({ step, stepKey: stepKeyOf(step), type: step.type }));
  await hotQuery(
    'events-store-steps',
    `INSERT INTO job_steps (environment_id, id, content)
     SELECT $1, r.id, r.content FROM json_to_recordset($2::json) AS r (id bigint, content jsonb) ORDER BY r.id
     ON CONFLICT (environment_id, id) DO ${markedUsed('job_steps')}`,
    [environmentId, JSON.stringify(jobs.map(({ step, stepKey }) => ({ id: stepKey, content: step })))],
  );
  return jobs.map(({ stepKey, type }) => ({ stepKey, type }));
}

/** Returns the first 64 bits of the SHA-256 of a step's content, in PostgreSQL's text format of a bigint. */
export function stepKeyOf(step: RunStep): string {
  return createHash('sha256').update(JSON.stringify(step)).digest().readBigInt64BE().toString();
}
