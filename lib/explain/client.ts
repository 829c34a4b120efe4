import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Explanation } from './schema.ts';

/** The query of `GET /v1/explain` as the dashboard sends it. `at` is an ISO string. */
export interface ExplainInput {
  subscriber: string;
  workflow?: string | undefined;
  channel?: string | undefined;
  at?: string | undefined;
  twice?: boolean | undefined;
}

/** The interval at which an explanation is reloaded until its step has ended. */
const LIVE_MS = 5_000;

export const explainQueries = {
  one: (environmentId: string, query: ExplainInput) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'explain', query],
      queryFn: ({ signal }) => api<Explanation>('/v1/explain', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => isLive(state.data) && LIVE_MS,
    }),
};

const LIVE_CODES: ReadonlySet<string> = new Set(['fanout_running', 'rest_waiting']);

function isLive(explanation: Explanation | undefined): boolean {
  const outcome = explanation?.decisive.outcome;
  return outcome === 'running' || outcome === 'waiting' || LIVE_CODES.has(explanation?.code ?? '');
}
