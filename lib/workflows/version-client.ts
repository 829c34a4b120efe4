import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowVersion, WorkflowVersionPage } from './version-schema.ts';

/** A record with versions. */
export interface Versioned {
  noun: 'workflows' | 'layouts';
  id: string;
}

export const versionQueries = {
  /** A page of versions, newest first. `after` is the `next` of the previous page. */
  page: (environmentId: string, of: Versioned, query: { limit?: number; after?: string } = {}) =>
    queryOptions({
      queryKey: [of.noun, environmentId, 'versions', of.id, query],
      queryFn: ({ signal }) => api<WorkflowVersionPage>(place(of), { environmentId, query, signal }),
    }),
  /** A version never changes, so no save makes it stale. */
  one: (environmentId: string, of: Versioned, version: number) =>
    queryOptions({
      queryKey: ['version', of.noun, environmentId, of.id, version],
      queryFn: ({ signal }) =>
        api<WorkflowVersion & { definition: JsonObject }>(place(of, `/${version}`), { environmentId, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

export const versionMutations = {
  restore: (environmentId: string, of: Versioned) =>
    mutationOptions({
      mutationFn: (version: number) =>
        api<unknown>(place(of, `/${version}/restore`), { method: 'POST', environmentId }),
      meta: { invalidates: [[of.noun, environmentId]] },
    }),
};

const place = ({ noun, id }: Versioned, rest = '') => `/v2/${noun}/${encodeURIComponent(id)}/versions${rest}`;
