'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Channel } from '#lib/providers/channel.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { workflowQueries } from '#lib/workflows/client.ts';

const NAMED = 4;

/** The workflows that send through a channel: the first names and the total. */
export function ChannelWorkflows({ channel, environmentId }: { channel: Channel; environmentId: string }) {
  const workflows = useQuery(workflowQueries.all(environmentId));
  const label = lowerFirst(channelLabels[channel]);
  if (workflows.error)
    return (
      <li>
        The workflows with {label} steps could not be loaded: {workflows.error.message}
      </li>
    );
  if (!workflows.data) {
    return (
      <li>
        <span className="sr-only">Loading the workflows</span>
        <Skeleton className="mt-1 h-4 w-56" />
      </li>
    );
  }
  const active = workflows.data.filter(
    ({ status, stepTypeOverviews }) => status !== 'INACTIVE' && stepTypeOverviews.includes(channel),
  );
  const [first, more] = [active.slice(0, NAMED).map(({ name }) => name), active.length - NAMED];
  if (active.length === 0) return <li>No active workflow has {label} steps.</li>;
  return (
    <li>
      {active.length === 1 ? 'One active workflow has' : `${active.length} active workflows have`} {label} steps:{' '}
      <span className="font-medium">{first.join(', ')}</span>
      {more > 0 && ` and ${more} more`}.
    </li>
  );
}
