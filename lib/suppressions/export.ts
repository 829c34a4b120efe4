import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList, readPages } from '#lib/audit-log/list-export.ts';
import { listSuppressions } from './list.ts';
import type { ExportSuppressionsQuery, Suppression } from './schema.ts';

/** The number of addresses that are read and held in memory at a time. */
const BATCH = 500;

/** Streams the suppressed addresses that match the filters (see `exportList`). */
export async function exportSuppressions(ctx: Ctx, input: ExportSuppressionsQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const order = { orderBy: '_id', orderDirection: 'DESC' } as const;
  const batches = readPages({ limit, batch: BATCH }, (page) =>
    listSuppressions(ctx, { ...filters, ...order, ...page }),
  );
  return exportList(ctx, {
    name: 'suppressions',
    resource: 'suppressions',
    format,
    filters,
    columns: COLUMNS,
    batches,
  });
}

/** The names of the fields of the API, which the import of a file recognises. */
const COLUMNS: ExportColumn<Suppression>[] = [
  ['address', ({ address }) => address],
  ['channel', ({ channel }) => channel],
  ['cause', ({ cause }) => cause],
  ['createdAt', ({ createdAt }) => createdAt],
  ['words', ({ words }) => words],
  ['note', ({ note }) => note],
  ['messageId', ({ messageId }) => messageId],
];
