'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { gradualSwitchMutations, gradualSwitchQueries } from '#lib/gradual-switch/client.ts';
import type { GradualSwitch, Share } from '#lib/gradual-switch/schema.ts';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { SenderDomainAdvice } from './sender-domain.tsx';

/** Returns the running switch from or to the integration, or the last switch that ended. Undefined if there is none. */
export function useGradualSwitch({ _id }: Integration): GradualSwitch | undefined {
  const { id } = useEnvironment();
  const { data } = useQuery(gradualSwitchQueries.list(id));
  return data?.find(({ former, next }) => former.integrationId === _id || next.integrationId === _id);
}

/** Returns the running switch of the channel of these integrations. */
function runningOf(switches: readonly GradualSwitch[] | undefined, { channel }: Integration) {
  return switches?.find((each) => each.channel === channel && each.endedAt === undefined);
}

/** Returns why no gradual switch to the integration can start, as text. Undefined if one can. */
export function useWhyNotSwitch(target: Integration, siblings: readonly Integration[]): string | undefined {
  const { id } = useEnvironment();
  const { data } = useQuery(gradualSwitchQueries.list(id));
  const primary = siblings.find((each) => each.primary);
  const running = runningOf(data, target);
  if (running) return `A switch to ${running.next.name} is already running: finish or end it first`;
  if (!primary) return 'The channel has no primary integration to switch from';
  if (!target.active) return 'This integration is inactive: activate it first';
  if (target.conditions?.length) return 'This integration has conditions: remove them first';
  if (target.sandbox && !primary.sandbox)
    return 'This integration is in sandbox mode and would not send messages: turn off sandbox mode first';
  if (primary.sandbox && !target.sandbox) return `${primary.name} is in sandbox mode: make this one primary instead`;
  return whyNotPrimary(target);
}

/** Returns a function that shows the effects, asks for confirmation, and starts a switch with 5%. */
export function useStartSwitch(siblings: readonly Integration[]): (target: Integration) => Promise<void> {
  const { id } = useEnvironment();
  const set = useMutation(gradualSwitchMutations.set(id));
  return async (target) => {
    const channel = target.channel ? lowerFirst(channelLabels[target.channel]) : '';
    const primary = siblings.find((each) => each.primary);
    const done = await confirm({
      title: `Switch ${channel} gradually to ${target.name}?`,
      body: (
        <ul className="mt-1 list-disc space-y-1 pl-4 text-fg">
          <li>
            5% of the subscribers, always the same ones, get their {channel} messages through {target.name}. You raise
            the share to 25% and 100% yourself.
          </li>
          <li>
            If {target.name} cannot be reached, has used up its quota or refuses a message, for example because of its
            credentials, {primary?.name} sends the message instead.
          </li>
          <li>
            If the share of failed or bounced messages is 5 percentage points higher for {target.name} than for{' '}
            {primary?.name}, after at least 20 messages, all messages go through {primary?.name} again.
          </li>
          {target.channel === 'email' && <SenderDomainAdvice integration={target} />}
        </ul>
      ),
      action: `Start with 5%`,
      run: () => set.mutateAsync({ integrationId: target._id ?? '', share: 5 }),
    });
    if (done) notify.done(`5% of ${channel} goes through ${target.name}`, { description: 'From the next message on.' });
  };
}

interface SwitchActions {
  raise: (share: Share) => void;
  end: () => void;
  isPending: boolean;
}

/** Returns the actions on a running switch. */
export function useSwitchActions({ next, former, channel }: GradualSwitch): SwitchActions {
  const { id } = useEnvironment();
  const name = lowerFirst(channelLabels[channel]);
  const raised = (share: Share) =>
    share === 100 ? `${next.name} is primary for ${name}` : `${share}% of ${name} goes through ${next.name}`;
  const onError = (error: Error) => notifyFailure(error, 'The gradual switch is unchanged');
  const set = useMutation({
    ...gradualSwitchMutations.set(id),
    onSuccess: (_switch, { share }) => notify.done(raised(share)),
    onError,
  });
  const end = useMutation({
    ...gradualSwitchMutations.end(id),
    onSuccess: () => notify.done(`All messages go through ${former.name} again`),
    onError,
  });
  return {
    isPending: set.isPending || end.isPending,
    raise: (share) => set.mutate({ integrationId: next.integrationId, share }),
    end: () => end.mutate(next.integrationId),
  };
}
