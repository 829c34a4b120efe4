import type { Ctx } from '#lib/api/context.ts';
import { findSenders } from '#lib/integrations/find-senders.ts';
import { prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { listOutages } from './in-progress.ts';
import type { RecentOutages } from './schema.ts';

const DAYS = 30;
const MAX_OUTAGES = 200;

/** Returns the outages of the last 30 days, at most 200: those in progress first, then the newest. */
export async function listRecentOutages(ctx: Ctx): Promise<RecentOutages> {
  const { environmentId } = ctx;
  const rows = await prisma().outage.findMany({
    where: { environmentId, openedAt: { gte: new Date(Date.now() - DAYS * DAY_MS) } },
    orderBy: [{ openedAt: 'desc' }, { integrationId: 'desc' }],
    take: MAX_OUTAGES,
  });
  const senders = await findSenders(
    environmentId,
    rows.map(({ integrationId }) => integrationId),
  );
  const waits = new Map(
    rows.some(({ closedAt }) => !closedAt)
      ? (await listOutages(ctx)).map(({ integration, waiting, more }) => [integration._id, { waiting, more }])
      : [],
  );
  const outages: RecentOutages = rows.map(({ integrationId, openedAt, closedAt, words, late, failed }) => ({
    integration: senders.get(integrationId) ?? { _id: integrationId },
    openedAt: openedAt.toISOString(),
    ...(closedAt ? { closedAt: closedAt.toISOString() } : waits.get(integrationId)),
    words,
    ...(late !== null && { late }),
    ...(failed !== null && { failed }),
  }));
  return [...outages.filter(({ closedAt }) => !closedAt), ...outages.filter(({ closedAt }) => closedAt)];
}
