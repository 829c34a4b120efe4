'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { notifyUndoable } from '#components/form/notify-undoable.ts';
import { useSession } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { integrationMutations, integrationQueries } from '#lib/integrations/client.ts';
import type { Integration, PrimarySwitch } from '#lib/integrations/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { ChannelWorkflows } from './channel-workflows.tsx';
import { IntegrationHealth, useHealth, volumeOf } from './integration-health.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { clearedText, leavingChange, SandboxChange } from './sandbox-change.tsx';
import { SenderDomainAdvice } from './sender-domain.tsx';

/**
 * Returns a function that shows the effects, asks for confirmation, and switches the primary integration of a channel.
 * For an integration that was primary in the last 24 hours, the change is undone instead, if nothing has changed since.
 */
export function useMakePrimary(siblings: readonly Integration[]): (target: Integration) => Promise<void> {
  const { environment } = useSession();
  const { data: switches = [] } = useQuery(integrationQueries.primarySwitches(environment._id));
  const setPrimary = useMutation(integrationMutations.setPrimary(environment._id));
  const undoSetPrimary = useMutation(integrationMutations.undoSetPrimary(environment._id));
  return async (target) => {
    const channel = target.channel ? lowerFirst(channelLabels[target.channel]) : '';
    const current = siblings.find(({ primary }) => primary);
    const undone = switches.find(
      ({ integrationId, formerIntegrationId, obstacle }) =>
        !obstacle && integrationId === current?._id && formerIntegrationId === target._id,
    );
    const isGrave = leavingChange({ current, target }) !== 'none';
    const done = await confirm({
      title: `Change the primary ${channel} integration?`,
      body: <Consequences {...{ current, target, channel, environment, siblings, undone }} />,
      action: `Make ${target.name} primary for ${channel}`,
      danger: isGrave,
      ...(isGrave && environment.type === 'prod' && { typed: environment.name }),
      run: () => (undone ? undoSetPrimary.mutateAsync(undone.integrationId) : setPrimary.mutateAsync(target._id ?? '')),
    });
    if (!done) return;
    const description = `In ${environment.name}, from the next message on.`;
    if (undone) return notify.done(`${target.name} is primary for ${channel} again`, { description });
    notifyUndoable(`${target.name} is primary for ${channel}`, {
      description,
      undo: () => undoSetPrimary.mutateAsync(target._id ?? ''),
      undone: current
        ? `${current.name} is primary for ${channel} again`
        : `No integration is primary for ${channel} again`,
    });
  };
}

interface Props {
  current: Integration | undefined;
  target: Integration;
  channel: string;
  environment: { name: string; sandboxed: boolean };
  siblings: readonly Integration[];
  /** The change that is undone. */
  undone: PrimarySwitch | undefined;
}

function Consequences({ current, target, channel, environment, siblings, undone }: Props) {
  const volume = useChannelVolume(target._environmentId, siblings);
  const { channel: channelOf } = target;
  const isShown = leavingChange({ current, target }) !== 'none';
  const cleared = isShown || undone ? undefined : clearedText(target);
  return (
    <>
      <div className="my-2 grid items-center gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
        {current ? (
          <Side integration={current} label="Now" />
        ) : (
          <p className="rounded-lg border border-dashed border-line p-3 text-faint">No primary now</p>
        )}
        <ArrowRight aria-label="becomes" className="size-4 text-faint max-sm:mx-auto max-sm:rotate-90" />
        <Side integration={target} label="From now on" />
      </div>
      <SandboxChange current={current} target={target} channel={channel} environment={environment} volume={volume} />
      <ul className="mt-3 list-disc space-y-1 pl-4 text-fg">
        <li>
          From the next message on, every {channel} step in {environment.name} sends through {target.name}, except
          messages that match the conditions of another integration.
        </li>
        {current && <Volume current={current} target={target} channel={channel} />}
        {undone && current ? (
          <Restored current={current} undone={undone} />
        ) : (
          current && <li>{current.name} stays active and is no longer primary.</li>
        )}
        {!target.active && <li>{target.name} is inactive now and will be activated.</li>}
        {cleared && <li>{cleared}</li>}
        {channelOf === 'email' && <SenderDomainAdvice integration={target} />}
        {channelOf && <ChannelWorkflows channel={channelOf} environmentId={target._environmentId} />}
      </ul>
    </>
  );
}

/** The other values that undoing the change restores. */
function Restored({ current, undone: { conditions, wasActive } }: { current: Integration; undone: PrimarySwitch }) {
  return (
    <>
      <li>The order of the integrations is restored to the order before {current.name} became primary.</li>
      {conditions > 0 && (
        <li>
          {current.name} has its {conditions === 1 ? 'condition' : `${conditions} conditions`} again.
        </li>
      )}
      <li>
        {current.name} {wasActive ? 'stays active and is no longer primary' : 'becomes inactive again'}.
      </li>
    </>
  );
}

/** Returns the number of messages of a channel in the last 24 hours. */
function useChannelVolume(environmentId: string, siblings: readonly Integration[]): number {
  // Dialogs are outside of the shell, so they have no session.
  const { data } = useQuery(integrationQueries.health(environmentId));
  const ids = new Set(siblings.map(({ _id }) => _id));
  return (data?.integrations ?? []).reduce((sum, one) => sum + (ids.has(one._id) ? volumeOf(one) : 0), 0);
}

/** The number of messages that the change affects. */
function Volume({ current, target, channel }: Pick<Props, 'target' | 'channel'> & { current: Integration }) {
  const { counts } = useHealth(current);
  const volume = counts ? volumeOf(counts) : 0;
  if (volume === 0) return null;
  const messages = volume === 1 ? `one ${channel} message` : `${volume.toLocaleString('en')} ${channel} messages`;
  return (
    <li>
      {current.name} got {messages} in the last 24 hours. From now on, {target.name} gets them.
    </li>
  );
}

function Side({ integration, label }: { integration: Integration; label: string }) {
  return (
    <div className="min-w-0 rounded-lg border border-line p-3">
      <p className="text-xs text-faint">{label}</p>
      <div className="mt-1.5 flex items-center gap-2">
        <ProviderTile providerId={integration.providerId} />
        <div className="min-w-0">
          <p className="truncate font-semibold text-fg">{integration.name}</p>
          <p className="truncate font-mono text-xs">{integration.identifier}</p>
        </div>
      </div>
      <div className="mt-2">
        <IntegrationHealth integration={integration} />
      </div>
    </div>
  );
}
