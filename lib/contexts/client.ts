import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { Context, ContextPage, ContextParams, ContextTypes, ContextUsage } from './schema.ts';

/** The query of `GET /v2/contexts` as the dashboard sends it. */
export interface ContextListInput {
  after?: string;
  before?: string;
  limit?: number;
  orderDirection?: string;
  type?: string;
  search?: string;
}

export const contextQueries = {
  list: (environmentId: string, query: ContextListInput) =>
    queryOptions({
      queryKey: ['contexts', environmentId, 'list', query],
      queryFn: ({ signal }) => api<ContextPage>('/v2/contexts', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  types: (environmentId: string) =>
    queryOptions({
      queryKey: ['contexts', environmentId, 'types'],
      queryFn: ({ signal }) => api<ContextTypes>('/v2/contexts/types', { environmentId, signal }),
    }),
  one: (environmentId: string, of: ContextParams) =>
    queryOptions({
      queryKey: ['contexts', environmentId, 'one', of],
      queryFn: ({ signal }) => api<Context>(place(of), { environmentId, signal }),
    }),
  usage: (environmentId: string, of: ContextParams) =>
    queryOptions({
      queryKey: ['contexts', environmentId, 'usage', of],
      queryFn: ({ signal }) => api<ContextUsage>(place(of, '/usage'), { environmentId, signal }),
    }),
};

export const contextMutations = {
  /** Creates a context. Fails if type and ID exist. */
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: ContextParams & { data: JsonObject }) =>
        api<Context>('/v2/contexts', { method: 'POST', environmentId, body }),
      meta: { invalidates: [['contexts', environmentId]] },
    }),
  /** Replaces the data of a context. */
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ data, ...of }: ContextParams & { data: JsonObject }) =>
        api<Context>(place(of), { method: 'PATCH', environmentId, body: { data } }),
      meta: { invalidates: [['contexts', environmentId]] },
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (of: ContextParams) => api<void>(place(of), { method: 'DELETE', environmentId }),
      // The context itself is not fetched again, because it was deleted.
      meta: {
        invalidates: [
          ['contexts', environmentId, 'list'],
          ['contexts', environmentId, 'types'],
        ],
      },
    }),
};

const place = ({ type, id }: ContextParams, rest = '') =>
  `/v2/contexts/${encodeURIComponent(type)}/${encodeURIComponent(id)}${rest}`;
