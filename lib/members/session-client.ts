import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { SessionInfo } from '#lib/auth/schema.ts';

const pathOf = (memberId: string) => `/v1/members/${memberId}/sessions`;
const invalidates = [['sessions'], ['members']];

/** The sessions of a member or, without `memberId`, of the signed-in user. */
export const sessionQueries = {
  list: (memberId?: string) =>
    queryOptions({
      queryKey: ['sessions', memberId ?? 'own'],
      queryFn: ({ signal }) =>
        api<SessionInfo[]>(memberId === undefined ? '/auth/list-sessions' : pathOf(memberId), { signal }),
    }),
};

export const sessionMutations = {
  end: (memberId?: string) =>
    mutationOptions({
      mutationFn: (sessionId: string) =>
        memberId === undefined
          ? api('/auth/revoke-session', { method: 'POST', body: { sessionId } })
          : api(`${pathOf(memberId)}/${sessionId}`, { method: 'DELETE' }),
      meta: { invalidates },
    }),
  /** Ends all sessions, except the session of the call. */
  endAll: (memberId?: string) =>
    mutationOptions({
      mutationFn: () =>
        memberId === undefined
          ? api('/auth/revoke-sessions', { method: 'POST', body: {} })
          : api(pathOf(memberId), { method: 'DELETE' }),
      meta: { invalidates },
    }),
};
