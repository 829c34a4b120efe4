import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/db.ts';
import { withheldReason, withheldWorkflows } from '#lib/notifications/withheld.ts';
import { findSubscriberId } from '#lib/preferences/query.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { type WireReason, wireReason } from '#lib/reasons/schema.ts';
import type { ChannelHealth, DeliveryHealth } from './schema.ts';
import { subscriberNotFound } from './service.ts';

/** How many messages are looked at, of all channels together. */
const LOOKED_AT = 500;

export interface Outcome {
  channel: Channel;
  status: string;
  reason: unknown;
  createdAt: Date;
}

/**
 * What became of the newest messages to a subscriber, by channel: whether the last one went through, and since when
 * none does.
 *
 * @throws ApiError `not_found`.
 */
export async function getDeliveryHealth(ctx: Ctx, subscriberId: string): Promise<DeliveryHealth> {
  const { environmentId } = ctx;
  const id = (await findSubscriberId(environmentId, subscriberId)) ?? subscriberNotFound(subscriberId);
  const rows = await prisma().message.findMany({
    where: { environmentId, subscriberId: id },
    orderBy: { id: 'desc' },
    take: LOOKED_AT,
    select: { channel: true, status: true, reason: true, createdAt: true, workflowId: true },
  });
  const withheld = await withheldWorkflows(
    ctx,
    rows.map(({ workflowId }) => workflowId),
  );
  const outcomes = rows.map(({ workflowId, reason, ...row }) => {
    const isWithheld = reason !== null && workflowId !== null && withheld.has(workflowId);
    return { ...row, reason: isWithheld ? withheldReason(reason as WireReason) : reason };
  });
  return { channels: healthOf(outcomes as Outcome[], rows.length === LOOKED_AT) };
}

/**
 * The health of each channel. A warning says nothing about it: there was no address, or another target got the message.
 * @param outcomes newest first.
 * @param hasOlder whether there are messages before these: then a failure may have begun earlier.
 */
export function healthOf(outcomes: readonly Outcome[], hasOlder: boolean): ChannelHealth[] {
  const told = outcomes.filter(({ status }) => status !== 'warning');
  return [...Map.groupBy(told, ({ channel }) => channel)].map(([channel, ofChannel]) => {
    const delivered = ofChannel.findIndex(({ status }) => status === 'sent');
    const failed = delivered === -1 ? ofChannel : ofChannel.slice(0, delivered);
    const [first, newest] = [failed.at(-1), failed[0]];
    const last = ofChannel[delivered];
    const reason = parseReason(newest?.reason);
    return {
      channel,
      ...(last && { lastDeliveredAt: last.createdAt.toISOString() }),
      ...(first && {
        failing: {
          since: first.createdAt.toISOString(),
          count: failed.length,
          isOlder: hasOlder && delivered === -1,
          ...(reason && { reason: wireReason(reason) }),
        },
      }),
    };
  });
}
