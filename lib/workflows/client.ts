import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Workflow, WorkflowPage } from './schema.ts';

/** The query of `GET /v2/workflows` as the dashboard sends it. */
export interface WorkflowListInput {
  query?: string;
  status?: string[];
  orderBy?: string;
  orderDirection?: string;
  limit?: number;
  offset?: number;
}

export const workflowQueries = {
  list: (environmentId: string, query: WorkflowListInput) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'list', query],
      queryFn: ({ signal }) => api<WorkflowPage>('/v2/workflows', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, workflowId: string) =>
    queryOptions({
      queryKey: ['workflows', environmentId, 'one', workflowId],
      queryFn: ({ signal }) =>
        api<Workflow>(`/v2/workflows/${encodeURIComponent(workflowId)}`, { environmentId, signal }),
    }),
};
