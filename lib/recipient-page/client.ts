import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { RecipientPageSettings, UpdateRecipientPageBody } from './schema.ts';

const path = '/v1/environments/me/recipient-page';

export const recipientPageQueries = {
  settings: (environmentId: string) =>
    queryOptions({
      queryKey: ['recipient-page', environmentId],
      queryFn: ({ signal }) => api<RecipientPageSettings>(path, { environmentId, signal }),
    }),
};

export const recipientPageMutations = {
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: UpdateRecipientPageBody) =>
        api<RecipientPageSettings>(path, { method: 'PUT', environmentId, body }),
      meta: { invalidates: [['recipient-page']] },
    }),
};
