/** Raw statements: they lock the windows of throttle steps in a fixed order, and write many together. */

import type { Decision, WindowDecision } from '#lib/engine/decision.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { type LimitWindow, settleLimit } from './windows.ts';

type Limited = Extract<WindowDecision, { type: 'limit' }>;

/**
 * Counts runs in their windows, in the given order. Runs in the caller's transaction, which keeps the windows locked.
 */
export async function settleLimits(environmentId: string, limited: readonly Limited[], now: Date): Promise<Decision[]> {
  if (limited.length === 0) return [];
  const windows = await lockWindows(environmentId, [...new Set(limited.map(({ window }) => window))], now);
  const outcomes = limited.map((each) => {
    const { outcome, window } = settleLimit(each, windows.get(each.window), now);
    windows.set(each.window, window);
    return outcome;
  });
  await hotQuery(
    'throttle-windows-write',
    `UPDATE throttle_windows w SET count = r.count, ends_at = r.ends_at
     FROM unnest($2::text[], $3::int[], $4::timestamptz[]) AS r (id, count, ends_at)
     WHERE w.environment_id = $1 AND w.id = r.id`,
    [
      environmentId,
      [...windows.keys()],
      [...windows.values()].map(({ count }) => count),
      [...windows.values()].map(({ endsAt }) => endsAt),
    ],
  );
  return outcomes;
}

/** Locks windows. A window that did not exist counts as ended. */
async function lockWindows(
  environmentId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, LimitWindow>> {
  const rows = await hotQuery<{ id: string; count: number; ends_at: Date }>(
    'throttle-windows-lock',
    `INSERT INTO throttle_windows (environment_id, id, count, ends_at)
     SELECT $1, id, 0, $3 FROM unnest($2::text[]) AS id ORDER BY id
     ON CONFLICT (environment_id, id) DO UPDATE SET count = throttle_windows.count
     RETURNING id, count, ends_at`,
    [environmentId, ids, now],
  );
  return new Map(rows.map(({ id, count, ends_at }) => [id, { count, endsAt: ends_at }]));
}
