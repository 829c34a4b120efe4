import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { ImportRun } from './import-run.ts';
import type { Missable } from './missing.ts';
import type {
  CreateSubscriberBody,
  DeliveryHealth,
  PatchSubscriberBody,
  Subscriber,
  SubscriberPage,
} from './schema.ts';

/** The query of `GET /v2/subscribers` as the dashboard sends it. */
export type SubscriberListInput = Partial<
  Record<
    | 'after'
    | 'before'
    | 'orderBy'
    | 'orderDirection'
    | 'email'
    | 'name'
    | 'phone'
    | 'subscriberId'
    | 'q'
    | 'topicKey'
    | 'contextKey'
    | 'language',
    string
  >
> & { missing?: readonly Missable[]; limit?: number; includeLastMessage?: boolean };

/** The filters of the list, which the export accepts too. */
export type SubscriberFilterInput = Pick<SubscriberListInput, 'q' | 'topicKey' | 'contextKey' | 'language' | 'missing'>;

export const subscriberQueries = {
  list: (environmentId: string, query: SubscriberListInput) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'list', query],
      queryFn: ({ signal }) =>
        firstWithRows(query, (step) => api<SubscriberPage>('/v2/subscribers', { environmentId, query: step, signal })),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, subscriberId: string) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'one', subscriberId],
      queryFn: ({ signal }) => api<Subscriber>(place(subscriberId), { environmentId, signal }),
    }),
  deliveryHealth: (environmentId: string, subscriberId: string) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'delivery-health', subscriberId],
      queryFn: ({ signal }) => api<DeliveryHealth>(`${place(subscriberId)}/delivery-health`, { environmentId, signal }),
    }),
};

/** Reads the file with the subscribers that match the filters. */
export function exportSubscribers(
  environmentId: string,
  filters: SubscriberFilterInput,
  format: ListFormat,
): Promise<Blob> {
  return apiFile('/v1/subscribers/export', { environmentId, query: { ...filters, format } });
}

export const subscriberMutations = {
  /** Creates a subscriber. Fails if the ID exists. */
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: CreateSubscriberBody) =>
        api<Subscriber>('/v2/subscribers', { method: 'POST', environmentId, query: { failIfExists: true }, body }),
      meta: { invalidates: [['subscribers', environmentId]] },
    }),
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ subscriberId, changes }: { subscriberId: string; changes: PatchSubscriberBody }) =>
        api<Subscriber>(place(subscriberId), { method: 'PATCH', environmentId, body: changes }),
      meta: { invalidates: [['subscribers', environmentId]] },
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (subscriberId: string) => api<void>(place(subscriberId), { method: 'DELETE', environmentId }),
      // The subscriber itself is not fetched again, because it was deleted.
      meta: { invalidates: [['subscribers', environmentId, 'list']] },
    }),
  import: (environmentId: string) =>
    mutationOptions({
      mutationFn: async (run: ImportRun) => (await import('./import-run.ts')).importSubscribers(environmentId, run),
      meta: { invalidates: [['subscribers', environmentId]] },
    }),
};

const place = (subscriberId: string) => `/v2/subscribers/${encodeURIComponent(subscriberId)}`;

/** Reads pages in the direction of the query until one has rows or the list ends, because a search may stop early. */
export async function firstWithRows(
  query: SubscriberListInput,
  read: (query: SubscriberListInput) => Promise<SubscriberPage>,
): Promise<SubscriberPage> {
  const { after: _after, before, ...rest } = query;
  for (let step = query; ; ) {
    const page = await read(step);
    const cursor = before === undefined ? page.next : page.previous;
    if (page.data.length > 0 || !cursor) return page;
    step = before === undefined ? { ...rest, after: cursor } : { ...rest, before: cursor };
  }
}
