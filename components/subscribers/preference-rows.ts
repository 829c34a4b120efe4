'use client';

import { useMutation } from '@tanstack/react-query';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { channelNames, channels } from '#components/status/channels.tsx';
import { notify } from '#components/ui/notify.ts';
import { preferenceMutations } from '#lib/preferences/client.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { choiceOf, madeText, originNote, originOf, originText } from './preference-origin.ts';

export type Preferences = Pick<SubscriberPreferences, 'global' | 'workflows'>;
export type WorkflowPreference = SubscriberPreferences['workflows'][number];

/** One switch: a channel of a workflow, or of everything. */
export interface PreferenceCell {
  channel: Channel;
  /** "Order shipped by E-mail" */
  label: string;
  on: boolean;
  /** Which layer decides, since when, and who set it. */
  description: string;
  /** The same in a word or two. */
  note: string;
  /** Nobody chose, and something else decides where the switch stands. */
  unset: boolean;
  /** Why it cannot be changed. */
  reason: string | undefined;
  change: (on: boolean) => void;
}

/** The switches of the general preference: one for each channel. */
export function useGeneralCells(subscriberId: string, global: Preferences['global']): PreferenceCell[] {
  const denied = useWhyNot('preferences:write');
  const update = useUpdate(subscriberId);
  return channelNames.map((channel) => {
    const choice = choiceOf(global.choices, channel);
    return {
      channel,
      label: `Everything by ${channels[channel].label}`,
      on: update.pending(undefined, channel) ?? global.channels[channel] ?? true,
      description: choice ? `Set${madeText(choice)}` : 'Not set: each workflow decides',
      note: choice ? originNote({ layer: 'own', choice }) : 'Not set',
      unset: choice === undefined && update.pending(undefined, channel) === undefined,
      reason: denied,
      change: (on) => update.mutate({ channels: { [channel]: on } }),
    };
  });
}

/** The switches of a workflow: one for each channel that a step of it has. */
export function useWorkflowCells(
  subscriberId: string,
  global: Preferences['global'],
  row: WorkflowPreference,
): PreferenceCell[] {
  const denied = useWhyNot('preferences:write');
  const update = useUpdate(subscriberId);
  const { identifier, name, critical } = row.workflow;
  return channelNames.flatMap((channel) => {
    const on = row.channels[channel];
    if (on === undefined) return [];
    const origin = originOf(row, global, channel);
    return {
      channel,
      label: `${name} by ${channels[channel].label}`,
      on: update.pending(identifier, channel) ?? on,
      description: originText(origin),
      note: originNote(origin),
      unset: false,
      reason: denied ?? (critical ? originText(origin) : undefined),
      change: (next) => update.mutate({ workflowId: identifier, channels: { [channel]: next } }),
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
