/** A raw statement, because it runs for batches of the queue. It is skipped for runs without a restricted address. */
import type { RunJob, RunNotification } from '#lib/engine/run-context.ts';
import { eventsBefore } from '#lib/engine/windows/windows.ts';
import { idTime } from '#lib/id.ts';
import { isMarked } from '#lib/notifications/sensitive-mark.ts';
import { readTogether } from '#lib/postgres/db.ts';
import type { Recipient } from '#lib/steps/run.ts';

interface LoadedRun {
  row: Pick<RunNotification, 'id' | 'transactionId' | 'subscriberId'>;
  workflow: { id: string };
}

/** Returns when runs with sensitive content were triggered, by run. Omits runs without a restricted address. */
export async function loadSensitiveRuns(
  environmentId: string,
  runs: readonly LoadedRun[],
  recipients: ReadonlyMap<string, Recipient>,
): Promise<Map<string, Date>> {
  const wanted = runs.filter(({ row }) => hasRestricted(recipients.get(row.subscriberId)));
  if (wanted.length === 0) return new Map();
  // A fan-out may create its runs long after the trigger, for example if the trigger is scheduled.
  const rows = await readTogether<{ id: string; triggered_at: Date | null }>(
    'runs-sensitive',
    `SELECT run.id, t.created_at AS triggered_at
     FROM unnest($2::text[], $3::text[], $4::text[]) AS run (id, workflow_id, transaction_id)
     JOIN workflows w ON w.environment_id = $1 AND w.id = run.workflow_id AND ${isMarked('w', 'run.id')}
     LEFT JOIN triggers t ON t.environment_id = $1 AND t.transaction_id = run.transaction_id`,
    [
      environmentId,
      wanted.map(({ row }) => row.id),
      wanted.map(({ workflow }) => workflow.id),
      wanted.map(({ row }) => row.transactionId),
    ],
  );
  return new Map(rows.map(({ id, triggered_at }) => [id, earliest([idTime(id), triggered_at ?? FORGOTTEN])]));
}

/** Used as the time of a trigger that is past the retention period. */
const FORGOTTEN = new Date(0);

function hasRestricted(
  { restricted, channels }: Pick<Recipient, 'restricted' | 'channels'> = { channels: [] },
): boolean {
  const isConnection = channels.some((each) => Object.keys(each.restricted ?? {}).length > 0);
  return isConnection || Boolean(restricted?.email ?? restricted?.phone);
}

/** Returns when the content of a job was triggered: by its run, or by the earliest event of a digest before it. */
export function contentSince(since: Date | undefined, run: { jobs: readonly RunJob[]; job: RunJob }): Date | undefined {
  return since && earliest([since, ...(eventsBefore(run)?.events ?? []).map(({ time }) => new Date(time))]);
}

function earliest(times: readonly Date[]): Date {
  return new Date(times.reduce((first, time) => Math.min(first, time.getTime()), Number.POSITIVE_INFINITY));
}
