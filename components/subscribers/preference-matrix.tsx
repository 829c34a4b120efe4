'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import Link from 'next/link';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ChannelMark, channelNames, channels } from '#components/status/channels.tsx';
import { failure } from '#components/table/data-table.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { notify } from '#components/ui/notify.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { preferenceMutations, preferenceQueries } from '#lib/preferences/client.ts';
import type { SubscriberPreferences } from '#lib/preferences/schema.ts';
import type { Channel } from '#lib/providers/channel.ts';
import { workflowAddress } from '#lib/workflows/address.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];

/** The effective preferences by workflow and channel, with the layer that decided. */
export function PreferenceMatrix({ subscriberId }: { subscriberId: string }) {
  const { id } = useEnvironment();
  const preferences = useQuery(preferenceQueries.ofSubscriber(id, subscriberId));
  if (preferences.error) {
    const retry = () => void preferences.refetch();
    return <ErrorState title="The preferences could not be loaded" {...failure(preferences.error)} onRetry={retry} />;
  }
  if (!preferences.data) return <Skeleton className="h-72 rounded-lg" />;
  const { global, workflows } = preferences.data;
  if (workflows.length === 0) {
    return (
      <EmptyState icon={SlidersHorizontal} title="No workflow to choose from">
        There is no active workflow in this environment.
      </EmptyState>
    );
  }
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full min-w-[420px] sm:min-w-[560px] border-collapse">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-left font-medium">
              Workflow
            </th>
            {channelNames.map((channel) => (
              <th key={channel} scope="col" className="w-[60px] px-1 py-2 sm:w-[84px] font-medium">
                <ChannelMark
                  channel={channel}
                  withLabel
                  className="justify-center text-xs whitespace-nowrap max-sm:[&>span]:sr-only"
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <GlobalRow global={global} />
          {workflows.map((row) => (
            <Row key={row.workflow.identifier} row={row} subscriberId={subscriberId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GlobalRow({ global }: Pick<SubscriberPreferences, 'global'>) {
  return (
    <tr className="h-(--row) border-b border-line bg-sunken">
      <th scope="row" className="sticky left-0 bg-sunken px-3 text-left font-medium">
        Everything <span className="font-normal text-faint max-sm:hidden">(general preference)</span>
      </th>
      {channelNames.map((channel) => (
        <td key={channel} className="text-center text-muted">
          {global.channels[channel] === undefined ? (
            <Missing label="Not chosen" />
          ) : global.channels[channel] ? (
            'On'
          ) : (
            'Off'
          )}
        </td>
      ))}
    </tr>
  );
}

function Row({ row, subscriberId }: { row: WorkflowRow; subscriberId: string }) {
  const { id, base } = useEnvironment();
  const denied = useWhyNot('preferences:write');
  const update = useMutation({
    ...preferenceMutations.bulkUpdate(id, subscriberId),
    onError: (error) => notify.failed('The preference was not changed', { description: error.message }),
  });
  const { workflow } = row;
  const reason = denied ?? (workflow.critical ? 'Critical workflows always reach everybody' : undefined);
  const pending = update.isPending ? update.variables.preferences[0]?.channels : undefined;
  return (
    <tr className="h-(--row) border-b border-line last:border-0 hover:bg-hover">
      <th scope="row" className="sticky left-0 max-w-36 truncate sm:max-w-56 bg-inherit px-3 text-left font-medium">
        <Link
          href={workflowAddress(base, workflow.identifier)}
          className="rounded-sm hover:text-accent-text hover:underline"
        >
          {workflow.name}
        </Link>
        {workflow.critical && (
          <Badge tone="accent" className="ml-2">
            Critical
          </Badge>
        )}
      </th>
      {channelNames.map((channel) => (
        <td
          key={channel}
          className="text-center align-middle"
          data-tip={row.channels[channel] === undefined ? undefined : decidedBy(row, channel)}
        >
          {row.channels[channel] === undefined ? (
            <Missing label={`${workflow.name} has no ${channels[channel].label} step`} />
          ) : (
            <Switch
              aria-label={`${workflow.name} by ${channels[channel].label}`}
              checked={pending?.[channel] ?? row.channels[channel]}
              disabledReason={reason}
              onCheckedChange={(on) =>
                update.mutate({ preferences: [{ workflowId: workflow.identifier, channels: { [channel]: on } }] })
              }
              className="align-middle"
            />
          )}
        </td>
      ))}
    </tr>
  );
}

const layers = {
  subscriber: 'Decided by this subscriber’s choice',
  template: 'Decided by the workflow’s preferences',
  workflowOverride: 'Decided by an override of the workflow',
} as const;

function decidedBy(row: WorkflowRow, channel: Channel): string {
  const source = row.overrides.find((override) => override.channel === channel)?.source;
  if (source) return layers[source];
  return row.updatedAt ? layers.subscriber : layers.template;
}
