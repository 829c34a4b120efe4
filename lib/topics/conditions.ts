import { fieldError } from '#lib/api/errors.ts';
import { conditionProblems } from '#lib/conditions/check.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { isCritical, type WorkflowPreferences } from '#lib/preferences/workflow-preferences.ts';
import { findReferenced, workflowReference } from '#lib/workflows/reference.ts';
import type { WorkflowSummary } from '#lib/workflows/schema.ts';
import type { Severity } from '#lib/workflows/severity.ts';
import type { PreferenceInput, SubscriptionPreference } from './schema.ts';

/**
 * An element of `topic_subscriptions.conditions`. The first condition for a workflow takes precedence over a condition
 * for all workflows.
 */
export interface SubscriptionCondition {
  /** Workflow.id. Null for all workflows. */
  workflowId: string | null;
  /** Whether the subscription is on. Ignored if there is a condition. */
  enabled: boolean;
  condition?: JsonObject | undefined;
}

/** Returns the condition of a subscription for runs of a workflow. Undefined if all runs are allowed. */
export function conditionFor(
  conditions: readonly SubscriptionCondition[],
  workflowId: string,
): SubscriptionCondition | undefined {
  return (
    conditions.find((each) => each.workflowId === workflowId) ?? conditions.find((each) => each.workflowId === null)
  );
}

/**
 * Converts a request's preferences to conditions. If several preferences name the same workflow, the last preference
 * counts.
 *
 * @param field the name of the field in errors.
 * @throws ApiError 422 for an unknown workflow or a condition that cannot be evaluated.
 */
export async function readConditions(
  environmentId: string,
  preferences: readonly PreferenceInput[],
  field = 'preferences',
): Promise<SubscriptionCondition[]> {
  const named = preferences.map(namesOf);
  const workflows = await findNamedWorkflows(environmentId, named);
  const conditions = new Map<string | null, SubscriptionCondition>();
  for (const [at, { workflowIds, tags, enabled = true, condition }] of named.entries()) {
    const [problem] = condition ? conditionProblems(condition, () => undefined) : [];
    if (problem) throw fieldError(`${field}.${at}.condition`, problem.message);
    const unknown = workflowIds.find((name) => !findReferenced(name, workflows));
    if (unknown !== undefined) throw fieldError(`${field}.${at}`, `The workflow "${unknown}" does not exist`);
    const chosen = workflows.filter(
      (workflow) =>
        workflowIds.some((name) => findReferenced(name, workflows)?.id === workflow.id) ||
        workflow.tags.some((tag) => tags.includes(tag)),
    );
    const ids = workflowIds.length + tags.length === 0 ? [null] : chosen.map(({ id }) => id);
    for (const workflowId of ids) conditions.set(workflowId, { workflowId, enabled, condition });
  }
  return [...conditions.values()];
}

interface Named {
  workflowIds: string[];
  tags: string[];
  enabled?: boolean | undefined;
  condition?: JsonObject | undefined;
}

function namesOf(preference: PreferenceInput): Named {
  if (typeof preference === 'string') return { workflowIds: [preference], tags: [] };
  const { enabled, condition } = preference;
  if ('workflowId' in preference) return { workflowIds: [preference.workflowId], tags: [], enabled, condition };
  const { workflowIds = [], tags = [] } = preference.filter;
  return { workflowIds, tags, enabled, condition };
}

/** Reads the workflows with these names or tags. Unknown names and tags are ignored. */
export function findNamedWorkflows(environmentId: string, named: readonly Pick<Named, 'workflowIds' | 'tags'>[]) {
  const names = named.flatMap(({ workflowIds }) => workflowIds);
  const ids = names.flatMap((name) => workflowReference(name).id ?? []);
  const tags = named.flatMap((each) => each.tags);
  const OR = [{ id: { in: ids } }, { identifier: { in: names } }, { tags: { hasSome: tags } }];
  return prisma().workflow.findMany({
    where: { environmentId, deletedAt: null, OR },
    select: { id: true, identifier: true, tags: true },
  });
}

/** Reads the workflows of conditions as wire shapes, by Workflow.id. */
export async function readWorkflowSummaries(
  environmentId: string,
  conditions: readonly SubscriptionCondition[],
): Promise<Map<string, WorkflowSummary>> {
  const ids = [...new Set(conditions.flatMap(({ workflowId }) => workflowId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await prisma().workflow.findMany({ where: { environmentId, id: { in: ids }, deletedAt: null } });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        identifier: row.identifier,
        name: row.name,
        critical: isCritical({
          defaultPreferences: row.defaultPreferences as WorkflowPreferences,
          userPreferences: row.userPreferences as WorkflowPreferences | null,
        }),
        tags: row.tags,
        severity: row.severity as Severity,
      },
    ]),
  );
}

/** Returns the conditions of a subscription as wire shapes. Conditions for deleted workflows are omitted. */
export function preferencesWire(
  subscriptionId: string,
  conditions: readonly SubscriptionCondition[],
  workflows: ReadonlyMap<string, WorkflowSummary>,
): SubscriptionPreference[] {
  return conditions.flatMap(({ workflowId, enabled, condition }) => {
    const workflow = workflowId === null ? undefined : workflows.get(workflowId);
    if (workflowId !== null && !workflow) return [];
    return [{ subscriptionId, ...(workflow && { workflow }), enabled, ...(condition && { condition }) }];
  });
}
