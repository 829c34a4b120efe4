import type { Ctx } from '#lib/api/context.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, fileStream } from '#lib/api/file-stream.ts';
import { audit } from '#lib/audit-log/service.ts';
import { transaction } from '#lib/postgres/db.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { csvLines } from '#lib/text/csv.ts';
import { datedTimes } from '#lib/time/day-time.ts';
import type { ExportQuery } from './export-schema.ts';
import type { NotificationFilter } from './filter.ts';
import { findAnyIds } from './query.ts';
import { aboutRow, outcomeText, stepsInText } from './run-sentence.ts';
import type { RunSummary } from './run-summary.ts';
import { resolveFilters } from './service.ts';
import { runSummaries } from './summary-page.ts';

/** The number of runs that are read and held in memory at a time. */
const BATCH = 500;

/**
 * Streams the runs that match the filters of 4.8, newest first. The stream reads only as fast as the client does, so its
 * memory does not depend on the number of runs. Exports by a person are audited.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function exportRuns(ctx: Ctx, input: ExportQuery): Promise<Response> {
  const filters = await resolveFilters(ctx.environmentId, input);
  await auditExport(ctx, input);
  const { type, head, lines } = FORMATS[input.format];
  const batches = readBatches(ctx, filters, input.limit);
  return fileStream({ name: 'runs', extension: input.format, type, head, batches, lines });
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

async function auditExport(ctx: Ctx, { format, limit, ...filters }: ExportQuery): Promise<void> {
  if (ctx.actor.type !== 'user') return;
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  await transaction(() =>
    audit(ctx, {
      action: 'notifications.export',
      resourceType: 'notifications',
      resourceId: ctx.environmentId,
      after: { format, ...given },
    }),
  );
}

export const EXPORT_COLUMNS: [string, (run: RunSummary) => string | undefined][] = [
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

const FORMATS: Record<ExportQuery['format'], { type: string; head: string; lines: (runs: RunSummary[]) => string }> = {
  csv: {
    type: CSV_TYPE,
    head: BYTE_ORDER_MARK + csvLines([EXPORT_COLUMNS.map(([title]) => title)]),
    lines: (runs) => csvLines(runs.map((run) => EXPORT_COLUMNS.map(([, read]) => read(run)))),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    lines: (runs) => runs.map((run) => `${JSON.stringify(run)}\n`).join(''),
  },
};
