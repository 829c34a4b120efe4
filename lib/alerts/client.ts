import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { TrialResult } from '#lib/integrations/trial-schema.ts';
import type { AlertPage, AlertRule, CreateAlertRuleBody, UpdateAlertRuleBody } from './schema.ts';

/** Rules are checked every 20 to 60 s. */
const REFRESH_MS = 15_000;

export const alertQueries = {
  rules: (environmentId: string) =>
    queryOptions({
      queryKey: ['alert-rules', environmentId],
      queryFn: ({ signal }) => api<AlertRule[]>('/v1/alert-rules', { environmentId, signal }),
      refetchInterval: REFRESH_MS,
    }),
  history: (environmentId: string, after: string | undefined) =>
    queryOptions({
      queryKey: ['alerts', environmentId, after],
      queryFn: ({ signal }) => api<AlertPage>('/v1/alerts', { environmentId, query: { after }, signal }),
      refetchInterval: REFRESH_MS,
    }),
};

const meta = (environmentId: string) => ({
  invalidates: [
    ['alert-rules', environmentId],
    ['alerts', environmentId],
  ],
});

export const alertMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: CreateAlertRuleBody) =>
        api<AlertRule>('/v1/alert-rules', { method: 'POST', environmentId, body }),
      meta: meta(environmentId),
    }),
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ ruleId, ...body }: UpdateAlertRuleBody & { ruleId: string }) =>
        api<AlertRule>(`/v1/alert-rules/${ruleId}`, { method: 'PATCH', environmentId, body }),
      meta: meta(environmentId),
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (ruleId: string) => api<void>(`/v1/alert-rules/${ruleId}`, { method: 'DELETE', environmentId }),
      meta: meta(environmentId),
    }),
  test: (environmentId: string) =>
    mutationOptions({
      mutationFn: (ruleId: string) =>
        api<TrialResult>(`/v1/alert-rules/${ruleId}/test`, { method: 'POST', environmentId }),
    }),
};
