import { prisma } from '#lib/postgres/db.ts';
import type { SystemFacts } from './schema.ts';

const MAX_OUTAGES = 50;
/**
 * A host counts as an outage only if a step called it in the last hour. Its row remains until maintenance deletes it.
 */
const CALLED_WITHIN_MS = 3_600_000;

interface NamedEnvironment {
  id: string;
  name: string;
  slug: string;
}

/** Returns the open circuit breakers of these environments, for integrations in use and hosts of HTTP steps. */
export async function openOutages(
  environments: readonly NamedEnvironment[],
  now: Date,
): Promise<SystemFacts['outages']> {
  const byId = new Map(environments.map(({ id, ...named }) => [id, { _id: id, ...named }]));
  const environmentId = { in: [...byId.keys()] };
  const integrations = await prisma().circuitBreaker.findMany({
    where: { environmentId, integration: { active: true, deletedAt: null } },
    select: { environmentId: true, openedAt: true, probeAt: true, integration: { select: { id: true, name: true } } },
    orderBy: [{ openedAt: 'asc' }],
    take: MAX_OUTAGES,
  });
  const hosts = await prisma().hostBreaker.findMany({
    where: { environmentId, probeAt: { gt: new Date(now.getTime() - CALLED_WITHIN_MS) } },
    select: { environmentId: true, host: true, openedAt: true, probeAt: true },
    orderBy: { openedAt: 'asc' },
    take: MAX_OUTAGES,
  });
  const open = [
    ...integrations.map(({ integration, ...breaker }) => ({
      ...breaker,
      outage: { kind: 'integration' as const, name: integration.name, _integrationId: integration.id },
    })),
    ...hosts.map(({ host, ...breaker }) => ({ ...breaker, outage: { kind: 'host' as const, name: host } })),
  ];
  return open
    .sort((one, other) => one.openedAt.getTime() - other.openedAt.getTime())
    .flatMap(({ environmentId: id, openedAt, probeAt, outage }) => {
      const environment = byId.get(id);
      const times = { openedAt: openedAt.toISOString(), probeAt: probeAt.toISOString() };
      return environment ? [{ ...outage, environment, ...times }] : [];
    })
    .slice(0, MAX_OUTAGES);
}
