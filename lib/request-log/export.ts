import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList, readPages } from '#lib/audit-log/list-export.ts';
import type { ExportRequestsQuery, RequestLogEntry } from './schema.ts';
import { listRequests } from './service.ts';

/** The number of calls that are read and held in memory at a time. */
const BATCH = 500;

/** Streams the calls that match the filters, newest first (see `exportList`). */
export async function exportRequests(ctx: Ctx, input: ExportRequestsQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const batches = readPages({ limit, batch: BATCH }, (page) => listRequests(ctx, { ...filters, ...page }));
  return exportList(ctx, { name: 'request-log', resource: 'request-log', format, filters, columns: COLUMNS, batches });
}

const COLUMNS: ExportColumn<RequestLogEntry>[] = [
  ['Time', ({ createdAt }) => createdAt],
  ['Method', ({ method }) => method],
  ['Path', ({ path }) => path],
  ['Status', ({ status }) => String(status)],
  ['Error', ({ message }) => message],
  ['Took (ms)', ({ durationMs }) => String(durationMs)],
  ['Caller', ({ apiKey, user }) => (apiKey ?? user)?.name],
  ['Kind', ({ apiKey }) => (apiKey ? 'API key' : 'Member')],
  ['Operation', ({ operationId }) => operationId],
  ['Address', ({ address }) => address],
  ['Request', ({ requestId }) => requestId],
  ['Call', ({ _id }) => _id],
];
