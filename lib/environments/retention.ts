import { LRUCache } from 'lru-cache';
import { env } from '#lib/env.ts';
import { prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';

const REMEMBERED_MS = 5_000;

const remembered = new LRUCache<string, { days: number | null }>({ max: 10_000, ttl: REMEMBERED_MS });

/**
 * Returns the start of an environment's visible history, by the environment's own retention or the installation's,
 * whichever is shorter. A change takes effect within 5 s.
 */
export async function retentionStart(environmentId: string, now: Date = new Date()): Promise<Date> {
  const days = Math.min((await ownDays(environmentId)) ?? Number.POSITIVE_INFINITY, env().RETENTION_DAYS);
  return new Date(now.getTime() - days * DAY_MS);
}

async function ownDays(environmentId: string): Promise<number | null> {
  const known = remembered.get(environmentId);
  if (known) return known.days;
  const row = await prisma().environment.findFirst({ where: { id: environmentId }, select: { retentionDays: true } });
  const days = row?.retentionDays ?? null;
  remembered.set(environmentId, { days });
  return days;
}
