import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { SavedView, UpdateSavedViewBody, ViewPage } from './schema.ts';

/** A view before it is saved. */
export interface NewView {
  page: ViewPage;
  name: string;
  query: string;
  shared: boolean;
}

const meta = (environmentId: string) => ({ invalidates: [['saved-views', environmentId]] });

export const savedViewQueries = {
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['saved-views', environmentId],
      queryFn: ({ signal }) => api<SavedView[]>('/v1/saved-views', { environmentId, signal }),
    }),
};

export const savedViewMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: NewView) => api<SavedView>('/v1/saved-views', { method: 'POST', environmentId, body }),
      meta: meta(environmentId),
    }),
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ id, ...body }: UpdateSavedViewBody & { id: string }) =>
        api<SavedView>(`/v1/saved-views/${id}`, { method: 'PATCH', environmentId, body }),
      meta: meta(environmentId),
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (id: string) => api<void>(`/v1/saved-views/${id}`, { method: 'DELETE', environmentId }),
      meta: meta(environmentId),
    }),
};
