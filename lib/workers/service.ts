import { prisma } from '#lib/postgres/db.ts';
import type { WorkersState } from './schema.ts';

/** A worker tells every second that it is alive. One that is busy or far away gets some more. */
const SEEN_WITHIN_MS = 15_000;

export async function getWorkers(now = new Date()): Promise<WorkersState> {
  const running = await prisma().worker.count({ where: { seenAt: { gt: new Date(now.getTime() - SEEN_WITHIN_MS) } } });
  return { running };
}
