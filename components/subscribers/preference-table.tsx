'use client';

import type { ReactNode } from 'react';
import { ChannelMark, channelNames, channels } from '#components/status/channels.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { PreferenceName } from './preference-name.tsx';
import {
  type PreferenceCell,
  type Preferences,
  useGeneralCells,
  useWorkflowCells,
  type WorkflowPreference,
} from './preference-rows.ts';
import { PreferenceSwitch } from './preference-switch.tsx';

interface Props {
  subscriberId: string;
  preferences: Preferences;
}

/** Workflow × channel, for a mouse and room to the right. */
export function PreferenceTable({ subscriberId, preferences: { global, workflows } }: Props) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 rounded-lg border border-line bg-surface">
      <thead>
        <tr className="text-xs text-faint *:sticky *:top-(--sticky-top,48px) *:z-10 *:border-b *:border-line *:bg-surface *:first:rounded-tl-lg *:last:rounded-tr-lg">
          <th scope="col" className="px-3 py-2 text-left font-medium">
            Workflow
          </th>
          {channelNames.map((channel) => (
            <th key={channel} scope="col" className="w-[84px] px-1 py-2 font-medium lg:max-xl:w-[60px]">
              <ChannelMark
                channel={channel}
                withLabel
                className="justify-center text-xs whitespace-nowrap lg:max-xl:flex-col lg:max-xl:gap-0.5"
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_tr:not(:last-child)>*]:border-b [&_tr>*]:border-line">
        <GeneralRow subscriberId={subscriberId} global={global} />
        {workflows.map((row) => (
          <WorkflowRow key={row.workflow.identifier} row={row} global={global} subscriberId={subscriberId} />
        ))}
      </tbody>
    </table>
  );
}

function GeneralRow({ subscriberId, global }: { subscriberId: string; global: Preferences['global'] }) {
  const cells = useGeneralCells(subscriberId, global);
  return <Row cells={cells} name={<PreferenceName preference={global} />} className="*:bg-sunken" />;
}

interface WorkflowRowProps {
  row: WorkflowPreference;
  global: Preferences['global'];
  subscriberId: string;
}

function WorkflowRow({ row, global, subscriberId }: WorkflowRowProps) {
  const cells = useWorkflowCells(subscriberId, global, row);
  return (
    <Row cells={cells} name={<PreferenceName preference={row} />} of={row.workflow.name} className="hover:bg-hover" />
  );
}

interface RowProps {
  cells: readonly PreferenceCell[];
  name: ReactNode;
  /** The workflow, which may have no step for a channel. */
  of?: string;
  className: string;
}

function Row({ cells, name, of, className }: RowProps) {
  return (
    <tr className={className}>
      <th scope="row" className="h-11 px-3 py-1.5 text-left font-medium">
        {name}
      </th>
      {channelNames.map((channel) => {
        const cell = cells.find((each) => each.channel === channel);
        return (
          <td key={channel} className="px-1 py-1 text-center align-middle">
            {cell ? (
              <>
                <PreferenceSwitch cell={cell} />
                <span data-tip={cell.description} className="block text-xs text-faint">
                  {cell.note}
                </span>
              </>
            ) : (
              <Missing label={`${of} has no ${channels[channel].label} step`} />
            )}
          </td>
        );
      })}
    </tr>
  );
}
