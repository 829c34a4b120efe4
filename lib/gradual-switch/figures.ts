/**
 * The figures of both integrations of a gradual switch. Raw statement: a median, and reports of many messages. The time
 * is bounded: counts per minute of at most 30 days, and the newest 10,000 messages of the channel.
 */
import { idFloor } from '#lib/id.ts';
import { STATS_DAYS } from '#lib/integrations/stats-days.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import type { GradualSwitch as SwitchRow } from '#prisma/generated/client.ts';
import type { SwitchSides } from './running.ts';
import type { SwitchFigures } from './schema.ts';

/** Maximum messages of the channel whose reports are counted. */
const MAX_MESSAGES = 10_000;

/**
 * Returns the first full minute of the switch. Counts are per minute, so a partial minute would include messages from
 * before the switch.
 */
export function countedSince({ startedAt }: SwitchRow): Date {
  return new Date(Math.ceil(startedAt.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** Returns the figures of both integrations since the switch began, until it ended. */
export async function figuresOf(
  row: SwitchRow,
  { former, next }: SwitchSides,
  now: Date,
): Promise<{ former: SwitchFigures; next: SwitchFigures }> {
  const { environmentId, formerId, integrationId } = row;
  const until = row.endedAt ?? now;
  const since = new Date(Math.max(countedSince(row).getTime(), until.getTime() - STATS_DAYS * DAY_MS));
  const counted = await prisma().integrationStat.groupBy({
    by: ['integrationId'],
    where: { environmentId, minute: { gte: since, lte: until }, integrationId: { in: [formerId, integrationId] } },
    _sum: { sent: true, failed: true, retried: true },
    orderBy: { integrationId: 'asc' },
  });
  const reported = await query<Reported>('gradual-switch-reports', REPORTS, [
    environmentId,
    row.channel,
    idFloor(since),
    idFloor(new Date(until.getTime() + 1)),
    MAX_MESSAGES,
    [formerId, integrationId],
    idFloor(new Date(since.getTime() - DAY_MS)),
  ]);
  const figures = (id: string, name: string | undefined): SwitchFigures => {
    const sum = counted.find((each) => each.integrationId === id)?._sum;
    const { median, ...reports } = reported.find((each) => each.id === id) ?? { ...NONE, median: null };
    return {
      integrationId: id,
      name: name ?? 'a deleted integration',
      accepted: sum?.sent ?? 0,
      failed: (sum?.failed ?? 0) + (sum?.retried ?? 0),
      sampled: reports.sampled,
      delivered: reports.delivered,
      bounced: reports.bounced,
      ...(median !== null && { medianSeconds: Math.round(median * 1000) / 1000 }),
    };
  };
  return { former: figures(formerId, former?.name), next: figures(integrationId, next?.name) };
}

interface Reported extends Record<string, unknown> {
  id: string;
  sampled: number;
  delivered: number;
  bounced: number;
  median: number | null;
}

const NONE = { sampled: 0, delivered: 0, bounced: 0 };

/**
 * An event's ID begins with the time of the vendor, whose clock may be slow, so only the months since the day before
 * the switch are read.
 */
const REPORTS = `WITH newest AS MATERIALIZED (
    SELECT m.id, m.integration_id, m.created_at, m.sent_at FROM messages m
    WHERE m.environment_id = $1 AND m.channel = $2 AND m.id >= $3 AND m.id < $4 ORDER BY m.id DESC LIMIT $5)
  SELECT newest.integration_id AS id, count(*)::int AS sampled,
    count(*) FILTER (WHERE report.delivered)::int AS delivered, count(*) FILTER (WHERE report.bounced)::int AS bounced,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM newest.sent_at - newest.created_at)::float8) AS median
  FROM newest CROSS JOIN LATERAL (
    SELECT bool_or(e.kind = 'delivered') AS delivered, bool_or(e.kind IN ('bounced', 'rejected')) AS bounced
    FROM delivery_events e WHERE e.environment_id = $1 AND e.message_id = newest.id AND e.id >= $7 AND NOT e.of_copy) AS report
  WHERE newest.integration_id = ANY ($6::text[]) AND newest.sent_at IS NOT NULL GROUP BY 1`;
