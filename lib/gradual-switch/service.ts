/** Gradual switches of a channel's primary integration (docs/delivery.md, "Gradual switch"). */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { lockChannel } from '#lib/integrations/query.ts';
import { requireIntegration } from '#lib/integrations/service.ts';
import { setPrimary } from '#lib/integrations/set-primary.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import type { GradualSwitch as SwitchRow } from '#prisma/generated/client.ts';
import { countedSince, figuresOf } from './figures.ts';
import { endSwitch, obstacleTo, runningSwitch, sidesOf } from './running.ts';
import type { GradualSwitch, GradualSwitchList, SetGradualSwitchBody, SwitchEnding } from './schema.ts';

const DEFAULTS = { margin: 5, minMessages: 20 } as const;
/** Milliseconds for which an ended switch is listed. */
const LISTED_MS = 7 * 86_400_000;

/** Lists the running switches, and for each channel the last switch that ended in the last seven days. */
export async function listGradualSwitches({ environmentId }: Ctx): Promise<GradualSwitchList> {
  const since = new Date(Date.now() - LISTED_MS);
  const rows = await prisma().gradualSwitch.findMany({
    where: { environmentId, OR: [{ endedAt: null }, { endedAt: { gte: since } }] },
    orderBy: { channel: 'asc' },
  });
  return Promise.all(rows.map(wireOf));
}

/**
 * Starts a switch from the channel's primary integration to this integration, or changes its share. With 100, this
 * integration becomes primary as by `setPrimary`, and the switch ends.
 *
 * @throws ApiError `not_found`; `bad_request` for a channel without a primary integration, or if its messages cannot go
 * through this integration; `conflict` while a switch to another integration of the channel runs; `unprocessable` for a
 * start with 100.
 */
export async function setGradualSwitch(
  ctx: Ctx,
  integrationId: string,
  input: SetGradualSwitchBody,
): Promise<GradualSwitch> {
  const channel = await primaryChannel(ctx, integrationId);
  const row = await transaction(async () => {
    await lockChannel(ctx.environmentId, channel);
    const running = await runningSwitch(ctx.environmentId, channel);
    if (running && running.integrationId !== integrationId) throw alreadyRuns(channel);
    return running ? change(ctx, running, input) : start(ctx, channel, integrationId, input);
  });
  return wireOf(row);
}

async function start(
  ctx: Ctx,
  channel: Channel,
  integrationId: string,
  { share, margin = DEFAULTS.margin, minMessages = DEFAULTS.minMessages }: SetGradualSwitchBody,
): Promise<SwitchRow> {
  const { environmentId } = ctx;
  if (share === 100)
    throw fieldError('share', 'must be 5 or 25 at the start: to switch immediately, make the integration primary');
  const primary = await prisma().integration.findFirst({
    where: { environmentId, channel, primary: true, deletedAt: null },
  });
  if (!primary) throw rejected('make an integration of the channel primary first');
  const sides = await sidesOf({ environmentId, formerId: primary.id, integrationId });
  const { next } = sides;
  const obstacle = obstacleTo(sides) ?? (await undeliverable(ctx, integrationId));
  if (obstacle !== undefined) throw rejected(obstacle);
  await prisma().gradualSwitch.deleteMany({ where: { environmentId, channel, endedAt: { not: null } } });
  const startedAt = new Date();
  const data = { environmentId, channel, integrationId, formerId: primary.id, share, margin, minMessages, startedAt };
  const { count } = await prisma().gradualSwitch.createMany({ data, skipDuplicates: true });
  if (count === 0) throw alreadyRuns(channel);
  await audit(ctx, {
    action: 'integrations.startSwitch',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: next?.name,
    after: { channel, share, margin, minMessages, primaryIntegration: primary.name },
  });
  return { ...data, endedAt: null, ending: null, why: null };
}

async function undeliverable(ctx: Ctx, integrationId: string): Promise<string | undefined> {
  const { providerId, sandbox, name } = await requireIntegration(ctx, integrationId);
  return sandbox || findProvider(providerId)?.deliverable ? undefined : `Belfry cannot send through ${name}`;
}

async function change(ctx: Ctx, running: SwitchRow, input: SetGradualSwitchBody): Promise<SwitchRow> {
  const { environmentId, channel, integrationId } = running;
  const where = { environmentId_channel: { environmentId, channel } };
  if (input.share === 100) {
    await setPrimary(ctx, integrationId, { credentials: 'masked' });
    return prisma().gradualSwitch.findFirstOrThrow({ where: { environmentId, channel } });
  }
  const { margin = running.margin, minMessages = running.minMessages, share } = input;
  const row = await prisma().gradualSwitch.update({ where, data: { share, margin, minMessages } });
  const shown = ({ share, margin, minMessages }: SwitchRow) => ({ channel, share, margin, minMessages });
  await audit(ctx, {
    action: 'integrations.setSwitchShare',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: (await requireIntegration(ctx, integrationId)).name,
    before: shown(running),
    after: shown(row),
  });
  return row;
}

/**
 * Ends the switch to the integration: all messages go through the primary integration again.
 *
 * @throws ApiError `not_found`, also if no such switch runs; `bad_request` for a channel without a primary integration.
 */
export async function endGradualSwitch(ctx: Ctx, integrationId: string): Promise<GradualSwitch> {
  const { environmentId } = ctx;
  const channel = await primaryChannel(ctx, integrationId);
  const ended = await transaction(async () => {
    await lockChannel(environmentId, channel);
    const running = await runningSwitch(environmentId, channel);
    if (running?.integrationId !== integrationId)
      throw new ApiError('not_found', `No gradual switch to the integration ${integrationId} is running`);
    const { former } = await sidesOf(running);
    await endSwitch(ctx, running, { ending: 'returned', why: `Returned to ${former?.name} manually` });
    return prisma().gradualSwitch.findFirstOrThrow({ where: { environmentId, channel } });
  });
  return wireOf(ended);
}

async function wireOf(row: SwitchRow): Promise<GradualSwitch> {
  const { channel, share, margin, minMessages, startedAt, endedAt, ending, why } = row;
  return {
    channel: channel as Channel,
    share,
    margin,
    minMessages,
    startedAt: startedAt.toISOString(),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    ...(ending && { ending: ending as SwitchEnding }),
    ...(why && { why }),
    countedSince: countedSince(row).toISOString(),
    ...(await figuresOf(row, await sidesOf(row), new Date())),
  };
}

/** @throws ApiError 404; 400 for agents, and for a channel that has no primary integration. */
async function primaryChannel(ctx: Ctx, integrationId: string): Promise<Channel> {
  const { channel } = await requireIntegration(ctx, integrationId);
  if (channel && supportsPrimary(channel)) return channel;
  throw new ApiError('bad_request', `Channel ${channel ?? 'unknown'} does not support primary`);
}

function rejected(why: string): ApiError {
  return new ApiError('bad_request', `Cannot start a gradual switch: ${why}`);
}

function alreadyRuns(channel: Channel): ApiError {
  return new ApiError('conflict', `A gradual switch of ${channel} is already running: finish or end it first`);
}
