/** The running switch of a channel, and its end. Every writer first takes `lockChannel`. */
import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Integration, GradualSwitch as SwitchRow } from '#prisma/generated/client.ts';
import type { SwitchEnding } from './schema.ts';

/** The state of one of the two integrations of a switch. */
type SwitchSide = Pick<Integration, 'id' | 'name' | 'active' | 'primary' | 'sandbox' | 'conditions' | 'deletedAt'>;

export interface SwitchSides {
  former: SwitchSide | undefined;
  next: SwitchSide | undefined;
}

export async function runningSwitch(environmentId: string, channel: Channel): Promise<SwitchRow | undefined> {
  const where = { environmentId, channel, endedAt: null };
  return (await prisma().gradualSwitch.findFirst({ where })) ?? undefined;
}

/** Reads both integrations, including deleted ones. */
export async function sidesOf({
  environmentId,
  formerId,
  integrationId,
}: Pick<SwitchRow, 'environmentId' | 'formerId' | 'integrationId'>): Promise<SwitchSides> {
  const rows = await prisma().integration.findMany({ where: { environmentId, id: { in: [formerId, integrationId] } } });
  const sideOf = (id: string) => rows.find((row) => row.id === id);
  return { former: sideOf(formerId), next: sideOf(integrationId) };
}

interface End {
  ending: SwitchEnding;
  /** The cause of the end, as text for people. */
  why: string;
}

/**
 * Ends the channel's switch if a change of an integration made it obsolete: the old integration is no longer primary,
 * or the new integration can no longer replace it. Called after such changes, in their transaction.
 */
export async function endObsoleteSwitch(ctx: Ctx, channel: Channel | null): Promise<void> {
  const running = channel ? await runningSwitch(ctx.environmentId, channel) : undefined;
  if (!running) return;
  const end = endOf(await sidesOf(running));
  if (end) await endSwitch(ctx, running, end);
}

function endOf(sides: SwitchSides): End | undefined {
  if (sides.next?.primary) return { ending: 'finished', why: `${sides.next.name} is primary` };
  const why = obstacleTo(sides);
  return why === undefined ? undefined : { ending: 'changed', why };
}

/**
 * Returns why messages of the old integration cannot go through the new integration, as text. Undefined if they can.
 */
export function obstacleTo({ former, next }: SwitchSides): string | undefined {
  for (const side of [former, next]) {
    if (!side || side.deletedAt) return `${side?.name ?? 'An integration'} was deleted`;
    if (!side.active) return `${side.name} is inactive`;
  }
  if (!former?.primary) return `${former?.name} is not primary`;
  if (next?.primary) return `${next.name} is already primary`;
  if (Array.isArray(next?.conditions) && next.conditions.length > 0) return `${next.name} has conditions`;
  if (next && next.sandbox !== former.sandbox) {
    return next.sandbox
      ? `${next.name} is in sandbox mode, so its messages would not be sent`
      : `${former.name} is in sandbox mode, so switching would start to send real messages`;
  }
  return undefined;
}

/** Ends a running switch: all messages go through the primary integration again. Audited. */
export async function endSwitch(ctx: Ctx, running: SwitchRow, { ending, why }: End, at = new Date()): Promise<void> {
  const { environmentId, channel, startedAt, share, integrationId } = running;
  const { former, next } = await sidesOf(running);
  await prisma().gradualSwitch.updateMany({
    where: { environmentId, channel, startedAt, endedAt: null },
    data: { endedAt: at, ending, why },
  });
  await audit(ctx, {
    action: 'integrations.endSwitch',
    resourceType: 'integrations',
    resourceId: integrationId,
    resourceLabel: next?.name,
    before: { channel, share },
    after: { channel, share: null, primaryIntegration: former?.name, ending, why },
  });
}
