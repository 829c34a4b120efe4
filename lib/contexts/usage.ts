/** Raw statement: its conditions repeat the predicates of partial indexes, and each count stops at a limit. */
import type { Ctx } from '#lib/api/context.ts';
import { query } from '#lib/postgres/db.ts';
import type { ContextParams, ContextUsage } from './schema.ts';
import { getContext } from './service.ts';

/** The largest number of records that is counted. */
const MAX_COUNTED = 10_000;

/**
 * Counts the subscribers, runs, messages, preferences and subscriptions with exactly this context and no other context.
 * @throws ApiError `not_found`.
 */
export async function getContextUsage(ctx: Ctx, params: ContextParams): Promise<ContextUsage> {
  await getContext(ctx, params);
  const [row] = await query<Record<keyof ContextUsage, number>>('contexts-usage', USAGE, [
    ctx.environmentId,
    [`${params.type}:${params.id}`],
  ]);
  const counted = (count = 0) => ({ count: Math.min(count, MAX_COUNTED), isCapped: count > MAX_COUNTED });
  const isCapped = [row?.preferences, row?.subscriptions, row?.subscribers].some((count = 0) => count > MAX_COUNTED);
  return {
    subscribers: { ...counted(row?.subscribers), isCapped },
    runs: counted(row?.runs),
    messages: counted(row?.messages),
    preferences: counted(row?.preferences),
    subscriptions: counted(row?.subscriptions),
  };
}

const countOf = (rows: string) =>
  `(SELECT count(*)::int FROM (SELECT 1 FROM ${rows} LIMIT ${MAX_COUNTED + 1}) AS found)`;

/** The whole union needs no limit, because at most {@link MAX_COUNTED} + 1 rows of each table are read. */
const SUBSCRIBERS = ['preferences', 'topic_subscriptions']
  .map(
    (table) => `(SELECT x.subscriber_id FROM ${table} x
      WHERE x.environment_id = $1 AND x.context_keys = $2::text[] AND x.context_keys <> '{}' LIMIT ${MAX_COUNTED + 1})`,
  )
  .join(' UNION ');

const USAGE = `SELECT
  (SELECT count(*)::int FROM (${SUBSCRIBERS}) AS found) AS subscribers,
  ${countOf('messages m WHERE m.environment_id = $1 AND m.context_keys = $2::text[]')} AS messages,
  ${countOf('notifications n WHERE n.environment_id = $1 AND n.context_keys = $2::text[]')} AS runs,
  ${countOf(`preferences p WHERE p.environment_id = $1 AND p.context_keys = $2::text[] AND p.context_keys <> '{}'`)} AS preferences,
  ${countOf(`topic_subscriptions t WHERE t.environment_id = $1 AND t.context_keys = $2::text[] AND t.context_keys <> '{}'`)} AS subscriptions`;
