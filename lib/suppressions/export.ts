import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList } from '#lib/audit-log/list-export.ts';
import { listSuppressions } from './list.ts';
import type { ExportSuppressionsQuery, Suppression } from './schema.ts';

/** The number of addresses that are read and held in memory at a time. */
const BATCH = 500;

/** Streams the suppressed addresses that match the filters (see `exportList`). */
export async function exportSuppressions(ctx: Ctx, input: ExportSuppressionsQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const batches = readBatches(ctx, filters, limit);
  return exportList(ctx, {
    name: 'suppressions',
    resource: 'suppressions',
    format,
    filters,
    columns: COLUMNS,
    batches,
  });
}

async function* readBatches(
  ctx: Ctx,
  filters: Omit<ExportSuppressionsQuery, 'format' | 'limit'>,
  limit: number,
): AsyncGenerator<Suppression[], undefined> {
  let after: string | undefined;
  for (let left = limit; left > 0; ) {
    const page = { orderBy: '_id', orderDirection: 'DESC', limit: Math.min(BATCH, left), after } as const;
    const { data, next } = await listSuppressions(ctx, { ...filters, ...page });
    if (data.length > 0) yield data;
    if (next === null) return;
    left -= data.length;
    after = next;
  }
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
