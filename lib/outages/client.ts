import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { OutageEffect } from './effects.ts';
import type { Outage, OutageMessagePage, RecentOutages } from './schema.ts';

/** The integration, and when the outage began, as an ISO string. */
export interface OutageKey {
  integrationId: string;
  openedAt: string;
}

/** The chosen messages. */
export interface OutageFilter {
  /** Null: any effect. */
  effect: OutageEffect | null;
  /** Whether to choose only messages that may have arrived several times. */
  several: boolean;
}

export interface OutageMessagesInput {
  effect?: readonly OutageEffect[];
  several?: boolean;
  after?: string;
  before?: string;
  limit?: number;
}

/** The refetch interval while an outage lasts or messages still wait, because the numbers still change. */
export const LASTING_MS = 15_000;

export const outageQueries = {
  recent: (environmentId: string) =>
    queryOptions({
      queryKey: ['outages', environmentId, 'recent'],
      queryFn: ({ signal }) => api<RecentOutages>('/v1/outages', { environmentId, signal }),
      refetchInterval: LASTING_MS,
    }),
  one: (environmentId: string, key: OutageKey) =>
    queryOptions({
      queryKey: ['outages', environmentId, key, 'one'],
      queryFn: ({ signal }) => api<Outage>(pathOf(key), { environmentId, signal }),
      refetchInterval: ({ state: { data } }) =>
        data !== undefined && (data.closedAt === undefined || data.counts.waiting > 0) && LASTING_MS,
    }),
  messages: (environmentId: string, key: OutageKey, query: OutageMessagesInput) =>
    queryOptions({
      queryKey: ['outages', environmentId, key, 'messages', query],
      queryFn: ({ signal }) =>
        api<OutageMessagePage>(`${pathOf(key)}/messages`, { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
};

/** Reads the file with the messages that the outage affected. */
export function exportOutage(
  environmentId: string,
  key: OutageKey,
  filter: OutageFilter,
  format: ListFormat,
): Promise<Blob> {
  const query = { format, ...filterInput(filter) };
  return apiFile(`${pathOf(key)}/messages/export`, { environmentId, query });
}

/** Returns the filter for the API. */
export function filterInput({ effect, several }: OutageFilter): Pick<OutageMessagesInput, 'effect' | 'several'> {
  return { ...(effect && { effect: [effect] }), ...(several && { several }) };
}

function pathOf({ integrationId, openedAt }: OutageKey): string {
  return `/v1/integrations/${encodeURIComponent(integrationId)}/outages/${encodeURIComponent(openedAt)}`;
}
