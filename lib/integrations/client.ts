import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiTagged } from '#lib/api/client.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { SenderDomain } from '#lib/sender-domain/schema.ts';
import { readerZone } from '#lib/time/reader-zone.ts';
import type {
  Integration,
  IntegrationConfigurations,
  IntegrationCredentials,
  IntegrationHealthList,
  IntegrationUsage,
  OrderIntegrationsBody,
  OutageList,
  PrimarySwitchList,
  StepFilter,
} from './schema.ts';
import type { SendTestBody, TestDraftBody, TrialResult } from './trial-schema.ts';

/** The fields of an integration that a form can change. An absent field stays unchanged. */
export interface IntegrationChange {
  name?: string;
  identifier?: string;
  active?: boolean;
  sandbox?: boolean;
  /** The rate limit. Null removes it. */
  messagesPerSecond?: number | null;
  /** The daily quota. Null removes it. */
  messagesPerDay?: number | null;
  /** A day such as `2027-03-31`. Null removes the day. */
  credentialsEndOn?: string | null;
  conditions?: StepFilter[];
  credentials?: IntegrationCredentials;
  configurations?: IntegrationConfigurations;
}

/** The body of `POST /v1/integrations`. */
export interface IntegrationCreateBody extends IntegrationChange {
  /** The provider's ID with the vendor prefix. */
  providerId: string;
  channel?: Channel | undefined;
  kind: 'delivery' | 'agent';
}

/** The additional fields of a response with status 412. */
export interface StaleIntegration {
  changedBy?: string;
  changedAt?: string;
}

/** Secrets are loaded only when a user reveals them. */
const masked = { credentials: 'masked' };

/** Returns the stale queries after a change, which may also change the issues of workflows. */
const staleIn = (environmentId: string) => ({
  invalidates: [
    ['integrations', environmentId],
    ['workflows', environmentId],
    ['workflow-drafts', environmentId],
    // `me` contains whether an environment is a sandbox.
    ['me'],
  ],
});

/** The health contains the last test. */
const tested = (environmentId: string) => ({ invalidates: [['integration-health', environmentId]] });

export const integrationQueries = {
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'list'],
      queryFn: ({ signal }) => api<Integration[]>('/v1/integrations', { environmentId, query: masked, signal }),
    }),
  /** The counts are by minute, so refetch every minute. */
  health: (environmentId: string) =>
    queryOptions({
      queryKey: ['integration-health', environmentId],
      queryFn: ({ signal }) => api<IntegrationHealthList>('/v1/integrations/health', { environmentId, signal }),
      refetchInterval: 60_000,
    }),
  /** The outages in progress, read more often while there are some, so that their end shows soon. */
  outages: (environmentId: string) =>
    queryOptions({
      queryKey: ['integration-outages', environmentId],
      queryFn: ({ signal }) => api<OutageList>('/v1/integrations/outages', { environmentId, signal }),
      refetchInterval: ({ state: { data = [] } }) => (data.length > 0 ? 5_000 : 15_000),
    }),
  /** The changes of primary integrations that can be undone. */
  primarySwitches: (environmentId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'primary-switches'],
      queryFn: ({ signal }) => api<PrimarySwitchList>('/v1/integrations/primary-switches', { environmentId, signal }),
    }),
  /** The counts of seven days, by day of the reader's zone. */
  usage: (environmentId: string, integrationId: string) =>
    queryOptions({
      queryKey: ['integration-usage', environmentId, integrationId],
      queryFn: ({ signal }) =>
        api<IntegrationUsage>(place(integrationId, '/usage'), { environmentId, query: { zone: readerZone() }, signal }),
    }),
  /** The server keeps the result for five minutes. */
  senderDomain: (environmentId: string, integrationId: string) =>
    queryOptions({
      queryKey: ['integration-sender-domain', environmentId, integrationId],
      queryFn: ({ signal }) => api<SenderDomain>(place(integrationId, '/sender-domain'), { environmentId, signal }),
    }),
  /** An integration with its version, for editing. Never refetched, so that the form does not change during editing. */
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
  /** Without `ifMatch`, changes that another user saved in the meantime are overwritten. */
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({
        integrationId,
        ...request
      }: {
        integrationId: string;
        body: IntegrationChange;
        ifMatch?: string | undefined;
      }) => apiTagged<Integration>(place(integrationId), put(environmentId, request)),
      meta: {
        invalidates: [
          ...staleIn(environmentId).invalidates,
          // Contains the use of the daily quota.
          ['integration-usage', environmentId],
          ['integration-sender-domain', environmentId],
        ],
      },
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
  /** Orders the active integrations of a channel. */
  order: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: OrderIntegrationsBody) =>
        api<Integration[]>('/v1/integrations/order', { method: 'PUT', environmentId, query: masked, body }),
      meta: staleIn(environmentId),
    }),
  /** Undoes `setPrimary` of the integration. */
  undoSetPrimary: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<Integration>(place(integrationId, '/undo-set-primary'), { method: 'POST', environmentId, query: masked }),
      meta: staleIn(environmentId),
    }),
  /** A mutation, because each test signs in to the mail server and must not be cached. */
  testMailbox: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<TrialResult>(place(integrationId, '/test-mailbox'), { method: 'POST', environmentId }),
    }),
  /** A mutation, because each test calls the provider and must not be cached. */
  testConnection: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<TrialResult>(place(integrationId, '/test-connection'), { method: 'POST', environmentId }),
      meta: tested(environmentId),
    }),
  /** Tests credentials that are not saved. */
  testDraft: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: Omit<TestDraftBody, 'providerId'> & { providerId: string }) =>
        api<TrialResult>('/v1/integrations/test-connection', { method: 'POST', environmentId, body }),
    }),
  sendTest: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ integrationId, body }: { integrationId: string; body: SendTestBody }) =>
        api<TrialResult>(place(integrationId, '/send-test'), { method: 'POST', environmentId, body }),
      meta: tested(environmentId),
    }),
  /** A mutation, not a query: every unmasked read is audited, so it must not be repeated or cached. */
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
