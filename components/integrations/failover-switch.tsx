'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { environmentMutations } from '#lib/environments/client.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { supportsPrimary } from '#lib/providers/primary.ts';

/** Channels that send through one integration. */
const CHOSEN = {
  on: 'Used in this order: if an integration cannot send, the next attempt uses the one below it.',
  off: 'Used in this order. Failover is off: messages of the primary integration never use the ones below it.',
};

/** Channels that send through each integration to which the subscriber is connected. */
const CONNECTED = {
  on: 'Messages go to all connections of the subscriber. If a trigger names an integration that cannot send, the next attempt uses the next one in this order.',
  off: 'Messages go to all connections of the subscriber. Failover is off: if a trigger names an integration, no other one is used.',
};

/** The environment’s failover switch, with its effect on the integrations that are listed below. */
export function FailoverSwitch({ channel }: { channel: Channel }) {
  const { environment } = useSession();
  const { _id: environmentId, name, failover = false } = environment;
  const denied = useWhyNot('environments:write');
  const update = useMutation(environmentMutations.update());
  const change = async (next: boolean) => {
    try {
      await update.mutateAsync({ environmentId, failover: next });
    } catch (error) {
      return notifyFailure(error, 'Failover was not changed');
    }
    notifyUndoable(`Failover is ${next ? 'on' : 'off'}`, {
      description: `In ${name}, from the next attempt on.`,
      undo: () => update.mutateAsync({ environmentId, failover: !next }),
      undone: `Failover is ${next ? 'off' : 'on'} again`,
    });
  };
  const id = `failover-${channel}`;
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs">
      <p id={id} className="text-pretty text-faint">
        {(supportsPrimary(channel) ? CHOSEN : CONNECTED)[failover ? 'on' : 'off']}
      </p>
      <span className="text-fg">Failover</span>
      <Switch
        checked={failover}
        disabledReason={denied}
        onCheckedChange={(next) => void change(next)}
        aria-label={`Failover in ${name}`}
        aria-describedby={id}
      />
    </div>
  );
}
