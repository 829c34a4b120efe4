'use client';

import { useMutation } from '@tanstack/react-query';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { channelNames, channels } from '#components/status/channels.tsx';
import { notify } from '#components/ui/notify.ts';
import { preferenceMutations } from '#lib/preferences/client.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { type OriginNote, originNote, originOf, originText } from './preference-origin.ts';
import { missingOf } from './reachability.ts';

export type GeneralPreference = SubscriberPreferences['global'];
export type WorkflowPreference = SubscriberPreferences['workflows'][number];
export type Preference = GeneralPreference | WorkflowPreference;

/** One switch: a channel of a workflow, or of everything. */
export interface PreferenceCell {
  channel: Channel;
  /** "Order shipped by Email" */
  label: string;
  on: boolean;
  /** Which layer decides, since when, and who set it; and what is missing to reach the subscriber. */
  description: string;
  /** The same in a few words. Undefined where the switch says it all. */
  note: OriginNote | undefined;
  /** It is on, and nothing reaches the subscriber: "Cannot reach: no phone number". */
  unreachable: string | undefined;
  /** No choice was made: another layer decides the position of the switch. */
  unset: boolean;
  /** The workflow is critical: no choice counts. */
  locked: boolean;
  /** Why it cannot be changed. */
  reason: string | undefined;
  change: (on: boolean) => void;
  /** Takes the choice back, where there is one: then the next layer decides again. */
  undo: (() => void) | undefined;
}

/** The switches of a row: one for each channel, in a workflow's row for each that a step of it has. */
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

/** Sets a channel, and knows the value that is under way. */
function useUpdate(subscriberId: string) {
  const { id } = useEnvironment();
  const { mutate, isPending, variables } = useMutation({
    ...preferenceMutations.update(id, subscriberId),
    onError: (error) => notify.failed('The preference was not changed', { description: error.message }),
  });
  return {
    mutate,
    pending: (workflowId: string | undefined, channel: Channel) =>
      isPending && variables.workflowId === workflowId ? variables.channels?.[channel] : undefined,
  };
}
