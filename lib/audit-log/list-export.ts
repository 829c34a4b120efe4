import type { Ctx } from '#lib/api/context.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, fileStream } from '#lib/api/file-stream.ts';
import { transaction } from '#lib/postgres/db.ts';
import { csvLines } from '#lib/text/csv.ts';
import type { ListFormat } from './list-formats.ts';
import { audit } from './service.ts';

/** The title of a column of a CSV file, and the text of its cells. */
export type ExportColumn<Item> = [title: string, read: (item: Item) => string | undefined];

interface ListExport<Item> {
  /** The name of the file without extension. By default, today's date follows the name. */
  name: string;
  isNameWhole?: boolean;
  /** The resource in the audit log. */
  resource: 'notifications' | 'messages' | 'subscribers' | 'suppressions' | 'request-log';
  format: ListFormat;
  /** The filters of the list. Undefined values are omitted. */
  filters: object;
  columns: readonly ExportColumn<Item>[];
  batches: AsyncGenerator<Item[], undefined>;
}

interface PagesToRead {
  /** The maximum number of items. */
  limit: number;
  /** The number of items that are read and held in memory at a time. */
  batch: number;
}

interface Page<Item> {
  data: Item[];
  /** The cursor of the next page. Null at the end. */
  next: string | null;
}

/** Reads a list page by page, for an export. Empty pages are omitted. */
export async function* readPages<Item>(
  { limit, batch }: PagesToRead,
  read: (page: { limit: number; after: string | undefined }) => Promise<Page<Item>>,
): AsyncGenerator<Item[], undefined> {
  let after: string | undefined;
  for (let left = limit; left > 0; ) {
    const { data, next } = await read({ limit: Math.min(batch, left), after });
    if (data.length > 0) yield data;
    if (next === null) return;
    left -= data.length;
    after = next;
  }
}

/**
 * Streams a list as a file. The stream reads only as fast as the client does, so its memory does not depend on the number of
 * records. Exports by a person are audited, with their filters.
 */
export async function exportList<Item>(ctx: Ctx, exported: ListExport<Item>): Promise<Response> {
  const { name, isNameWhole, format, columns, batches } = exported;
  await auditExport(ctx, exported);
  if (format === 'ndjson') {
    const lines = (items: Item[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
    return fileStream({
      name,
      isNameWhole,
      extension: format,
      type: 'application/x-ndjson; charset=utf-8',
      head: '',
      batches,
      lines,
    });
  }
  return fileStream({
    ...{ name, isNameWhole, extension: format, type: CSV_TYPE, batches },
    head: BYTE_ORDER_MARK + csvLines([columns.map(([title]) => title)]),
    lines: (items) => csvLines(items.map((item) => columns.map(([, read]) => read(item)))),
  });
}

async function auditExport<Item>(ctx: Ctx, { resource, format, filters }: ListExport<Item>): Promise<void> {
  if (ctx.actor.type !== 'user') return;
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  await transaction(() =>
    audit(ctx, {
      action: `${resource}.export`,
      resourceType: resource,
      resourceId: ctx.environmentId,
      after: { format, ...given },
    }),
  );
}
