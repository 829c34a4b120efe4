import { LRUCache } from 'lru-cache';
import type { Ctx } from '#lib/api/context.ts';
import type { SystemProblems } from './problems-schema.ts';
import { getSystemReport } from './service.ts';

/** The report is cached for this time, because every open dashboard of an owner or admin polls. */
const KEPT_MS = 30_000;

const kept = new LRUCache<string, Promise<SystemProblems>>({ max: 1_000, ttl: KEPT_MS });

/**
 * Returns the red findings in the system report of the caller’s organization, at most 30 s old.
 *
 * @throws ApiError 503 like the report.
 */
export function getSystemProblems(ctx: Ctx): Promise<SystemProblems> {
  const known = kept.get(ctx.organizationId);
  if (known) return known;
  const reading = readProblems(ctx);
  kept.set(ctx.organizationId, reading);
  reading.catch(() => kept.delete(ctx.organizationId));
  return reading;
}

async function readProblems(ctx: Ctx): Promise<SystemProblems> {
  const { findings } = await getSystemReport(ctx);
  const [first, ...more] = findings.filter(({ level }) => level === 'bad');
  return first ? { count: 1 + more.length, first: first.title } : { count: 0 };
}
