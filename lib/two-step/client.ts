import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type {
  ConfirmTwoStepBody,
  RecoveryCodes,
  StartTwoStepBody,
  TwoStep,
  TwoStepProof,
  TwoStepStarted,
} from './schema.ts';

const path = '/auth/two-step';
const invalidates = [['two-step'], ['members']];

/** The state of the signed-in user's two-step sign-in. */
export const twoStepQueries = {
  own: () =>
    queryOptions({
      queryKey: ['two-step'],
      queryFn: ({ signal }) => api<TwoStep>(path, { signal }),
      // Not cached, so that it is read again whenever the dialog opens. A setup that was closed before its last step
      // has changed the state.
      gcTime: 0,
    }),
};

/** Responses with secrets are not cached. */
export const twoStepMutations = {
  start: () =>
    mutationOptions({
      mutationFn: (body: StartTwoStepBody) => api<TwoStepStarted>(`${path}/start`, { method: 'POST', body }),
      gcTime: 0,
    }),
  confirm: () =>
    mutationOptions({
      mutationFn: (body: ConfirmTwoStepBody) => api<RecoveryCodes>(`${path}/confirm`, { method: 'POST', body }),
      // Does not invalidate the user's own state, because the new state would replace the recovery codes in the dialog.
      meta: { invalidates: [['members']] },
      gcTime: 0,
    }),
  replaceRecoveryCodes: () =>
    mutationOptions({
      mutationFn: (body: TwoStepProof) => api<RecoveryCodes>(`${path}/recovery-codes`, { method: 'POST', body }),
      meta: { invalidates },
      gcTime: 0,
    }),
  turnOff: () =>
    mutationOptions({
      mutationFn: (body: TwoStepProof) => api(`${path}/turn-off`, { method: 'POST', body }),
      meta: { invalidates },
    }),
  /** Resets the two-step sign-in of another member. */
  reset: () =>
    mutationOptions({
      mutationFn: (memberId: string) => api(`/v1/members/${memberId}/two-step`, { method: 'DELETE' }),
      meta: { invalidates },
    }),
};
