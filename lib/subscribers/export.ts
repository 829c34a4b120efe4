import type { Ctx } from '#lib/api/context.ts';
import { type ExportColumn, exportList, readPages } from '#lib/audit-log/list-export.ts';
import type { ExportSubscribersQuery } from './export-schema.ts';
import type { Subscriber, SubscriberPage } from './schema.ts';
import { searchSubscribers } from './service.ts';

/** The number of subscribers that are read and held in memory at a time. */
const BATCH = 100;

/** Streams the subscribers that match the filters of spec 4.3, newest first (see `exportList`). */
export async function exportSubscribers(ctx: Ctx, input: ExportSubscribersQuery): Promise<Response> {
  const { format, limit, ...filters } = input;
  const order = { orderBy: '_id', orderDirection: 'DESC' } as const;
  const batches = readPages(
    { limit, batch: BATCH },
    async (page): Promise<SubscriberPage> =>
      JSON.parse(await searchSubscribers(ctx, { ...filters, ...order, ...page })),
  );
  return exportList(ctx, { name: 'subscribers', resource: 'subscribers', format, filters, columns: COLUMNS, batches });
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
