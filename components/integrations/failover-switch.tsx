'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { environmentMutations } from '#lib/environments/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { isOrdered, supportsPrimary } from '#lib/providers/primary.ts';

/** Channels that send through one integration. */
const CHOSEN = {
  on: 'If an email or SMS integration cannot send, the next attempt uses the integration with the next number. The last number is followed by number 1.',
  off: 'If an email or SMS integration cannot send, no other integration is used.',
};

/** Channels that send through each integration to which the subscriber is connected. */
const CONNECTED = {
  on: 'Chat and push messages go to all connections of the subscriber. If a trigger names an integration that cannot send, the next attempt uses the integration with the next number.',
  off: 'Chat and push messages go to all connections of the subscriber. If a trigger names an integration, no other integration is used.',
};

/** Returns the sentences about failover, for the kinds of channels that have several active integrations. */
export function failoverText(integrations: readonly Integration[], isOn: boolean): string {
  const state = isOn ? 'on' : 'off';
  const several = integrations.filter((one) => hasAlternative(one, integrations));
  const texts = [
    several.some(({ channel }) => supportsPrimary(channel)) && CHOSEN[state],
    several.some(({ channel }) => !supportsPrimary(channel)) && CONNECTED[state],
  ];
  return texts.filter(Boolean).join(' ');
}

function hasAlternative({ _id, channel, active }: Integration, all: readonly Integration[]): boolean {
  return active && isOrdered(channel) && all.some((one) => one.active && one.channel === channel && one._id !== _id);
}

/** The environment’s failover switch, with its effect. Empty if no channel has several active integrations. */
export function FailoverSwitch({ integrations }: { integrations: readonly Integration[] }) {
  const { environment } = useSession();
  const { _id: environmentId, name, failover = false } = environment;
  const denied = useWhyNot('environments:write');
  const update = useMutation(environmentMutations.update());
  const text = failoverText(integrations, failover);
  if (!text) return null;
  const change = async (next: boolean) => {
    try {
      await update.mutateAsync({ environmentId, failover: next });
    } catch (error) {
      return notifyFailure(error, 'Failover was not changed');
    }
    notifyUndoable(`Failover is ${next ? 'on' : 'off'}`, {
      description: `In ${name}, for all channels, from the next attempt on.`,
      undo: () => update.mutateAsync({ environmentId, failover: !next }),
      undone: `Failover is ${next ? 'off' : 'on'} again`,
    });
  };
  return (
    <section
      aria-labelledby="failover"
      className="flex items-start justify-between gap-4 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <div className="min-w-0">
        <h2 id="failover" className="font-semibold">
          Failover is {failover ? 'on' : 'off'} for all channels
        </h2>
        <p id="failover-effect" className="max-w-3xl text-xs text-pretty text-faint">
          {text}
        </p>
      </div>
      <Switch
        checked={failover}
        disabledReason={denied}
        onCheckedChange={(next) => void change(next)}
        aria-label={`Failover in ${name}`}
        aria-describedby="failover-effect"
      />
    </section>
  );
}
