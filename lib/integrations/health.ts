import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { HEALTH_HOURS } from './health-levels.ts';
import { lastTests } from './last-tests.ts';
import type { IntegrationHealth, IntegrationHealthList } from './schema.ts';

/**
 * Returns how many messages of the last 24 hours the environment's integrations sent or failed to send, and which providers
 * do not respond. Reads three key ranges: counts by the minute of the message's creation, circuit breakers, and last tests.
 * Integrations without any of these are omitted.
 */
export async function listIntegrationHealth({ environmentId }: Ctx): Promise<IntegrationHealthList> {
  const since = new Date(Date.now() - HEALTH_HOURS * 3_600_000);
  const counted = await prisma().integrationStat.groupBy({
    by: ['integrationId'],
    where: { environmentId, minute: { gte: since } },
    _sum: { sent: true, failed: true, retried: true },
    orderBy: { integrationId: 'asc' },
  });
  const breakers = await prisma().circuitBreaker.findMany({
    select: { integrationId: true, openedAt: true },
    where: { environmentId },
    orderBy: { integrationId: 'asc' },
  });
  const health = new Map(counted.map(({ integrationId, _sum }) => [integrationId, whole(_sum)]));
  for (const { integrationId, openedAt } of breakers) {
    health.set(integrationId, { ...(health.get(integrationId) ?? none), unreachableSince: openedAt.toISOString() });
  }
  for (const [integrationId, lastTest] of await lastTests(environmentId))
    health.set(integrationId, { ...(health.get(integrationId) ?? none), lastTest });
  return { since: since.toISOString(), integrations: [...health].map(([_id, each]) => ({ _id, ...each })) };
}

type Counts = Omit<IntegrationHealth, '_id'>;

const none: Counts = { sent: 0, failed: 0, retried: 0 };

function whole({ sent, failed, retried }: Record<'sent' | 'failed' | 'retried', number | null>): Counts {
  return { sent: sent ?? 0, failed: failed ?? 0, retried: retried ?? 0 };
}
