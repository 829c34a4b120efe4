import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { NotificationListInput } from '#lib/notifications/client.ts';
import type { Recovery, RecoveryList, RecoveryPreview } from './schema.ts';

const PATH = '/v1/notifications/recoveries';
/** The pauses between two reads of the progress, in milliseconds: while a recovery runs, and otherwise. */
const RUNNING_MS = 2_000;
const IDLE_MS = 30_000;

/** Milliseconds after the end of a recovery in which most of its runs end. */
const SETTLING_MS = 120_000;

/** Whether numbers of the recovery change soon. */
function isChanging(newest: Recovery | undefined): boolean {
  if (newest?.status === 'running') return true;
  const isSettling = newest?.endedAt !== undefined && Date.now() - Date.parse(newest.endedAt) < SETTLING_MS;
  return isSettling && (newest.results?.running ?? 0) > 0;
}

/** The filters of the list of runs without its pages and statuses. */
export type RecoveryFilterInput = Omit<NotificationListInput, 'page' | 'limit' | 'status'>;

export const recoveryQueries = {
  /** The newest recoveries, refetched more often while the newest one is running. */
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['recoveries', environmentId, 'list'],
      queryFn: ({ signal }) => api<RecoveryList>(PATH, { environmentId, signal }),
      refetchInterval: ({ state }) => (isChanging(state.data?.data[0]) ? RUNNING_MS : IDLE_MS),
    }),
  preview: (environmentId: string, filter: RecoveryFilterInput) =>
    queryOptions({
      queryKey: ['recoveries', environmentId, 'preview', filter],
      queryFn: ({ signal }) =>
        api<RecoveryPreview>(`${PATH}/dry-run`, { method: 'POST', environmentId, body: { filter }, signal }),
      staleTime: 0,
    }),
};

export const recoveryMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: { filter: RecoveryFilterInput; reason: string }) =>
        api<Recovery>(PATH, { method: 'POST', environmentId, body }),
      meta: {
        invalidates: [
          ['recoveries', environmentId, 'list'],
          ['notifications', environmentId],
          ['messages', environmentId],
        ],
      },
    }),
  stop: (environmentId: string) =>
    mutationOptions({
      mutationFn: (recoveryId: string) =>
        api<Recovery>(`${PATH}/${recoveryId}/stop`, { method: 'POST', environmentId }),
      meta: { invalidates: [['recoveries', environmentId, 'list']] },
    }),
};
