import { env } from '#lib/env.ts';
import { prisma } from '#lib/postgres/db.ts';

const DAY_MS = 86_400_000;
const REMEMBERED_MS = 5_000;

const remembered = new Map<string, { days: number | null; until: number }>();

/**
 * The earliest time whose history an environment shows: its own number of days, limited by the installation's. A change
 * takes effect within five seconds.
 */
export async function retentionStart(environmentId: string, now: Date = new Date()): Promise<Date> {
  const days = Math.min((await ownDays(environmentId)) ?? Number.POSITIVE_INFINITY, env().RETENTION_DAYS);
  return new Date(now.getTime() - days * DAY_MS);
}

async function ownDays(environmentId: string): Promise<number | null> {
  const known = remembered.get(environmentId);
  if (known && known.until > Date.now()) return known.days;
  const row = await prisma().environment.findFirst({ where: { id: environmentId }, select: { retentionDays: true } });
  if (remembered.size > 10_000) remembered.clear();
  const days = row?.retentionDays ?? null;
  remembered.set(environmentId, { days, until: Date.now() + REMEMBERED_MS });
  return days;
}
