import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';

export const eventMutations = {
  /** Resolves to whether anything was still unfinished. */
  cancel: (environmentId: string) =>
    mutationOptions({
      mutationFn: (transactionId: string) =>
        api<boolean>(`/v1/events/trigger/${encodeURIComponent(transactionId)}`, { method: 'DELETE', environmentId }),
      meta: { invalidates: [['notifications', environmentId]] },
    }),
};
