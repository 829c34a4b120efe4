import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';

export interface AcceptInvitationInput {
  name: string;
  password: string;
}

export const memberMutations = {
  acceptInvitation: (token: string) =>
    mutationOptions({
      mutationFn: (body: AcceptInvitationInput) =>
        api(`/v1/invitations/${encodeURIComponent(token)}/accept`, { method: 'POST', body }),
    }),
};
