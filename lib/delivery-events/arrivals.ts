import { LRUCache } from 'lru-cache';
import { logger } from '#lib/logger.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { AddressOwner } from './address.ts';
import type { EventKind } from './kinds.ts';

/**
 * Minimum milliseconds between two writes of a row by one process. A limit is needed, because anyone can send requests
 * that cause such writes.
 */
const EVERY_MS = 1_000;

const recent = new LRUCache<string, true>({ max: 10_000, ttl: EVERY_MS });

/** Records that events of an integration arrived. Errors are only logged, because the events are already stored. */
export function recordArrival(owner: AddressOwner, kind: EventKind | undefined, arrivedAt: Date): void {
  write(owner, 'arrival', { arrivedAt, arrivedKind: kind ?? null });
}

/** Records that a request was rejected, with the reason. */
export function recordRefusal(owner: AddressOwner, refusedWords: string, refusedAt: Date): void {
  write(owner, 'refusal', { refusedAt, refusedWords });
}

interface Arrival {
  arrivedAt?: Date;
  arrivedKind?: EventKind | null;
  refusedAt?: Date;
  refusedWords?: string;
}

function write({ environmentId, integrationId }: AddressOwner, what: string, data: Arrival): void {
  const key = `${environmentId} ${integrationId} ${what}`;
  if (recent.has(key)) return;
  recent.set(key, true);
  const where = { environmentId_integrationId: { environmentId, integrationId } };
  prisma()
    .eventAddress.upsert({ where, create: { environmentId, integrationId, ...data }, update: data })
    .catch((error: unknown) =>
      logger().warn({ error, environmentId, integrationId }, 'Failed to save the arrival time of a delivery event'),
    );
}
