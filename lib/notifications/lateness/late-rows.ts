import { idBounds } from '#lib/id.ts';
import type { StoredJob } from '#lib/notifications/list/summarise.ts';
import { prisma } from '#lib/postgres/db.ts';
import { lateBy, MIN_LATE_MS } from './late-by.ts';

/** More than the rows of a page, because each device has its own message. */
const MAX_MESSAGES = 1_000;

interface Row {
  id: string;
  created_at: Date;
  jobs: readonly StoredJob[] | null;
}

/**
 * Returns the delay of each run that sent a message at least a minute after the first claim of its step, in
 * milliseconds. The time of delay and digest steps does not count. Reads messages only of runs with a step that ended
 * at least a minute after the trigger.
 */
export async function lateRows(environmentId: string, rows: readonly Row[]): Promise<Map<string, number>> {
  const slow = rows.filter(({ created_at, jobs }) =>
    jobs?.some(({ status, updatedAt }) => status === 'completed' && updatedAt - created_at.getTime() >= MIN_LATE_MS),
  );
  const late = new Map<string, number>();
  if (slow.length === 0) return late;
  const ids = slow.map(({ id }) => id);
  const [gte] = idBounds(ids);
  const messages = await prisma().message.findMany({
    where: { environmentId, notificationId: { in: ids }, id: { gte }, status: 'sent', sentAt: { not: null } },
    select: { notificationId: true, createdAt: true, sentAt: true },
    orderBy: { id: 'desc' },
    take: MAX_MESSAGES,
  });
  for (const { notificationId, createdAt, sentAt } of messages) {
    const delay = sentAt ? lateBy(createdAt, sentAt) : undefined;
    if (delay !== undefined) late.set(notificationId, Math.max(delay, late.get(notificationId) ?? 0));
  }
  return late;
}
