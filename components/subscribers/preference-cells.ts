'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { channelNames, channels } from '#components/status/channels.tsx';
import { preferenceMutations } from '#lib/preferences/client.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { type OriginNote, originNote, originOf, originText } from './preference-origin.ts';
import { missingOf } from './reachability.ts';

export type GeneralPreference = SubscriberPreferences['global'];
export type WorkflowPreference = SubscriberPreferences['workflows'][number];
export type Preference = GeneralPreference | WorkflowPreference;

/** One switch: a channel of a workflow, or of all workflows. */
export interface PreferenceCell {
  channel: Channel;
  /** The label of the switch: "Order shipped by Email". */
  label: string;
  on: boolean;
  /**
   * The layer that decides, with its time and author. Also the missing address, if the subscriber cannot be reached.
   */
  description: string;
  /** The description in a few words. Undefined if the switch alone is clear. */
  note: OriginNote | undefined;
  /** Why the subscriber gets no messages although the switch is on: "Cannot reach: no phone number". */
  unreachable: string | undefined;
  /** Whether no choice was made, so that another layer decides the position of the switch. */
  unset: boolean;
  /** Whether the workflow is critical, so that choices have no effect. */
  locked: boolean;
  /** Why the switch cannot be changed. */
  reason: string | undefined;
  change: (on: boolean) => void;
  /** Deletes the choice, so that the next layer decides again. Undefined without a choice. */
  undo: (() => void) | undefined;
}

/** Returns the switches of a row: one per channel. The row of a workflow has only the channels of its steps. */
export function usePreferenceCells(
  subscriber: Subscriber,
  global: GeneralPreference,
  preference: Preference,
): PreferenceCell[] {
  const denied = useWhyNot('preferences:write');
  const update = useUpdate(subscriber.subscriberId);
  const row = 'workflow' in preference ? preference : undefined;
  const workflowId = row?.workflow.identifier;
  return channelNames.flatMap((channel) => {
    const on = preference.channels[channel];
    if (on === undefined) return [];
    const origin = originOf(row, global, channel);
    const pending = update.pending(workflowId, channel);
    const locked = origin.layer === 'critical';
    const unset = origin.layer === 'unset' && pending === undefined;
    const missing = (pending ?? on) && !unset ? missingOf(subscriber, channel) : undefined;
    const unreachable = missing && `Cannot reach: ${missing.replace(/^No/, 'no')}`;
    const decided = originText(origin);
    const set = (value: boolean | null) =>
      update.mutate({ ...(workflowId && { workflowId }), channels: { [channel]: value } });
    const isChoice = origin.layer === 'own' || origin.layer === 'everything';
    return {
      channel,
      label: `${row?.workflow.name ?? 'All workflows'} by ${channels[channel].label}`,
      on: pending ?? on,
      description: [decided, unreachable].filter(Boolean).join('. '),
      note: originNote(origin),
      unreachable,
      unset,
      locked,
      reason: denied ?? (locked ? decided : undefined),
      change: set,
      undo: isChoice && !denied ? () => set(null) : undefined,
    };
  });
}

/** Sets a channel, and returns the value that is being saved. */
function useUpdate(subscriberId: string) {
  const { id } = useEnvironment();
  const { mutate, isPending, variables } = useMutation({
    ...preferenceMutations.update(id, subscriberId),
    onError: (error) => notifyFailure(error, 'The preference was not changed'),
  });
  return {
    mutate,
    pending: (workflowId: string | undefined, channel: Channel) =>
      isPending && variables.workflowId === workflowId ? variables.channels?.[channel] : undefined,
  };
}
