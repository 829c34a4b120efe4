import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { CreateEnvironmentVariableBody, EnvironmentVariable, UpdateEnvironmentVariableBody } from './schema.ts';

const PATH = '/v1/environment-variables';

export const environmentVariableQueries = {
  /** All variables of the organization, sorted by key. */
  list: () =>
    queryOptions({
      queryKey: ['environment-variables'],
      queryFn: ({ signal }) => api<EnvironmentVariable[]>(PATH, { signal }),
    }),
  /** All variables, with the workflows and layouts that read each. */
  withReaders: () =>
    queryOptions({
      queryKey: ['environment-variables', 'readers'],
      queryFn: ({ signal }) => api<EnvironmentVariable[]>(PATH, { query: { readers: true }, signal }),
      staleTime: 0,
    }),
};

/** Changing a variable can change the issues of workflows and the findings of a publication. */
const changed = { invalidates: [['environment-variables'], ['workflows'], ['publishing']] };

export const environmentVariableMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: CreateEnvironmentVariableBody) => api<EnvironmentVariable>(PATH, { method: 'POST', body }),
      meta: changed,
    }),
  update: () =>
    mutationOptions({
      mutationFn: ({ variableKey, ...body }: UpdateEnvironmentVariableBody & { variableKey: string }) =>
        api<EnvironmentVariable>(place(variableKey), { method: 'PATCH', body }),
      meta: changed,
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (variableKey: string) => api(place(variableKey), { method: 'DELETE' }),
      meta: changed,
    }),
};

const place = (key: string) => `${PATH}/${encodeURIComponent(key)}`;
