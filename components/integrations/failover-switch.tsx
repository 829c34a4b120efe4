'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { environmentMutations } from '#lib/environments/client.ts';

/** The environment’s failover switch, with its effect on the integrations that are listed below. */
export function FailoverSwitch({ channelId }: { channelId: string }) {
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
      description: `For email and SMS in ${name}, from the next attempt on.`,
      undo: () => update.mutateAsync({ environmentId, failover: !next }),
      undone: `Failover is ${next ? 'off' : 'on'} again`,
    });
  };
  const id = `failover-${channelId}`;
  return (
    <div className="flex min-w-0 items-center gap-2 text-xs">
      <p id={id} className="text-pretty text-faint">
        {failover
          ? 'Used in this order: if an integration cannot send, the next attempt uses the one below it.'
          : 'Used in this order. Failover is off: messages of the primary integration never use the ones below it.'}
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
