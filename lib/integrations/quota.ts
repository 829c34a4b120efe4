import { prisma } from '#lib/postgres/db.ts';
import type { IntegrationRow } from './query.ts';
import { dayNumber, nextDay } from './quota-day.ts';
import type { IntegrationUsage } from './schema.ts';

/**
 * Counts the messages that the integration sent today before it had a quota, because its provider counts these messages
 * too. The count is 0 in sandbox mode, because nothing is sent.
 */
export async function beginQuota({ environmentId, id, sandbox }: IntegrationRow, at: Date): Promise<void> {
  const day = dayNumber(at);
  const used = sandbox ? 0 : await sentSince(environmentId, id, new Date(day * 86_400_000));
  const where = { environmentId_integrationId: { environmentId, integrationId: id } };
  await prisma().sendQuota.upsert({
    where,
    create: { environmentId, integrationId: id, day, used },
    update: { day, used },
  });
}

async function sentSince(environmentId: string, integrationId: string, since: Date): Promise<number> {
  const { _sum } = await prisma().integrationStat.aggregate({
    where: { environmentId, minute: { gte: since }, integrationId },
    _sum: { sent: true },
  });
  return _sum.sent ?? 0;
}

/** Returns today's use of the quota. Undefined for an integration without a quota. */
export async function quotaUse({
  environmentId,
  id,
  messagesPerDay,
}: IntegrationRow): Promise<IntegrationUsage['quota']> {
  if (messagesPerDay === null) return undefined;
  const now = new Date();
  const row = await prisma().sendQuota.findFirst({ where: { environmentId, integrationId: id } });
  const used = row && row.day >= dayNumber(now) ? row.used : 0;
  return { used, limit: messagesPerDay, resetsAt: nextDay(now).toISOString() };
}
