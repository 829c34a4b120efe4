/** The rows of open circuit breakers. A row exists while its breaker is open. */

import type { OpenBreaker } from '#lib/engine/run-context.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { beginOutage, endOutage } from './outage-rows.ts';

export interface BreakerRows {
  /** @returns whether the caller gets the probe; the next probe is possible at `next`. */
  takeProbe(environmentId: string, id: string, now: Date, next: Date): Promise<boolean>;
  /** @returns whether the circuit breaker was closed before. */
  open(environmentId: string, id: string, breaker: OpenBreaker): Promise<boolean>;
  /** @returns whether the circuit breaker was open before. */
  close(environmentId: string, id: string, now: Date): Promise<boolean>;
}

export const integrationBreakers: BreakerRows = {
  async takeProbe(environmentId, integrationId, now, next) {
    const where = { environmentId, integrationId, probeAt: { lte: now } };
    return (await prisma().circuitBreaker.updateMany({ where, data: { probeAt: next } })).count > 0;
  },
  async open(environmentId, integrationId, breaker) {
    const data = [{ environmentId, integrationId, ...breaker }];
    return transaction(async () => {
      const isNew = (await prisma().circuitBreaker.createMany({ data, skipDuplicates: true })).count > 0;
      if (isNew) await beginOutage({ environmentId, integrationId }, breaker);
      return isNew;
    });
  },
  async close(environmentId, integrationId, now) {
    const wasOpen = (await prisma().circuitBreaker.deleteMany({ where: { environmentId, integrationId } })).count > 0;
    // Not in one transaction, so that other workers can send again while `endOutage` counts.
    if (wasOpen) await endOutage({ environmentId, integrationId }, now);
    return wasOpen;
  },
};

export const hostBreakers: BreakerRows = {
  async takeProbe(environmentId, host, now, next) {
    const where = { environmentId, host, probeAt: { lte: now } };
    return (await prisma().hostBreaker.updateMany({ where, data: { probeAt: next } })).count > 0;
  },
  async open(environmentId, host, breaker) {
    const data = [{ environmentId, host, ...breaker }];
    return (await prisma().hostBreaker.createMany({ data, skipDuplicates: true })).count > 0;
  },
  async close(environmentId, host) {
    return (await prisma().hostBreaker.deleteMany({ where: { environmentId, host } })).count > 0;
  },
};

/** Returns the open breaker of a host. Undefined if it is closed. */
export async function hostBreaker(environmentId: string, host: string): Promise<OpenBreaker | undefined> {
  const select = { openedAt: true, probeAt: true, words: true };
  return (await prisma().hostBreaker.findFirst({ where: { environmentId, host }, select })) ?? undefined;
}
