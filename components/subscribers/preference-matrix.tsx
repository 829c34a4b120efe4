'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
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
import { shortDateText } from '#lib/time.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { choiceOf, madeText, originOf, originText } from './preference-origin.ts';

type WorkflowRow = SubscriberPreferences['workflows'][number];

/** The effective preferences by workflow and channel, with the layer that decides, since when, and who set it. */
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
      <table className="w-full min-w-[360px] sm:min-w-[560px] border-collapse">
        <thead>
          <tr className="border-b border-line text-xs text-faint">
            <th scope="col" className="sticky left-0 bg-surface px-3 py-2 text-left font-medium">
              Workflow
            </th>
            {channelNames.map((channel) => (
              <th key={channel} scope="col" className="w-[46px] px-0.5 py-2 font-medium sm:w-[84px] sm:px-1">
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
          <GeneralRow global={global} subscriberId={subscriberId} />
          {workflows.map((row) => (
            <Row key={row.workflow.identifier} row={row} global={global} subscriberId={subscriberId} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GeneralRow({ global, subscriberId }: Pick<SubscriberPreferences, 'global'> & { subscriberId: string }) {
  const denied = useWhyNot('preferences:write');
  const update = useUpdate(subscriberId);
  return (
    <tr className="h-(--row) border-b border-line bg-sunken">
      <th scope="row" className="sticky left-0 bg-sunken px-3 text-left font-medium">
        Everything <span className="font-normal text-faint max-sm:hidden">(general preference)</span>
      </th>
      {channelNames.map((channel) => {
        const choice = choiceOf(global.choices, channel);
        return (
          <Cell
            key={channel}
            label={`Everything by ${channels[channel].label}`}
            on={update.pending(undefined, channel) ?? global.channels[channel] ?? true}
            description={choice ? `Set${madeText(choice)}` : 'Not chosen; each workflow’s own preferences count'}
            note={choice && <Since at={choice.updatedAt} />}
            reason={denied}
            onChange={(on) => update.mutate({ channels: { [channel]: on } })}
          />
        );
      })}
    </tr>
  );
}

interface RowProps {
  row: WorkflowRow;
  global: SubscriberPreferences['global'];
  subscriberId: string;
}

function Row({ row, global, subscriberId }: RowProps) {
  const { base } = useEnvironment();
  const denied = useWhyNot('preferences:write');
  const update = useUpdate(subscriberId);
  const { workflow } = row;
  const reason = denied ?? (workflow.critical ? 'Critical workflows always reach everybody' : undefined);
  return (
    <tr className="h-(--row) border-b border-line bg-surface last:border-0 hover:bg-hover">
      <th scope="row" className="sticky left-0 max-w-36 bg-inherit px-3 text-left font-medium sm:max-w-56">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            href={workflowAddress(base, workflow.identifier)}
            data-tip-truncated={workflow.name}
            className="truncate rounded-sm hover:text-accent-text hover:underline"
          >
            {workflow.name}
          </Link>
          {workflow.critical && <Badge tone="accent">Critical</Badge>}
        </span>
      </th>
      {channelNames.map((channel) => {
        const on = row.channels[channel];
        if (on === undefined) {
          return (
            <td key={channel} className="text-center">
              <Missing label={`${workflow.name} has no ${channels[channel].label} step`} />
            </td>
          );
        }
        const origin = originOf(row, global, channel);
        return (
          <Cell
            key={channel}
            label={`${workflow.name} by ${channels[channel].label}`}
            on={update.pending(workflow.identifier, channel) ?? on}
            description={workflow.critical ? undefined : originText(origin)}
            note={
              workflow.critical ? undefined : origin.layer === 'own' ? (
                <Since at={origin.choice?.updatedAt} />
              ) : (
                origin.layer === 'general' && 'general'
              )
            }
            reason={reason}
            onChange={(next) => update.mutate({ workflowId: workflow.identifier, channels: { [channel]: next } })}
          />
        );
      })}
    </tr>
  );
}

interface CellProps {
  label: string;
  on: boolean;
  /** Which layer decides, since when, and who set it. */
  description: string | undefined;
  /** The same in a word, beneath the switch. */
  note: ReactNode;
  reason: string | undefined;
  onChange: (on: boolean) => void;
}

function Cell({ label, on, description, note, reason, onChange }: CellProps) {
  return (
    <td className="py-1 text-center align-middle">
      <Switch
        aria-label={label}
        checked={on}
        description={description}
        disabledReason={reason}
        onCheckedChange={onChange}
        className="align-middle"
      />
      {note && <span className="block text-xs whitespace-nowrap text-faint">{note}</span>}
    </td>
  );
}

function Since({ at }: { at: string | undefined }) {
  return at ? shortDateText(at) : 'chosen';
}

/** Sets a channel of a workflow, or of everything, and knows the value that is under way. */
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
