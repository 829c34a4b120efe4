import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type {
  AcceptInvitationBody,
  CreatedInvitation,
  CreateInvitationBody,
  Invitation,
  InvitationOffer,
} from '#lib/invitations/schema.ts';
import type { CreatedPasswordReset, PasswordReset, ResetPasswordBody } from '#lib/password-resets/schema.ts';
import type { Member, UpdateMemberBody } from './schema.ts';

const passwordResetPath = (token: string) => `/v1/password-resets/${encodeURIComponent(token)}`;
const invitationPath = (token: string) => `/v1/invitations/${encodeURIComponent(token)}`;

export const memberQueries = {
  list: () =>
    queryOptions({ queryKey: ['members'], queryFn: ({ signal }) => api<Member[]>('/v1/members', { signal }) }),
  invitations: () =>
    queryOptions({
      queryKey: ['invitations', 'list'],
      queryFn: ({ signal }) => api<Invitation[]>('/v1/invitations', { signal }),
    }),
  invitation: (token: string) =>
    queryOptions({
      queryKey: ['invitations', token],
      queryFn: ({ signal }) => api<InvitationOffer>(invitationPath(token), { signal }),
    }),
  passwordReset: (token: string) =>
    queryOptions({
      queryKey: ['password-resets', token],
      queryFn: ({ signal }) => api<PasswordReset>(passwordResetPath(token), { signal }),
    }),
};

export const memberMutations = {
  update: () =>
    mutationOptions({
      mutationFn: ({ memberId, ...body }: UpdateMemberBody & { memberId: string }) =>
        api<Member>(`/v1/members/${memberId}`, { method: 'PATCH', body }),
      meta: { invalidates: [['members'], ['me']] },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (memberId: string) => api(`/v1/members/${memberId}`, { method: 'DELETE' }),
      meta: { invalidates: [['members']] },
    }),
  createPasswordReset: () =>
    mutationOptions({
      mutationFn: (memberId: string) =>
        api<CreatedPasswordReset>(`/v1/members/${memberId}/password-reset`, { method: 'POST' }),
    }),
  resetPassword: (token: string) =>
    mutationOptions({
      mutationFn: (body: ResetPasswordBody) => api(passwordResetPath(token), { method: 'POST', body }),
    }),
  invite: () =>
    mutationOptions({
      mutationFn: (body: CreateInvitationBody) => api<CreatedInvitation>('/v1/invitations', { method: 'POST', body }),
      meta: { invalidates: [['invitations', 'list']] },
    }),
  resendInvitation: () =>
    mutationOptions({
      mutationFn: (invitationId: string) =>
        api<CreatedInvitation>(`/v1/invitations/${invitationId}/resend`, { method: 'POST' }),
      meta: { invalidates: [['invitations', 'list']] },
    }),
  revokeInvitation: () =>
    mutationOptions({
      mutationFn: (invitationId: string) => api(`/v1/invitations/${invitationId}`, { method: 'DELETE' }),
      meta: { invalidates: [['invitations', 'list']] },
    }),
  /** Accepts the invitation and signs in. */
  acceptInvitation: (token: string) =>
    mutationOptions({
      mutationFn: (body: AcceptInvitationBody) => api(`${invitationPath(token)}/accept`, { method: 'POST', body }),
    }),
};
