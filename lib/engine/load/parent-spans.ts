/** Raw statement: the batch of claimed jobs reads the spans of its triggers together. Runs only while this process traces. */
import type { RunContext } from '#lib/engine/run-context.ts';
import { readTogether } from '#lib/postgres/db.ts';
import { isTracing } from '#lib/tracing/tracing.ts';

/** Returns the `traceparent` of each transaction that has one. Empty without tracing. Never throws, because jobs need none. */
export async function loadParentSpans(
  environmentId: string,
  runs: readonly (RunContext | undefined)[],
): Promise<Map<string, string>> {
  if (!isTracing()) return new Map();
  const transactionIds = new Set(runs.flatMap((run) => run?.notification.transactionId ?? []));
  const rows = await readTogether<{ transaction_id: string; traceparent: string }>(
    'runs-parent-spans',
    `SELECT transaction_id, traceparent FROM triggers
     WHERE environment_id = $1 AND transaction_id = ANY ($2) AND traceparent IS NOT NULL`,
    [environmentId, [...transactionIds]],
  ).catch(() => []);
  return new Map(rows.map(({ transaction_id, traceparent }) => [transaction_id, traceparent]));
}
