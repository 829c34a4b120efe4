import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList } from '#lib/audit-log/list-export.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import { aboutRow, outcomeText, stepsInText } from '#lib/notifications/status/run-sentence.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { datedTimes } from '#lib/time/day-time.ts';
import type { ExportQuery } from './export-schema.ts';
import type { NotificationFilter } from './filter.ts';
import { findAnyIds } from './query.ts';
import type { RunSummary } from './run-summary.ts';
import { runSummaries } from './summary-page.ts';

/** The number of runs that are read and held in memory at a time. */
const BATCH = 500;

/**
 * Streams the runs that match the filters of spec 4.8, newest first (see `exportList`).
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function exportRuns(ctx: Ctx, input: ExportQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const batches = readBatches(ctx, await resolveFilters(ctx.environmentId, input), limit);
  return exportList(ctx, {
    name: 'runs',
    resource: 'notifications',
    format,
    filters,
    columns: EXPORT_COLUMNS,
    batches,
  });
}

async function* readBatches(
  ctx: Ctx,
  filters: NotificationFilter[],
  limit: number,
): AsyncGenerator<RunSummary[], undefined> {
  let ranges = filters;
  for (let left = limit; left > 0; ) {
    const ids = await findAnyIds(ranges, { offset: 0, limit: Math.min(BATCH, left) });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield await runSummaries(ctx, ids);
    left -= ids.length;
    ranges = ranges.map((range) => ({ ...range, ceiling: last }));
  }
}

export const EXPORT_COLUMNS: ExportColumn<RunSummary>[] = [
  ['Time', (run) => run.createdAt],
  ['Status', (run) => run.status],
  ['Workflow', (run) => run.workflow.name],
  ['Subscriber ID', (run) => run.subscriber?.subscriberId],
  ['Name', (run) => run.subscriber && nameOf(run.subscriber)],
  ['Email', (run) => run.subscriber?.email],
  ['Outcome', (run) => outcomeText(run, aboutRow(run, datedTimes('UTC')), Date.now()).text],
  ['Reason', (run) => stepsInText(run)[0]?.reason.code],
  ['Severity', (run) => run.severity],
  ['Transaction', (run) => run.transactionId],
  ['Run', (run) => run._id],
];
