import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { conditionProblems } from '#lib/conditions/check.ts';
import { contextKeysOf, contextWrites, saveContexts } from '#lib/contexts/save.ts';
import type { ContextInput } from '#lib/contexts/schema.ts';
import { newId } from '#lib/id.ts';
import { transaction } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';
import { lockSubscriber, requireSubscriberId } from '#lib/subscribers/find.ts';
import { findReferenced } from '#lib/workflows/reference.ts';
import { authorNames, changesOf } from './changes.ts';
import type { ChannelChanges, ChannelPreferences } from './channels.ts';
import { resolvePreferences } from './effective.ts';
import {
  deletePreferences,
  findWorkflows,
  type PreferenceRow,
  type PreferenceScope,
  type PreferenceWrite,
  savePreferences,
  selectActiveWorkflows,
  selectPreferences,
  type WorkflowRow,
} from './query.ts';
import type {
  BulkUpdatePreferencesBody,
  Preference,
  Schedule,
  SubscriberPreferences,
  SubscriberPreferencesQuery,
  UpdatePreferencesBody,
} from './schema.ts';
import { preferencesWire, preferenceWire } from './wire.ts';
import { isCritical, type WorkflowLayers } from './workflow-preferences.ts';

/**
 * Sets channels of up to 100 workflows for a subscriber (spec 4.5), all of them or none.
 *
 * If several items name the same workflow, the last item counts. Returns one Preference per workflow with the effective
 * values, in the order in which the workflows were first named. Updates of one subscriber run one after another, so no
 * update is lost.
 *
 * @throws ApiError `not_found` for the subscriber or any workflow; `bad_request` for an empty list or a critical
 * workflow.
 */
export async function bulkUpdatePreferences(
  ctx: Ctx,
  subscriberId: string,
  body: BulkUpdatePreferencesBody,
): Promise<Preference[]> {
  return transaction(async () => {
    const scope = await lockScope(ctx, subscriberId, body.context);
    if (body.preferences.length === 0) throw new ApiError('bad_request', 'No preferences provided for bulk update');
    const chosen = await chooseWorkflows(ctx, body.preferences);
    const rows = await write(ctx, scope, subscriberId, [...chosen.values()], body.context);
    const { contextKeys } = scope;
    return [...chosen.values()].map(({ workflow }) => preferenceWire({ workflow, rows, contextKeys }));
  });
}

/**
 * Sets channels and condition of one workflow. Without `workflowId`, sets the global preference, which also has a
 * schedule. Null removes a choice. Returns the same as `getPreferences`.
 *
 * @throws ApiError as `bulkUpdatePreferences`; 422 for a condition that cannot be evaluated.
 */
export async function updatePreferences(
  ctx: Ctx,
  subscriberId: string,
  { workflowId, channels, schedule, condition, context }: UpdatePreferencesBody,
): Promise<SubscriberPreferences> {
  const [problem] = condition ? conditionProblems(condition, () => undefined) : [];
  if (problem) throw fieldError('condition', problem.message);
  const scope = await transaction(async () => {
    const scope = await lockScope(ctx, subscriberId, context);
    const chosen = workflowId === undefined ? undefined : await chooseWorkflows(ctx, [{ workflowId, channels }]);
    const choices: Choice[] = chosen
      ? [...chosen.values()].map((choice) => ({ ...choice, condition }))
      : [{ channels, schedule, condition }];
    await write(ctx, scope, subscriberId, choices, context);
    return scope;
  });
  return readPreferences(scope, 'nonCritical');
}

/**
 * Returns the effective preferences of a subscriber: the global preference, and one preference per active workflow.
 * @throws ApiError `not_found`.
 */
export async function getPreferences(
  ctx: Ctx,
  subscriberId: string,
  { criticality, contextKeys = [] }: SubscriberPreferencesQuery,
): Promise<SubscriberPreferences> {
  const { environmentId } = ctx;
  const id = await requireSubscriberId(environmentId, subscriberId);
  return readPreferences({ environmentId, subscriberId: id, contextKeys }, criticality);
}

/**
 * Returns the hours in which a subscriber wants messages in a context. Undefined if the subscriber never chose hours.
 */
