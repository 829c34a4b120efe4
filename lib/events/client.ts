import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { WorkflowWriteBody } from '#lib/workflows/schema.ts';
import type { DryRunResult } from './dry-run-schema.ts';
import type { TriggerResult } from './schema.ts';

/** A subscriber as a trigger creates or updates it. */
export interface NamedSubscriber {
  subscriberId: string;
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** An event in the form that the dashboard sends. */
export interface EventInput {
  /** The workflow's identifier. */
  name: string;
  /** A subscriberId, a subscriber, or a topic. */
  to: string | NamedSubscriber | { type: 'Topic'; topicKey: string };
  payload: JsonObject;
  overrides?: JsonObject;
}

/** An event for one subscriber, optionally with a draft of the workflow. */
export interface DryRunInput extends EventInput {
  to: string | NamedSubscriber;
  workflow?: WorkflowWriteBody;
}

export const eventMutations = {
  /** Resolves to whether any run was still unfinished. */
  cancel: (environmentId: string) =>
    mutationOptions({
      mutationFn: (transactionId: string) =>
        api<boolean>(`/v1/events/trigger/${encodeURIComponent(transactionId)}`, { method: 'DELETE', environmentId }),
      meta: { invalidates: [['notifications', environmentId]] },
    }),

  trigger: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: EventInput) =>
        api<TriggerResult>('/v1/events/trigger', { method: 'POST', environmentId, body }),
      // The list of subscribers is stale too, because a trigger creates a subscriber for a new `subscriberId`.
      meta: {
        invalidates: [
          ['notifications', environmentId],
          ['subscribers', environmentId],
        ],
      },
    }),

  /** Resolves to the result that a trigger would have. */
  dryRun: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: DryRunInput) =>
        api<DryRunResult>('/v1/events/dry-run', { method: 'POST', environmentId, body }),
    }),
};
