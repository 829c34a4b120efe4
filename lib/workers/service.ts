import { prisma } from '#lib/postgres/db.ts';
import type { WorkersState } from './schema.ts';

/** A worker reports every second. The limit is higher, because a busy or distant worker may report late. */
export const SEEN_WITHIN_MS = 15_000;

export async function getWorkers(now = new Date()): Promise<WorkersState> {
  const running = await prisma().worker.count({ where: { seenAt: { gt: new Date(now.getTime() - SEEN_WITHIN_MS) } } });
  return { running };
}
