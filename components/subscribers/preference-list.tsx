'use client';

import type { ReactNode } from 'react';
import { ChannelMark } from '#components/status/channels.tsx';
import { cn } from '#components/ui/cn.ts';
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

/** The same as the table, for a finger or a narrow screen: what a tooltip would say stands beside each switch. */
export function PreferenceList({ subscriberId, preferences: { global, workflows } }: Props) {
  return (
    <ul aria-label="Preferences" className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
      <General subscriberId={subscriberId} global={global} />
      {workflows.map((row) => (
        <Workflow key={row.workflow.identifier} row={row} global={global} subscriberId={subscriberId} />
      ))}
    </ul>
  );
}

function General({ subscriberId, global }: { subscriberId: string; global: Preferences['global'] }) {
  const cells = useGeneralCells(subscriberId, global);
  return <Item cells={cells} name={<PreferenceName preference={global} />} className="bg-sunken" />;
}

interface WorkflowProps {
  row: WorkflowPreference;
  global: Preferences['global'];
  subscriberId: string;
}

function Workflow({ row, global, subscriberId }: WorkflowProps) {
  const cells = useWorkflowCells(subscriberId, global, row);
  return <Item cells={cells} name={<PreferenceName preference={row} />} className="bg-surface" />;
}

interface ItemProps {
  cells: readonly PreferenceCell[];
  name: ReactNode;
  className: string;
}

function Item({ cells, name, className }: ItemProps) {
  return (
    <li className={cn('rounded-lg border border-line', className)}>
      <div className="px-3 py-2.5 font-medium">{name}</div>
      {cells.map((cell) => (
        <div key={cell.channel} className="flex min-h-12 items-center gap-3 border-t border-line py-1.5 pr-4 pl-3">
          <div className="min-w-0 flex-1">
            <ChannelMark channel={cell.channel} withLabel />
            <p className="pl-[22px] text-xs text-pretty wrap-anywhere text-faint">{cell.description}</p>
          </div>
          <PreferenceSwitch cell={cell} />
        </div>
      ))}
      {cells.length === 0 && <p className="border-t border-line px-3 py-2 text-xs text-faint">No step of it sends.</p>}
    </li>
  );
}
