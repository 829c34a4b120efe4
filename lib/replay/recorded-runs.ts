/** Raw statements: a few per batch read the records of many runs, limited to the months of these runs. */
import { type LoadedNotification, loadJobs, loadNotifications } from '#lib/engine/load/runs.ts';
import type { RunJob } from '#lib/engine/run-context.ts';
import { idBounds } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { query } from '#lib/postgres/db.ts';
import { parseReason, type Reason } from '#lib/reasons/registry.ts';

/** A run as it was recorded. */
export interface RecordedRun extends LoadedNotification {
  steps: RecordedStep[];
}

export interface RecordedStep {
  job: RunJob;
  /** The events in order. */
  details: RecordedDetail[];
  messages: RecordedMessage[];
}

export interface RecordedDetail {
  reason: Reason;
  /** The response of the server: status, empty line, body. Request and response together are recorded up to 4 kB. */
  response: string | undefined;
  at: Date;
}

interface RecordedMessage {
  channel: string;
  /** Undefined if no integration was found, so that there was no attempt to send. */
  integrationId: string | undefined;
  subject?: string | undefined;
  title?: string | undefined;
  content?: string | undefined;
  cta?: JsonObject | undefined;
}

/**
 * Returns the IDs of the newest runs of a workflow (Workflow.id), the newest first. Reads one range of the index on
 * snapshot and ID for each snapshot of the workflow.
 *
 * @param before only runs with a smaller ID.
 */
export async function newestRuns(
  environmentId: string,
  workflowId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    'replay-runs',
    `SELECT run.id FROM workflow_snapshots s CROSS JOIN LATERAL (
       SELECT n.id FROM notifications n WHERE n.environment_id = $1 AND n.snapshot_id = s.id AND n.id < $3
       ORDER BY n.id DESC LIMIT $4) AS run
     WHERE s.environment_id = $1 AND s.workflow_id = $2 ORDER BY run.id DESC LIMIT $4`,
    [environmentId, workflowId, before ?? 'g', limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the recorded runs in the order of `ids`, without runs that are no longer complete. */
export async function recordedRuns(environmentId: string, ids: readonly string[]): Promise<RecordedRun[]> {
  const [notifications, jobs, details, messages] = await Promise.all([
    loadNotifications(environmentId, ids),
    loadJobs(environmentId, ids),
    readDetails(environmentId, ids),
    readMessages(environmentId, ids),
  ]);
  return ids.flatMap((id) => {
    const [loaded, own] = [notifications.get(id), jobs.get(id)];
    if (!loaded || !own) return [];
    const steps = own.map((job) => ({
      job,
      details: details.get(job.id) ?? [],
      messages: messages.get(job.id) ?? [],
    }));
    return [{ ...loaded, steps }];
  });
}

interface DetailRow {
  job_id: string;
  reason: unknown;
  raw: string | null;
  created_at: Date;
}

async function readDetails(environmentId: string, ids: readonly string[]): Promise<Map<string, RecordedDetail[]>> {
  const rows = await query<DetailRow & Record<string, unknown>>(
    'replay-details',
    `SELECT detail.* FROM unnest($2::text[]) AS run (id) CROSS JOIN LATERAL (
       SELECT e.job_id, e.id, e.reason, e.raw, e.created_at FROM execution_details e
       WHERE e.environment_id = $1 AND e.notification_id = run.id AND e.id >= $3 OFFSET 0) AS detail
     WHERE detail.reason IS NOT NULL ORDER BY detail.id`,
    [environmentId, ids, idBounds(ids)[0]],
  );
  return groupedBy(rows, ({ reason, raw, created_at: at }) => {
    const parsed = parseReason(reason);
    return parsed ? [{ reason: parsed, response: responseIn(raw), at }] : [];
  });
}

/** Returns the response of a recorded exchange. */
function responseIn(raw: string | null): string | undefined {
  if (raw === null) return undefined;
  const { response } = JSON.parse(raw) as { response?: unknown };
  return typeof response === 'string' ? response : undefined;
}

interface MessageRow {
  job_id: string;
  channel: string;
  integration_id: string | null;
  subject: string | null;
  title: string | null;
  content: unknown;
  cta: JsonObject | null;
}

async function readMessages(environmentId: string, ids: readonly string[]): Promise<Map<string, RecordedMessage[]>> {
  const rows = await query<MessageRow & Record<string, unknown>>(
    'replay-messages',
    `SELECT message.* FROM unnest($2::text[]) AS run (id) CROSS JOIN LATERAL (
       SELECT m.job_id, m.channel, m.integration_id, m.subject, m.title, m.content, m.cta, m.id FROM messages m
       WHERE m.environment_id = $1 AND m.notification_id = run.id AND m.id >= $3 AND m.job_id IS NOT NULL OFFSET 0) AS message
     ORDER BY message.id`,
    [environmentId, ids, idBounds(ids)[0]],
  );
  return groupedBy(rows, ({ channel, integration_id, subject, title, content, cta }) => [
    {
      channel,
      integrationId: integration_id ?? undefined,
      subject: subject ?? undefined,
      title: title ?? undefined,
      content: typeof content === 'string' ? content : undefined,
      cta: cta ?? undefined,
    },
  ]);
}

function groupedBy<Row extends { job_id: string }, Item>(
  rows: readonly Row[],
  itemsOf: (row: Row) => Item[],
): Map<string, Item[]> {
  const groups = Map.groupBy(rows, ({ job_id }) => job_id);
  return new Map([...groups].map(([id, own]) => [id, own.flatMap(itemsOf)]));
}
