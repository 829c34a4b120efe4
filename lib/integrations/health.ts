import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/db.ts';
import { HEALTH_HOURS } from './health-levels.ts';
import type { IntegrationHealthList } from './schema.ts';

/**
 * What the environment's integrations took and refused of the messages of the last 24 hours, from counts by the minute of
 * their creation: one read of a range of their key. An integration through which nothing was sent is absent.
 */
export async function listIntegrationHealth({ environmentId }: Ctx): Promise<IntegrationHealthList> {
  const since = new Date(Date.now() - HEALTH_HOURS * 3_600_000);
  const rows = await prisma().integrationStat.groupBy({
    by: ['integrationId'],
    where: { environmentId, minute: { gte: since } },
    _sum: { sent: true, failed: true, retried: true },
    orderBy: { integrationId: 'asc' },
  });
  return {
    since: since.toISOString(),
    integrations: rows.map(({ integrationId, _sum: { sent, failed, retried } }) => ({
      _id: integrationId,
      sent: sent ?? 0,
      failed: failed ?? 0,
      retried: retried ?? 0,
    })),
  };
}