export async function getSchedule(scope: PreferenceScope): Promise<Schedule | undefined> {
  const rows = await selectPreferences(scope);
  return resolvePreferences({ workflow: null, rows, contextKeys: scope.contextKeys }).schedule;
}

/**
 * Stores the hours in which a subscriber wants messages in a context, unless the subscriber already chose hours.
 * @throws ApiError `not_found`.
 */
export function setFirstSchedule(
  ctx: Ctx,
  subscriberId: string,
  schedule: Schedule,
  context: ContextInput,
): Promise<Schedule> {
  return transaction(async () => {
    const scope = await lockScope(ctx, subscriberId, context);
    const chosen = await getSchedule(scope);
    if (!chosen) await write(ctx, scope, subscriberId, [{ channels: undefined, schedule }], context);
    return chosen ?? schedule;
  });
}

/** A requested change of the preference for a workflow, or of the global preference. */
interface Choice {
  workflow?: WorkflowRow;
  channels: ChannelChanges | undefined;
  schedule?: UpdatePreferencesBody['schedule'];
  condition?: UpdatePreferencesBody['condition'];
}

async function lockScope(ctx: Ctx, subscriberId: string, context: ContextInput = {}): Promise<PreferenceScope> {
  const { environmentId } = ctx;
  const id = await lockSubscriber(environmentId, subscriberId);
  return { environmentId, subscriberId: id, contextKeys: contextKeysOf(context) };
}

/** Returns the choices by Workflow.id, in the order in which workflows were first named. The last item of a workflow counts. */
async function chooseWorkflows(
  ctx: Ctx,
  items: readonly { workflowId: string; channels?: ChannelChanges | undefined }[],
): Promise<Map<string, Choice & { workflow: WorkflowRow }>> {
  const workflows = await findWorkflows(
    ctx.environmentId,
    items.map((item) => item.workflowId),
  );
  const found = items.map((item) => ({ ...item, workflow: findReferenced(item.workflowId, workflows) }));
  const unknown = found.filter((item) => !item.workflow);
  if (unknown.length > 0) throw new ApiError('not_found', `Workflows with ids: ${named(unknown)} not found`);
  const critical = found.filter((item) => item.workflow && isCritical(item.workflow));
  if (critical.length > 0) {
    throw new ApiError('bad_request', `Critical workflows with ids: ${named(critical)} cannot be updated`);
  }
  return new Map(
    found.flatMap(({ workflow, channels }) => (workflow ? [[workflow.id, { workflow, channels }] as const] : [])),
  );
}

function named(items: { workflowId: string }[]): string {
  return [...new Set(items.map((item) => item.workflowId))].join(', ');
}

/**
 * Stores the choices for exactly the context of the scope, and returns all rows that then apply in that context.
 * Requires the lock of `lockScope`.
 */
async function write(
  ctx: Ctx,
  scope: PreferenceScope,
  subscriberId: string,
  choices: Choice[],
  context: ContextInput = {},
): Promise<PreferenceRow[]> {
  const at = new Date();
  const rows = await selectPreferences(scope);
  const [own, others] = ownRows(rows, scope);
  const before = byWorkflow(own);
  const writes = choices.flatMap(({ workflow, channels = {}, schedule, condition }): PreferenceWrite[] => {
    const workflowId = workflow?.id ?? null;
    const stored = before.get(workflowId)?.channels;
    const given = effectiveOnly(channels, stored);
    const isEmpty = Object.keys(given).length === 0 && !schedule && condition === undefined;
    const changes = changesOf(ctx.actor, at, given, stored);
    return isEmpty ? [] : [{ id: newId(at), workflowId, channels: given, changes, schedule, condition }];
  });
  if (writes.length === 0) return rows;
  const contexts = contextWrites(context);
  if (contexts.length > 0) await saveContexts(ctx.environmentId, contexts, at);
  const changed = new Map(writes.map((change) => applied(change, scope, before, at)));
  const isLeft = (workflowId: string | null) => holdsSomething(changed.get(workflowId));
  await savePreferences(
    scope,
    writes.filter(({ workflowId }) => isLeft(workflowId)),
    at,
  );
  await deletePreferences(
    scope,
    [...changed.keys()].filter((workflowId) => !isLeft(workflowId) && before.has(workflowId)),
  );
  const after = new Map([...before, ...changed].filter(([, row]) => holdsSomething(row)));
  const state = (stored: StoredPreferences) =>
    writes.map(({ workflowId }) => {
      const { channels = {}, schedule, condition } = stored.get(workflowId) ?? {};
      return { workflowId, channels, ...(schedule && { schedule }), ...(condition && { condition }) };
    });
  await audit(ctx, {
    action: 'preferences.update',
    resourceType: 'preferences',
    resourceId: scope.subscriberId,
    resourceLabel: subscriberId,
    before: { contextKeys: scope.contextKeys, preferences: state(before) },
    after: { contextKeys: scope.contextKeys, preferences: state(after) },
  });
  return [...others, ...after.values()];
}

