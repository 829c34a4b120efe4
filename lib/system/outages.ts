import { prisma } from '#lib/postgres/db.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import type { SystemFacts } from './schema.ts';

const MAX_OUTAGES = 50;
/**
 * A host counts as an outage only if a step called it in the last hour. Its row remains until maintenance deletes it.
 */
const CALLED_WITHIN_MS = HOUR_MS;

interface NamedEnvironment {
  id: string;
  name: string;
  slug: string;
}

/**
 * Returns the integrations in use without an open circuit breaker that retry the newest message of the last 24 hours,
 * to the minute: nothing newer was sent.
 */
export async function retryingIntegrations(
  environments: readonly NamedEnvironment[],
  now: Date,
): Promise<SystemFacts['retrying']> {
  const environmentId = { in: environments.map(({ id }) => id) };
  const minute = { gte: new Date(now.getTime() - DAY_MS) };
  const newest = (where: object) =>
    prisma().integrationStat.groupBy({
      by: ['environmentId', 'integrationId'],
      where: { environmentId, minute, ...where },
      _max: { minute: true },
      orderBy: { integrationId: 'asc' },
    });
  const sent = new Map((await newest({ sent: { gt: 0 } })).map((row) => [row.integrationId, row._max.minute]));
  const retried = (await newest({ retried: { gt: 0 } })).filter(
    ({ integrationId, _max }) => (_max.minute?.getTime() ?? 0) > (sent.get(integrationId)?.getTime() ?? 0),
  );
  if (retried.length === 0) return [];
  const found = await prisma().integration.findMany({
    where: {
      ...{ environmentId, id: { in: retried.map(({ integrationId }) => integrationId) } },
      ...{ active: true, sandbox: false, deletedAt: null, circuitBreaker: null },
    },
    select: { id: true, name: true, environmentId: true },
    orderBy: { id: 'asc' },
    take: MAX_OUTAGES,
  });
  return found.flatMap(({ id, name, ...row }) => {
    const of = environments.find((each) => each.id === row.environmentId);
    return of ? [{ _integrationId: id, name, environment: { _id: of.id, name: of.name, slug: of.slug } }] : [];
  });
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
    select: {
      environmentId: true,
      openedAt: true,
      probeAt: true,
      integration: { select: { id: true, name: true, channel: true, primary: true } },
    },
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
      outage: {
        ...{ kind: 'integration' as const, name: integration.name },
        _integrationId: integration.id,
        ...(supportsPrimary(integration.channel as Channel) && { primary: integration.primary }),
      },
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
