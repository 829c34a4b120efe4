import type { Ctx } from '#lib/api/context.ts';
import { idFloor } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { SearchSubscribersQuery, type SubscriberPage } from '#lib/subscribers/schema.ts';
import { searchSubscribers } from '#lib/subscribers/service.ts';
import type { Suppression as Row } from '#prisma/generated/client.ts';
import { listedForm } from './address.ts';
import { isSuppressedChannel } from './causes.ts';
import type { SuppressionEffect } from './schema.ts';

/** The largest number of subscribers with one address that are named. */
const SUBSCRIBERS = 5;

/** The number of newest runs that are read, for these subscribers together. */
const RUNS = 500;

/**
 * Returns the subscribers with a suppressed address, and the number of their messages that were skipped since the
 * suppression.
 */
export async function effectOf(ctx: Ctx, row: Row): Promise<Pick<SuppressionEffect, 'subscriberIds' | 'skipped'>> {
  const holders = await holdersOf(ctx, row);
  const skipped = await skippedSince(
    ctx,
    row,
    holders.flatMap(({ _id }) => _id ?? []),
  );
  return { subscriberIds: holders.map(({ subscriberId }) => subscriberId), skipped };
}

async function holdersOf(ctx: Ctx, { channel, address }: Row) {
  if (!isSuppressedChannel(channel)) return [];
  const query = SearchSubscribersQuery.parse({ q: address, limit: '50' });
  const { data }: SubscriberPage = JSON.parse(await searchSubscribers(ctx, query));
  return data
    .filter(({ email, phone }) => listedForm(channel, (channel === 'email' ? email : phone) ?? '') === address)
    .slice(0, SUBSCRIBERS);
}

async function skippedSince(
  { environmentId }: Ctx,
  { channel, createdAt }: Row,
  subscriberIds: string[],
): Promise<SuppressionEffect['skipped']> {
  if (subscriberIds.length === 0) return { count: 0, capped: false };
  const floor = idFloor(createdAt);
  const runs = await prisma().notification.findMany({
    where: { environmentId, subscriberId: { in: subscriberIds }, id: { gte: floor } },
    orderBy: { id: 'desc' },
    take: RUNS,
    select: { id: true },
  });
  const jobs = await prisma().job.findMany({
    where: {
      ...{ environmentId, notificationId: { in: runs.map(({ id }) => id) }, id: { gte: floor } },
      ...{ status: 'skipped', type: channel },
    },
    select: { reason: true, updatedAt: true },
  });
  const skipped = jobs.filter(({ reason }) => parseReason(reason)?.code === 'suppressed');
  const last = Math.max(...skipped.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    count: skipped.length,
    capped: runs.length === RUNS,
    ...(skipped.length > 0 && { lastAt: new Date(last).toISOString() }),
  };
}
