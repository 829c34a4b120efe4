/** Makes an integration primary (spec 4.4), and undoes this change. */
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import type { RawJson } from '#lib/api/operation.ts';
import { audit } from '#lib/audit-log/service.ts';
import { endObsoleteSwitch } from '#lib/gradual-switch/running.ts';
import { transaction } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { endOutageWithoutAttempts } from './end-outage.ts';
import {
  type ChannelSnapshot,
  forgetSwitch,
  keepSwitch,
  readChannel,
  readSwitches,
  restoreChannel,
  type StoredSwitch,
} from './primary-switches.ts';
import { demotePrimary, findIntegration, type IntegrationRow, lockChannel, promoteToPrimary } from './query.ts';
import { needsCredentials } from './rules.ts';
import type { IntegrationsQuery, PrimarySwitch } from './schema.ts';
import { notFound, requireCredentials, requireIntegration, show } from './service.ts';

/**
 * Makes the integration the primary one of its channel in the environment (spec 4.4) and returns it as JSON.
 *
 * The integration becomes active, loses its conditions and gets the highest priority. If it is already primary, it is
 * returned unchanged. Calls for one channel run one after another, so a channel with a primary always has exactly one.
 *
 * @throws ApiError `not_found`; `bad_request` for a channel without a primary integration and for agents;
 * `unprocessable` naming missing required credentials, unless the integration is in sandbox mode.
 */
export async function setPrimary(ctx: Ctx, integrationId: string, input: IntegrationsQuery = {}): Promise<RawJson> {
  const channel = await primaryChannel(ctx, integrationId);
  const row = await transaction(() => promote(ctx, channel, integrationId));
  return show(ctx, row, input);
}

async function promote(ctx: Ctx, channel: Channel, integrationId: string): Promise<IntegrationRow> {
  const { environmentId } = ctx;
  await lockChannel(environmentId, channel);
  const before = await requireIntegration(ctx, integrationId);
  if (before.primary) return before;
  if (needsCredentials({ active: true, sandbox: before.sandbox })) requireCredentials(before);
  const at = new Date();
  const channelBefore = await readChannel(environmentId, channel);
  const demoted = await demotePrimary(environmentId, channel, integrationId, at);
  const after = await promoteToPrimary({ ...before, channel }, at);
  if (!after) throw notFound(integrationId);
  await keepSwitch(environmentId, {
    channel,
    integrationId,
    formerId: demoted?.id ?? null,
    before: channelBefore,
    after: await readChannel(environmentId, channel),
    switchedAt: at,
  });
  await audit(ctx, {
    action: 'integrations.setPrimary',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: after.name,
    before: { ...shownState(before), ...shownPrimary(demoted) },
    after: { ...shownState(after), ...shownPrimary(after) },
  });
  await endObsoleteSwitch(ctx, channel);
  return after;
}

/** The time for which the change of a primary can be undone. */
const UNDO_MS = 24 * 3_600_000;

/**
 * Undoes `setPrimary` of the integration: restores the primary, order, conditions and active integrations of the
 * channel. Returns the integration as JSON.
 *
 * @throws ApiError `not_found`; `bad_request` as `setPrimary`; `conflict` if the integration is not primary, did not
 * become so in the last 24 hours, or the channel's integrations changed since then.
 */
export async function undoSetPrimary(ctx: Ctx, integrationId: string, input: IntegrationsQuery = {}): Promise<RawJson> {
  const channel = await primaryChannel(ctx, integrationId);
  const row = await transaction(() => undo(ctx, channel, integrationId));
  return show(ctx, row, input);
}

async function undo(ctx: Ctx, channel: Channel, integrationId: string): Promise<IntegrationRow> {
  const { environmentId } = ctx;
  await lockChannel(environmentId, channel);
  const before = await requireIntegration(ctx, integrationId);
  const [last] = await readSwitches(environmentId, { channel, integrationId });
  const obstacle = last
    ? obstacleTo(last, await readChannel(environmentId, channel), new Date())
    : `${before.name} did not become primary in the last 24 hours`;
  if (!last || obstacle) throw new ApiError('conflict', `Nothing was undone: ${obstacle}`);
  const at = new Date();
  await restoreChannel(environmentId, last, at);
  await forgetSwitch(environmentId, channel);
  const after = await requireIntegration(ctx, integrationId);
  await endOutageWithoutAttempts(after, at);
  const former = last.formerId ? await findIntegration(environmentId, last.formerId) : undefined;
  await audit(ctx, {
    action: 'integrations.undoSetPrimary',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: after.name,
    before: { ...shownState(before), ...shownPrimary(before) },
    after: { ...shownState(after), ...shownPrimary(former) },
  });
  await endObsoleteSwitch(ctx, channel);
  return after;
}

/** Returns the changes of primary integrations in the last 24 hours: the last change of each channel. */
export async function listPrimarySwitches({ environmentId }: Ctx): Promise<PrimarySwitch[]> {
  const now = new Date();
  const switches: PrimarySwitch[] = [];
  for (const one of await readSwitches(environmentId, {})) {
    if (isOver(one, now)) continue;
    const obstacle = obstacleTo(one, await readChannel(environmentId, one.channel), now);
    const target = one.before[one.integrationId];
    switches.push({
      channel: one.channel,
      integrationId: one.integrationId,
      ...(one.formerId && { formerIntegrationId: one.formerId }),
      switchedAt: one.switchedAt.toISOString(),
      conditions: target?.conditions.length ?? 0,
      wasActive: target?.active ?? true,
      ...(obstacle && { obstacle }),
    });
  }
  return switches;
}

/** Returns why a change cannot be undone. Undefined if it can. */
function obstacleTo(last: StoredSwitch, present: ChannelSnapshot, now: Date): string | undefined {
  if (isOver(last, now)) return 'the change is more than 24 hours old';
  return isDeepStrictEqual(present, last.after)
    ? undefined
    : 'integrations of the channel were added, changed or deleted since then';
}

function isOver({ switchedAt }: StoredSwitch, now: Date): boolean {
  return now.getTime() - switchedAt.getTime() > UNDO_MS;
}

/**
 * Returns the channel of an integration that can be primary.
 * @throws ApiError 404; 400 for a channel without a primary integration and for agents.
 */
async function primaryChannel(ctx: Ctx, integrationId: string): Promise<Channel> {
  const { channel } = await requireIntegration(ctx, integrationId);
  if (channel && supportsPrimary(channel)) return channel;
  throw new ApiError('bad_request', `Channel ${channel ?? 'unknown'} does not support primary`);
}

function shownState({ channel, active, primary, conditions }: IntegrationRow) {
  return { channel, active, primary, conditions };
}

function shownPrimary(primary: Pick<IntegrationRow, 'id' | 'name'> | undefined) {
  return { primaryIntegrationId: primary?.id ?? null, primaryIntegration: primary?.name ?? null };
}
