'use client';

import { useMutation } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { confirm } from '#components/form/confirm.tsx';
import { useSession } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { integrationMutations } from '#lib/integrations/client.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { ChannelWorkflows } from './channel-workflows.tsx';
import { IntegrationHealth, useHealth, volumeOf } from './integration-health.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { SandboxChange } from './sandbox-change.tsx';

/** Returns a function that shows the effects, asks, and switches the primary integration of a channel. */
export function useMakePrimary(siblings: readonly Integration[]): (target: Integration) => Promise<void> {
  const { environment } = useSession();
  const setPrimary = useMutation(integrationMutations.setPrimary(environment._id));
  return async (target) => {
    const channel = target.channel ? lowerFirst(channelLabels[target.channel]) : '';
    const current = siblings.find(({ primary }) => primary);
    const done = await confirm({
      title: `Change the primary ${channel} integration?`,
      body: <Consequences current={current} target={target} channel={channel} environment={environment} />,
      action: `Make ${target.name} primary for ${channel}`,
      run: () => setPrimary.mutateAsync(target._id ?? ''),
    });
    if (done)
      notify.done(`${target.name} is primary for ${channel}`, {
        description: `In ${environment.name}, from the next message on.`,
      });
  };
}

interface Props {
  current: Integration | undefined;
  target: Integration;
  channel: string;
  environment: { name: string; sandboxed: boolean };
}

function Consequences({ current, target, channel, environment }: Props) {
  const conditions = target.conditions?.length ?? 0;
  const { channel: channelOf } = target;
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
      {current ? (
        <CountedChange current={current} target={target} channel={channel} environment={environment} />
      ) : (
        <SandboxChange current={current} target={target} channel={channel} environment={environment} volume={0} />
      )}
      <ul className="mt-3 list-disc space-y-1 pl-4 text-fg">
        <li>
          Every {channel} step in {environment.name} sends through {target.name} from the next message on, unless an
          integration with matching conditions takes it.
        </li>
        {current && <Volume current={current} target={target} channel={channel} />}
        {current && <li>{current.name} stays active and is no longer primary.</li>}
        {!target.active && <li>{target.name} is inactive now and will be activated.</li>}
        {conditions > 0 && (
          <li>
            {conditions === 1 ? 'The condition' : `The ${conditions} conditions`} of {target.name} will be cleared: a
            primary integration has none.
          </li>
        )}
        {channelOf && <ChannelWorkflows channel={channelOf} environmentId={target._environmentId} />}
      </ul>
    </>
  );
}

function CountedChange({ current, ...change }: Props & { current: Integration }) {
  const { counts } = useHealth(current);
  return <SandboxChange {...change} current={current} volume={counts ? volumeOf(counts) : 0} />;
}

/** The number of messages that the change affects. */
function Volume({ current, target, channel }: Omit<Props, 'current' | 'environment'> & { current: Integration }) {
  const { counts } = useHealth(current);
  const volume = counts ? volumeOf(counts) : 0;
  if (volume === 0) return null;
  const messages = volume === 1 ? `one ${channel} message` : `${volume.toLocaleString('en')} ${channel} messages`;
  return (
    <li>
      {current.name} was given {messages} in the last 24 hours. {target.name} gets them from now on.
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
