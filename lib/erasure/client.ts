import { mutationOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';

/** Reads the archive with all data of a subscriber. */
export function exportSubscriber(environmentId: string, subscriberId: string): Promise<Blob> {
  return apiFile(`/v1/subscribers/${encodeURIComponent(subscriberId)}/export`, { environmentId });
}

export const erasureMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (subscriberId: string) =>
        api<void>(`/v2/subscribers/${encodeURIComponent(subscriberId)}`, {
          method: 'DELETE',
          environmentId,
          query: { erase: true },
        }),
      // The subscriber itself is not fetched again, because it was deleted.
      meta: { invalidates: [['subscribers', environmentId, 'list']] },
    }),
};
