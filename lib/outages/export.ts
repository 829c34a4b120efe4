import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList, readPages } from '#lib/audit-log/list-export.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { outageFileName } from './file-name.ts';
import type { ExportOutageQuery, OutageMessage, OutageParams } from './schema.ts';
import { getOutage, listOutageMessages } from './service.ts';

/** The number of messages that are read and held in memory at a time. */
const BATCH = 500;

/**
 * Streams the messages that an outage affected (see `exportList`).
 *
 * @throws ApiError `not_found`.
 */
export async function exportOutageMessages(
  ctx: Ctx,
  params: OutageParams,
  { format, limit, ...filters }: ExportOutageQuery,
): Promise<Response> {
  // An unknown outage is an error of the request, not of the stream.
  const outage = await getOutage(ctx, params);
  const batches = readPages({ limit, batch: BATCH }, (page) =>
    listOutageMessages(ctx, params, { ...filters, ...page, before: undefined }),
  );
  return exportList(ctx, {
    name: outageFileName(outage),
    isNameWhole: true,
    resource: 'messages',
    format,
    filters: { ...params, ...filters },
    columns: COLUMNS,
    batches,
  });
}

/** The columns have the names of the API fields. `cause` is the reason as a sentence. */
const COLUMNS: ExportColumn<OutageMessage>[] = [
  ['effect', ({ effect }) => effect],
  ['reason', ({ reason }) => reason?.code],
  ['cause', ({ reason }) => summaryOfStored(reason)],
  ['subscriberId', ({ subscriber }) => subscriber?.subscriberId],
  ['firstName', ({ subscriber }) => subscriber?.firstName],
  ['lastName', ({ subscriber }) => subscriber?.lastName],
  ['address', ({ address }) => address],
  ['workflowId', ({ workflow }) => workflow.workflowId],
  ['triggeredAt', ({ triggeredAt }) => triggeredAt],
  ['heldAt', ({ heldAt }) => heldAt],
  ['sentAt', ({ sentAt }) => sentAt],
  ['retryAt', ({ retryAt }) => retryAt],
  ['arrivals', ({ arrivals }) => arrivals?.toString()],
  ['transactionId', ({ transactionId }) => transactionId],
  ['notificationId', ({ _notificationId }) => _notificationId],
  ['messageId', ({ _messageId }) => _messageId],
];

function summaryOfStored(stored: unknown): string | undefined {
  const reason = parseReason(stored);
  return reason && summaryOf(reason);
}
