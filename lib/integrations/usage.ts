/** Raw statement: it groups many rows by the day of a time zone. */
import type { Ctx } from '#lib/api/context.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import { quotaUse } from './quota.ts';
import type { IntegrationUsage, UsageQuery } from './schema.ts';
import { requireIntegration } from './service.ts';

const DAYS = 7;

/**
 * Returns how many messages the integration sent and failed to send on each of the last seven days, by the time of the
 * message's creation. The last day is today, which is incomplete. Also returns the newest outages of the last 30 days,
 * and the use of the daily quota.
 *
 * @throws ApiError `not_found`.
 */
export async function integrationUsage(
  ctx: Ctx,
  integrationId: string,
  { zone }: UsageQuery,
): Promise<IntegrationUsage> {
  const integration = await requireIntegration(ctx, integrationId);
  const today = wallTime(new Date(), zone).toPlainDate();
  const dates = Array.from({ length: DAYS }, (_, ago) => today.subtract({ days: DAYS - 1 - ago }));
  const since = instantOf((dates[0] ?? today).toPlainDateTime(), zone);
  const rows = await query<IntegrationUsage['days'][number]>(
    'integrations-usage',
    `SELECT to_char(minute AT TIME ZONE $4, 'YYYY-MM-DD') AS day,
       sum(sent)::int AS sent, sum(failed)::int AS failed, sum(retried)::int AS retried
     FROM integration_stats WHERE environment_id = $1 AND minute >= $2 AND integration_id = $3 GROUP BY 1`,
    [ctx.environmentId, since, integrationId, zone],
  );
  const counted = new Map(rows.map((row) => [row.day, row]));
  const quota = await quotaUse(integration);
  return {
    ...(quota && { quota }),
    outages: await outagesOf(ctx.environmentId, integrationId),
    days: dates.map((date) => {
      const day = date.toString();
      return counted.get(day) ?? { day, sent: 0, failed: 0, retried: 0 };
    }),
  };
}

const OUTAGE_DAYS = 30;
const MAX_OUTAGES = 20;

async function outagesOf(environmentId: string, integrationId: string): Promise<IntegrationUsage['outages']> {
  const rows = await prisma().outage.findMany({
    where: { environmentId, integrationId, openedAt: { gte: new Date(Date.now() - OUTAGE_DAYS * 86_400_000) } },
    orderBy: { openedAt: 'desc' },
    take: MAX_OUTAGES,
  });
  return rows.map(({ openedAt, closedAt, words, late, failed }) => ({
    openedAt: openedAt.toISOString(),
    ...(closedAt && { closedAt: closedAt.toISOString() }),
    words,
    ...(late !== null && { late }),
    ...(failed !== null && { failed }),
  }));
}
