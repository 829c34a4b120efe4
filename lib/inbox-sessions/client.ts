import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { InboxPreview } from './schema.ts';

export const inboxSessionMutations = {
  /** Opens the inbox of a subscriber in a preview. The audit log records it. */
  preview: (environmentId: string) =>
    mutationOptions({
      mutationFn: (subscriberId: string) =>
        api<InboxPreview>(`/v2/subscribers/${encodeURIComponent(subscriberId)}/inbox-previews`, {
          method: 'POST',
          environmentId,
        }),
    }),
};
