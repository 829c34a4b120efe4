import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { inOrder } from './order.ts';
import type { EnvironmentUsage } from './schema.ts';

const COUNT_CAP = 50_000;

/** Returns the contents of each environment, in the organization's order. */
export async function listEnvironmentUsage({ organizationId }: Ctx): Promise<EnvironmentUsage[]> {
  const environments = await prisma().environment.findMany({
    where: { organizationId },
    orderBy: inOrder,
    select: { id: true },
  });
  const usage: EnvironmentUsage[] = [];
  // One after another, so that a request never occupies several connections.
  for (const { id } of environments) usage.push(await usageOf(id));
  return usage;
}

async function usageOf(environmentId: string): Promise<EnvironmentUsage> {
  const kept = { environmentId, deletedAt: null };
  const workflows = await prisma().workflow.count({ where: kept });
  const sensitive = await prisma().workflow.findMany({
    where: { ...kept, isSensitive: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { identifier: true, name: true },
  });
  const layouts = await prisma().layout.count({ where: { environmentId } });
  const integrations = await prisma().integration.count({ where: kept });
  const apiKeys = await prisma().apiKey.count({ where: { environmentId, revokedAt: null } });
  const subscribers = await prisma().subscriber.count({ where: { environmentId }, take: COUNT_CAP + 1 });
  const last = await prisma().notification.findFirst({
    where: { environmentId },
    orderBy: { id: 'desc' },
    select: { createdAt: true },
  });
  return {
    _environmentId: environmentId,
    workflows,
    layouts,
    integrations,
    apiKeys,
    subscribers: Math.min(subscribers, COUNT_CAP),
    subscribersCapped: subscribers > COUNT_CAP,
    sensitiveWorkflows: sensitive.map(({ identifier: workflowId, name }) => ({ workflowId, name })),
    ...(last && { lastRunAt: last.createdAt.toISOString() }),
  };
}
