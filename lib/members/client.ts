import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { AcceptInvitationBody, InvitationOffer } from '#lib/invitations/schema.ts';

const invitationPath = (token: string) => `/v1/invitations/${encodeURIComponent(token)}`;

export const memberQueries = {
  invitation: (token: string) =>
    queryOptions({
      queryKey: ['invitations', token],
      queryFn: ({ signal }) => api<InvitationOffer>(invitationPath(token), { signal }),
    }),
};

export const memberMutations = {
  /** Signs in as well. */
  acceptInvitation: (token: string) =>
    mutationOptions({
      mutationFn: (body: AcceptInvitationBody) => api(`${invitationPath(token)}/accept`, { method: 'POST', body }),
    }),
};
