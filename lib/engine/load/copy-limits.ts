/**
 * Raw statements: they run for each email whose step has copies, because only rendering shows the addresses of the
 * copies. `readTogether` sends them with other reads of the worker.
 */
import type { RunContext } from '#lib/engine/run-context.ts';
import { isMarked } from '#lib/notifications/sensitive-mark.ts';
import { readTogether } from '#lib/postgres/db.ts';
import type { Suppression } from '#lib/suppressions/check.ts';
import { suppressedAmong } from '#lib/suppressions/query.ts';

/** The limits on copies of an email. */
export interface CopyLimits {
  /** The suppressions of addresses in copy. */
  suppressions: readonly Suppression[];
  /** Whether the content is sensitive. */
  isSensitive: boolean;
}

/** @param addresses without names. */
export async function loadCopyLimits(
  { environment, workflow, notification }: Pick<RunContext, 'environment' | 'workflow' | 'notification'>,
  addresses: readonly string[],
): Promise<CopyLimits> {
  const [suppressions, marked] = await Promise.all([
    suppressedAmong(environment.id, addresses),
    readTogether(
      'run-sensitive',
      `SELECT 1 FROM workflows w WHERE w.environment_id = $1 AND w.id = $2 AND ${isMarked('w', '$3')}`,
      [environment.id, workflow.id, notification.id],
    ),
  ]);
  return { suppressions, isSensitive: marked.length > 0 };
}
