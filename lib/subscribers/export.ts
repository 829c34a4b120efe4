import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList } from '#lib/audit-log/list-export.ts';
import type { ExportSubscribersQuery } from './export-schema.ts';
import type { Subscriber, SubscriberPage } from './schema.ts';
import { searchSubscribers } from './service.ts';

/** The number of subscribers that are read and held in memory at a time. */
const BATCH = 100;

/** Streams the subscribers that match the filters of 4.3, newest first (see `exportList`). */
export async function exportSubscribers(ctx: Ctx, input: ExportSubscribersQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const batches = readBatches(ctx, filters, limit);
  return exportList(ctx, { name: 'subscribers', resource: 'subscribers', format, filters, columns: COLUMNS, batches });
}

async function* readBatches(
  ctx: Ctx,
  filters: Omit<ExportSubscribersQuery, 'format' | 'limit'>,
  limit: number,
): AsyncGenerator<Subscriber[], undefined> {
  let after: string | undefined;
  for (let left = limit; left > 0; ) {
    const page = { orderBy: '_id', orderDirection: 'DESC', limit: Math.min(BATCH, left), after } as const;
    const { data, next }: SubscriberPage = JSON.parse(await searchSubscribers(ctx, { ...filters, ...page }));
    if (data.length > 0) yield data;
    if (next === null) return;
    left -= data.length;
    after = next;
  }
}

/** The names of the fields of the API, which the import of a file recognises. */
const COLUMNS: ExportColumn<Subscriber>[] = [
  ['subscriberId', (subscriber) => subscriber.subscriberId],
  ['firstName', (subscriber) => subscriber.firstName ?? undefined],
  ['lastName', (subscriber) => subscriber.lastName ?? undefined],
  ['email', (subscriber) => subscriber.email ?? undefined],
  ['phone', (subscriber) => subscriber.phone ?? undefined],
  ['locale', (subscriber) => subscriber.locale ?? undefined],
  ['timezone', (subscriber) => subscriber.timezone ?? undefined],
  ['data', (subscriber) => (subscriber.data ? JSON.stringify(subscriber.data) : undefined)],
  ['createdAt', (subscriber) => subscriber.createdAt],
];
