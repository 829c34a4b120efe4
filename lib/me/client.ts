import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, signOut } from '#lib/api/client.ts';
import type { Me, UpdateMeBody } from './schema.ts';

export const meQueries = {
  current: () =>
    queryOptions({
      queryKey: ['me'],
      queryFn: ({ signal }) => api<Me>('/v1/me', { signal }),
      staleTime: 5 * 60_000,
    }),
};

export interface SignInInput {
  email: string;
  password: string;
  /** The code of the second step, or a recovery code. */
  code?: string;
}

export interface ChangePasswordInput {
  currentPassword: string;
  newPassword: string;
}

export const meMutations = {
  signIn: () =>
    mutationOptions({
      mutationFn: (body: SignInInput) => api('/auth/sign-in/email', { method: 'POST', body }),
    }),
  signOut: () => mutationOptions({ mutationFn: signOut }),
  update: () =>
    mutationOptions({
      mutationFn: (body: UpdateMeBody) => api<Me>('/v1/me', { method: 'PATCH', body }),
      meta: { invalidates: [['me'], ['members']] },
    }),
  changePassword: () =>
    mutationOptions({
      mutationFn: (body: ChangePasswordInput) => api('/auth/change-password', { method: 'POST', body }),
    }),
};
