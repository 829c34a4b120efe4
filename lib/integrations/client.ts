import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiTagged } from '#lib/api/client.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Integration, IntegrationConfigurations, IntegrationCredentials, StepFilter } from './schema.ts';
import type { SendTestBody, TrialResult } from './trial-schema.ts';

/** What a form can write of an integration; absent stays as it is. */
export interface IntegrationChange {
  name?: string;
  identifier?: string;
  active?: boolean;
  sandbox?: boolean;
  conditions?: StepFilter[];
  credentials?: IntegrationCredentials;
  configurations?: IntegrationConfigurations;
}

/** The body of `POST /v1/integrations`. */
export interface IntegrationCreateBody extends IntegrationChange {
  /** With the service's word. */
  providerId: string;
  channel?: Channel | undefined;
  kind: 'delivery' | 'agent';
}

/** What a 412 says beside its message. */
export interface StaleIntegration {
  changedBy?: string;
  changedAt?: string;
}

/** Secrets come only where somebody asks to see them. */
const masked = { credentials: 'masked' };

/** Whoever changes an integration changes what workflows miss. */
const staleIn = (environmentId: string) => ({
  invalidates: [
    ['integrations', environmentId],
    ['workflows', environmentId],
    ['workflow-drafts', environmentId],
  ],
});

export const integrationQueries = {
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'list'],
      queryFn: ({ signal }) => api<Integration[]>('/v1/integrations', { environmentId, query: masked, signal }),
    }),
  /** With its version, for who is about to change it: read once, so that nothing moves under what is typed. */
  one: (environmentId: string, integrationId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'one', integrationId],
      queryFn: ({ signal }) => apiTagged<Integration>(place(integrationId), { environmentId, query: masked, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
};

export const integrationMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: IntegrationCreateBody) =>
        api<Integration>('/v1/integrations', { method: 'POST', environmentId, query: masked, body }),
      meta: staleIn(environmentId),
    }),
  /** `ifMatch` absent: what somebody saved meanwhile is saved over. */
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({
        integrationId,
        ...request
      }: {
        integrationId: string;
        body: IntegrationChange;
        ifMatch?: string | undefined;
      }) => api<Integration>(place(integrationId), put(environmentId, request)),
      meta: staleIn(environmentId),
    }),
  delete: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<Integration[]>(place(integrationId), { method: 'DELETE', environmentId, query: masked }),
      meta: staleIn(environmentId),
    }),
  setPrimary: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<Integration>(place(integrationId, '/set-primary'), { method: 'POST', environmentId, query: masked }),
      meta: staleIn(environmentId),
    }),
  /** Past every cache: each is a call to the provider. */
  testConnection: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<TrialResult>(place(integrationId, '/test-connection'), { method: 'POST', environmentId }),
    }),
  sendTest: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ integrationId, body }: { integrationId: string; body: SendTestBody }) =>
        api<TrialResult>(place(integrationId, '/send-test'), { method: 'POST', environmentId, body }),
    }),
  /** An act, not a query: every unmasked read is audited, so nothing may repeat or cache it. */
  revealCredentials: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) => api<Integration>(place(integrationId), { environmentId }),
      gcTime: 0,
    }),
};

function place(integrationId: string, rest = ''): string {
  return `/v1/integrations/${encodeURIComponent(integrationId)}${rest}`;
}

function put(environmentId: string, { body, ifMatch }: { body: IntegrationChange; ifMatch?: string | undefined }) {
  return { method: 'PUT' as const, environmentId, query: masked, body, ...(ifMatch && { ifMatch }) };
}
