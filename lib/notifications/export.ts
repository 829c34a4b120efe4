import type { Ctx } from '#lib/api/context.ts';
import { audit } from '#lib/audit-log/service.ts';
import { transaction } from '#lib/postgres/db.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { csvLines } from '#lib/text/csv.ts';
import { datedTimes } from '#lib/time/day-time.ts';
import type { ExportQuery } from './export-schema.ts';
import type { NotificationFilter } from './filter.ts';
import { findAnyIds } from './query.ts';
import { aboutRow, outcomeText, stepsInText } from './row-text.ts';
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
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await batches.next();
        const text = `${isFirst ? head : ''}${value?.length ? lines(value) : ''}`;
        isFirst = false;
        if (text !== '') controller.enqueue(encoder.encode(text));
        if (done) controller.close();
      },
      async cancel() {
        await batches.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  const name = `runs-${new Date().toISOString().slice(0, 10)}.${input.format}`;
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
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
  ['Subscriber id', (run) => run.subscriber?.subscriberId],
  ['Name', (run) => run.subscriber && nameOf(run.subscriber)],
  ['Email', (run) => run.subscriber?.email],
  ['Outcome', (run) => outcomeText(run, aboutRow(run, datedTimes('UTC')), Date.now()).text],
  ['Reason', (run) => stepsInText(run)[0]?.reason.code],
  ['Severity', (run) => run.severity],
  ['Transaction', (run) => run.transactionId],
  ['Run', (run) => run._id],
];

/** Spreadsheets recognise a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = '\ufeff';

const FORMATS: Record<ExportQuery['format'], { type: string; head: string; lines: (runs: RunSummary[]) => string }> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: BYTE_ORDER_MARK + csvLines([EXPORT_COLUMNS.map(([title]) => title)]),
    lines: (runs) => csvLines(runs.map((run) => EXPORT_COLUMNS.map(([, read]) => read(run)))),
  },
  ndjson: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    lines: (runs) => runs.map((run) => `${JSON.stringify(run)}\n`).join(''),
  },
};
