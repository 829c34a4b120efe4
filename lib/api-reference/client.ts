import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { OpenApiDocument } from '#lib/api/openapi-document.ts';

export const referenceQueries = {
  /** The OpenAPI document of this installation. It changes with a release only. */
  document: () =>
    queryOptions({
      queryKey: ['openapi'],
      queryFn: ({ signal }) => api<OpenApiDocument>('/openapi.json', { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