/** Splits rows into rows of exactly this context, and rows without context, which apply in every context. */
function ownRows(rows: readonly PreferenceRow[], { contextKeys }: PreferenceScope): [PreferenceRow[], PreferenceRow[]] {
  const isOwn = (row: PreferenceRow) => row.contextKeys.length === contextKeys.length;
  return [rows.filter(isOwn), rows.filter((row) => !isOwn(row))];
}

/** Rows by Workflow.id. Null is the key of the global preference. */
type StoredPreferences = Map<string | null, PreferenceRow>;

function byWorkflow(rows: readonly PreferenceRow[]): StoredPreferences {
  return new Map(rows.map((row) => [row.workflowId, row]));
}

/** Returns the row that `savePreferences` will store for a change. */
function applied(
  change: PreferenceWrite,
  { contextKeys }: PreferenceScope,
  before: StoredPreferences,
  at: Date,
): [string | null, PreferenceRow] {
  const stored = before.get(change.workflowId);
  const row: PreferenceRow = {
    id: stored?.id ?? change.id,
    workflowId: change.workflowId,
    contextKeys,
    enabled: stored?.enabled ?? true,
    channels: withoutNulls({ ...stored?.channels, ...change.channels }),
    changes: withoutNulls({ ...stored?.changes, ...change.changes }),
    condition: change.condition === undefined ? (stored?.condition ?? null) : change.condition,
    schedule: change.schedule ?? stored?.schedule ?? null,
    updatedAt: at,
  };
  return [change.workflowId, row];
}

/**
 * Whether a row still has a setting. Rows without a setting are deleted, because their time of change would suggest a
 * choice.
 */
function holdsSomething(row: PreferenceRow | undefined): boolean {
  if (!row) return false;
  return !row.enabled || Object.keys(row.channels).length > 0 || row.condition !== null || row.schedule !== null;
}

/** Returns the given channels, without resets of channels that have no stored choice. */
function effectiveOnly(channels: ChannelChanges, stored: ChannelPreferences = {}): ChannelChanges {
  const given = CHANNELS.filter(
    (channel) => channels[channel] !== undefined && (channels[channel] ?? stored[channel]) !== undefined,
  );
  return Object.fromEntries(given.map((channel) => [channel, channels[channel]]));
}

function withoutNulls<T>(values: { [channel in Channel]?: T | null | undefined }): { [channel in Channel]?: T } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as {
    [channel in Channel]?: T;
  };
}

async function readPreferences(
  scope: PreferenceScope,
  criticality: SubscriberPreferencesQuery['criticality'],
): Promise<SubscriberPreferences> {
  const workflows = await selectActiveWorkflows(scope.environmentId);
  const rows = await selectPreferences(scope);
  const names = await authorNames(scope.environmentId, rows);
  const wanted = workflows.filter((workflow) => hasCriticality(workflow, criticality));
  return preferencesWire({ rows, contextKeys: scope.contextKeys }, wanted, names);
}

export function hasCriticality(workflow: WorkflowLayers, wanted: SubscriberPreferencesQuery['criticality']): boolean {
  return wanted === 'all' || isCritical(workflow) === (wanted === 'critical');
}
