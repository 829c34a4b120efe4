import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type {
  CreateSignInProviderBody,
  ProviderSignInStarted,
  SignInChoice,
  SignInProvider,
  SignInProviderList,
  StartProviderSignInBody,
  UpdateSignInProviderBody,
} from './schema.ts';

const path = '/v1/sign-in-providers';
const invalidates = [['sign-in-providers']];

export const signInProviderQueries = {
  list: () =>
    queryOptions({
      queryKey: ['sign-in-providers'],
      queryFn: ({ signal }) => api<SignInProviderList>(path, { signal }),
    }),
  /** The providers that the sign-in page shows. */
  choices: () =>
    queryOptions({
      queryKey: ['sign-in-choices'],
      queryFn: ({ signal }) => api<SignInChoice[]>('/auth/sign-in-providers', { signal }),
    }),
};

export const signInProviderMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: CreateSignInProviderBody) => api<SignInProvider>(path, { method: 'POST', body }),
      meta: { invalidates },
    }),
  update: () =>
    mutationOptions({
      mutationFn: ({ id, ...body }: UpdateSignInProviderBody & { id: string }) =>
        api<SignInProvider>(`${path}/${id}`, { method: 'PATCH', body }),
      meta: { invalidates },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (id: string) => api(`${path}/${id}`, { method: 'DELETE' }),
      meta: { invalidates },
    }),
  /** Starts a sign-in. The page then opens the address of the provider. */
  start: () =>
    mutationOptions({
      mutationFn: (body: StartProviderSignInBody) =>
        api<ProviderSignInStarted>('/auth/sign-in/provider', { method: 'POST', body }),
    }),
};
