import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { JsonObject } from '#lib/api/text.ts';
import type { DryRunResult } from './dry-run-schema.ts';

export const eventMutations = {
  /** Resolves to whether anything was still unfinished. */
  cancel: (environmentId: string) =>
    mutationOptions({
      mutationFn: (transactionId: string) =>
        api<boolean>(`/v1/events/trigger/${encodeURIComponent(transactionId)}`, { method: 'DELETE', environmentId }),
      meta: { invalidates: [['notifications', environmentId]] },
    }),
};

/** The body of `POST /v1/events/dry-run` as the dashboard sends it. */
export interface DryRunInput {
  /** The workflow's identifier. */
  name: string;
  /** A subscriberId. */
  to: string;
  payload: JsonObject;
}

export const dryRunMutations = {
  play: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: DryRunInput) =>
        api<DryRunResult>('/v1/events/dry-run', { method: 'POST', environmentId, body }),
    }),
};
