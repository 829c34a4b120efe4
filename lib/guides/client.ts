import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Guide, GuideList } from './schema.ts';

export const guideQueries = {
  /** All guides. They change with a release only. */
  list: () =>
    queryOptions({
      queryKey: ['guides'],
      queryFn: ({ signal }) => api<GuideList>('/guides', { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  page: (path: string) =>
    queryOptions({
      queryKey: ['guides', path],
      queryFn: ({ signal }) => api<Guide>('/guides/page', { query: { guide: path }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
