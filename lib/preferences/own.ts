/** The preferences of the calling subscriber, in the context of the inbox session. */
import type { InboxCtx } from '#lib/api/context.ts';
import { contextOf } from '#lib/contexts/save.ts';
import { transaction } from '#lib/postgres/db.ts';
import { type PreferenceScope, selectActiveWorkflows, selectPreferences } from './query.ts';
import type {
  BulkUpdatePreferencesBody,
  OwnPreference,
  OwnPreferenceAnswer,
  OwnPreferenceList,
  OwnPreferencesQuery,
  OwnWorkflowPreferenceBody,
  UpdateOwnPreferenceBody,
} from './schema.ts';
import { bulkUpdatePreferences, getSchedule, hasCriticality, updatePreferences } from './service.ts';
import { twelveHourSchedule } from './twelve-hour.ts';
import { globalPreferenceWire, preferenceWire } from './wire.ts';

/** Returns the global preference, and the preferences for the active workflows that match, oldest workflow first. */
export async function listOwnPreferences(
  ctx: InboxCtx,
  { criticality, tags, severity }: OwnPreferencesQuery,
): Promise<OwnPreferenceList> {
  const scope = scopeOf(ctx);
  const { contextKeys } = scope;
  const workflows = await selectActiveWorkflows(scope.environmentId);
  const rows = await selectPreferences(scope);
  const wanted = workflows.filter(
    (workflow) =>
      hasCriticality(workflow, criticality) &&
      (!tags?.length || workflow.tags.some((tag) => tags.includes(tag))) &&
      (!severity?.length || severity.includes(workflow.severity)),
  );
  const ofWorkflows = wanted.map((workflow) => preferenceWire({ workflow, rows, contextKeys }));
  return { data: [globalWire(rows, contextKeys), ...ofWorkflows] };
}

export async function getOwnGlobalPreference(ctx: InboxCtx): Promise<OwnPreferenceAnswer> {
  const scope = scopeOf(ctx);
  return { data: globalWire(await selectPreferences(scope), scope.contextKeys) };
}

/** Changes the given channels, and the given parts of the schedule. */
export function updateOwnGlobalPreference(
  ctx: InboxCtx,
  { schedule, ...channels }: UpdateOwnPreferenceBody,
): Promise<OwnPreferenceAnswer> {
  return transaction(async () => {
    const scope = scopeOf(ctx);
    const stored = schedule && (await getSchedule(scope));
    const changed = schedule && { isEnabled: false, ...stored, ...schedule };
    const context = contextOf(scope.contextKeys);
    await updatePreferences(ctx, ctx.actor.externalSubscriberId, { channels, schedule: changed, context });
    return getOwnGlobalPreference(ctx);
  });
}

/** @throws ApiError `not_found` for an unknown workflow, `bad_request` for a critical one. */
export async function updateOwnWorkflowPreference(
  ctx: InboxCtx,
  workflowId: string,
  channels: OwnWorkflowPreferenceBody,
): Promise<OwnPreferenceAnswer> {
  const [data] = await updateOwnWorkflows(ctx, [{ workflowId, channels }]);
  return { data: data as OwnPreference };
}

/**
 * Changes the preferences for several workflows: all of them, or none if one fails. @throws ApiError as
 * `bulkUpdatePreferences`.
 */
export function updateOwnWorkflows(
  ctx: InboxCtx,
  preferences: BulkUpdatePreferencesBody['preferences'],
): Promise<OwnPreference[]> {
  const { externalSubscriberId, contextKeys } = ctx.actor;
  return bulkUpdatePreferences(ctx, externalSubscriberId, { preferences, context: contextOf(contextKeys) });
}

function scopeOf({ environmentId, actor }: InboxCtx): PreferenceScope {
  return { environmentId, subscriberId: actor.subscriberId, contextKeys: actor.contextKeys };
}

function globalWire(...stored: Parameters<typeof globalPreferenceWire>): OwnPreference {
  const { schedule, ...preference } = globalPreferenceWire(...stored);
  return { ...preference, ...(schedule && { schedule: twelveHourSchedule(schedule) }) };
}
