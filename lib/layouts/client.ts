import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiTagged } from '#lib/api/client.ts';
import type { Layout, LayoutContent, LayoutEditor, LayoutPage, LayoutPreview, LayoutUsage } from './schema.ts';

/** The query of `GET /v2/layouts` as the dashboard sends it. */
export interface LayoutListInput {
  query?: string;
  orderBy?: string;
  orderDirection?: string;
  limit?: number;
  offset?: number;
}

export const layoutQueries = {
  list: (environmentId: string, query: LayoutListInput = {}) =>
    queryOptions({
      queryKey: ['layouts', environmentId, 'list', query],
      queryFn: ({ signal }) => api<LayoutPage>('/v2/layouts', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** A layout with its version, which the next save sends. */
  one: (environmentId: string, layoutId: string) =>
    queryOptions({
      queryKey: ['layouts', environmentId, 'one', layoutId],
      queryFn: ({ signal }) => apiTagged<Layout>(place(layoutId), { environmentId, signal }),
    }),
  usage: (environmentId: string, layoutId: string) =>
    queryOptions({
      queryKey: ['layouts', environmentId, 'usage', layoutId],
      queryFn: ({ signal }) => api<LayoutUsage>(place(layoutId, '/usage'), { environmentId, signal }),
    }),
  /** An example email, rendered in the stored layout. */
  stored: (environmentId: string, { layoutId, updatedAt }: Pick<Layout, 'layoutId' | 'updatedAt'>) =>
    queryOptions({
      queryKey: ['layout-previews', environmentId, layoutId, updatedAt],
      queryFn: ({ signal }) => previewOf(environmentId, layoutId, { body: {}, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** An example email, rendered in the edited layout. Nothing is stored. */
  preview: (environmentId: string, layoutId: string, email: LayoutContent) =>
    queryOptions({
      queryKey: ['layout-previews', environmentId, layoutId, email],
      queryFn: ({ signal }) => previewOf(environmentId, layoutId, { body: { controlValues: { email } }, signal }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    }),
};

interface CreateInput {
  layoutId: string;
  name: string;
  editorType: LayoutEditor;
}

interface UpdateInput {
  layoutId: string;
  name: string;
  email?: LayoutContent;
  /** If absent, the save overwrites changes that another user saved in the meantime. */
  ifMatch?: string | undefined;
}

export const layoutMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ editorType, ...body }: CreateInput) =>
        api<Layout>('/v2/layouts', {
          method: 'POST',
          environmentId,
          body: { ...body, controlValues: { email: { editorType } } },
        }),
      meta: staleIn(environmentId),
    }),
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ layoutId, name, email, ifMatch }: UpdateInput) =>
        apiTagged<Layout>(place(layoutId), {
          method: 'PUT',
          environmentId,
          body: { name, ...(email && { controlValues: { email } }) },
          ...(ifMatch && { ifMatch }),
        }),
      meta: staleIn(environmentId),
    }),
  duplicate: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ layoutId, body }: { layoutId: string; body: { name: string; layoutId?: string } }) =>
        api<Layout>(place(layoutId, '/duplicate'), { method: 'POST', environmentId, body }),
      meta: staleIn(environmentId),
    }),
  setDefault: (environmentId: string) =>
    mutationOptions({
      mutationFn: (layoutId: string) => api<Layout>(place(layoutId, '/set-default'), { method: 'POST', environmentId }),
      meta: staleIn(environmentId),
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (layoutId: string) => api<void>(place(layoutId), { method: 'DELETE', environmentId }),
      // The layout itself is not fetched again, because it was deleted.
      meta: { invalidates: [['layouts', environmentId, 'list']] },
    }),
};

function previewOf(environmentId: string, layoutId: string, { body, signal }: { body: object; signal: AbortSignal }) {
  return api<LayoutPreview>(place(layoutId, '/preview'), { method: 'POST', environmentId, body, signal });
}

const place = (layoutId: string, rest = '') => `/v2/layouts/${encodeURIComponent(layoutId)}${rest}`;

function staleIn(environmentId: string) {
  return { invalidates: [['layouts', environmentId]] };
}
