/** A raw statement: for many integrations, it counts their jobs among the first due jobs of each lane. */
import type { Ctx } from '#lib/api/context.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import type { OutageList } from '#lib/integrations/schema.ts';
import { hotQuery, prisma } from '#lib/postgres/db.ts';

const MAX_OUTAGES = 20;
/** Maximum rows of work that are read in each lane. */
const MAX_READ = 1_000;

/**
 * Returns the outages in progress: active integrations outside the sandbox whose circuit breaker is open, the oldest
 * outage first. The waiting messages are counted only among the work that is due first, because pages repeat this read.
 */
export async function listOutages({ environmentId }: Ctx): Promise<OutageList> {
  const breakers = await prisma().circuitBreaker.findMany({
    where: { environmentId, integration: { active: true, sandbox: false, deletedAt: null } },
    select: {
      openedAt: true,
      probeAt: true,
      words: true,
      integration: { select: { id: true, name: true, identifier: true } },
    },
    orderBy: { openedAt: 'asc' },
    take: MAX_OUTAGES,
  });
  const ids = breakers.map(({ integration }) => integration.id);
  const waiting = ids.length > 0 ? await countWaiting(environmentId, ids) : new Map<string, Waiting>();
  return breakers.map(({ openedAt, probeAt, words, integration: { id, name, identifier } }) => ({
    integration: { _id: id, name, identifier },
    openedAt: openedAt.toISOString(),
    probeAt: probeAt.toISOString(),
    words,
    waiting: waiting.get(id)?.count ?? 0,
    more: waiting.get(id)?.more ?? false,
  }));
}

interface Waiting {
  id: string;
  count: number;
  /** Whether a lane has more work than was read. */
  more: boolean;
}

async function countWaiting(environmentId: string, ids: readonly string[]): Promise<Map<string, Waiting>> {
  const values = [environmentId, Object.values(LANES), MAX_READ, ids];
  const rows = await hotQuery<Waiting & Record<string, unknown>>('integrations-waiting', WAITING, values);
  return new Map(rows.map((row) => [row.id, row]));
}

const WAITING = `WITH due AS MATERIALIZED (
    SELECT lane.number AS lane, w.notification_id, w.job_id FROM unnest($2::smallint[]) lane (number)
    CROSS JOIN LATERAL (SELECT w.notification_id, w.job_id FROM work w
      WHERE w.environment_id = $1 AND w.lane = lane.number AND w.worker_id IS NULL ORDER BY w.ready_at LIMIT $3) w)
  SELECT j.integration_id AS id, count(*)::int AS count,
    (SELECT coalesce(max(lanes.count), 0) >= $3 FROM (SELECT count(*) FROM due GROUP BY lane) lanes) AS more
  FROM due JOIN jobs j ON j.environment_id = $1 AND j.notification_id = due.notification_id AND j.id = due.job_id
  WHERE j.integration_id = ANY ($4::text[]) AND j.reason ->> 'code' IN ('provider_unavailable', 'retry_waiting')
  GROUP BY 1`;
