import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { PayloadContract } from './schema.ts';

export const contractQueries = {
  one: (environmentId: string, workflowId: string) =>
    queryOptions({
      queryKey: ['payload-contracts', environmentId, workflowId],
      queryFn: ({ signal }) =>
        api<PayloadContract>(`/v2/workflows/${encodeURIComponent(workflowId)}/payload-contract`, {
          environmentId,
          signal,
        }),
    }),
};
