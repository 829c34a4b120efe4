'use client';

import { useState } from 'react';
import { TimeFilter } from '#components/activity/time-filter.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { statusOption } from '#components/status/states.ts';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { useWorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { WorkflowFilter } from '#components/workflows/workflow-filter.tsx';
import { type ProfileQuery, profileRanges, type StatusOfTab } from './use-profile-filters.ts';

interface Props {
  noun: 'runs' | 'messages';
  /** The statuses to choose from. */
  statuses: readonly StatusOfTab[];
  query: ProfileQuery;
  until: number;
  onChange: (change: Partial<ProfileQuery>) => void;
  onClear: () => void;
}

/** The filters above a list of the profile. */
export function ProfileFilters(props: Props) {
  const { noun, query, onClear } = props;
  const { status, workflow, channel } = query;
  return (
    <FilterBar
      label={`Filter ${noun}`}
      values={[status, workflow, channel, query.range === 'all' ? '' : query.range, query.from || query.to]}
      onReset={onClear}
      className="list-x py-2"
      filters={filters(props)}
    />
  );
}

function filters(props: Props): BarFilter[] {
  const { status, workflow, channel } = props.query;
  const time = <TimeFilter {...props} options={profileRanges} />;
  return [
    { id: 'time', label: 'Time', isSet: false, shown: 'always', chip: time },
    { id: 'status', label: 'Status', isSet: status.length > 0, chip: <StatusFilter {...props} /> },
    { id: 'workflow', label: 'Workflow', isSet: workflow.length > 0, chip: <WorkflowsFilter {...props} /> },
    { id: 'channel', label: 'Channel', isSet: channel !== null, chip: <ChannelFilter {...props} /> },
  ];
}

type ChipProps = Pick<Props, 'statuses' | 'query' | 'onChange'>;

function StatusFilter({ statuses, query, onChange }: ChipProps) {
  return (
    <FacetFilter
      label="Status"
      options={statuses.map(statusOption)}
      value={query.status}
      onChange={(status) => onChange({ status })}
    />
  );
}

function WorkflowsFilter({ query: { workflow }, onChange }: ChipProps) {
  const [isOpened, setOpened] = useState(false);
  // Most profiles are read without this filter, so the workflows are read when it opens.
  const workflows = useWorkflowOptions(workflow, isOpened || workflow.length > 0);
  return (
    <WorkflowFilter
      workflows={workflows}
      value={workflow}
      onChange={(next) => onChange({ workflow: next })}
      onOpenChange={(open) => open && setOpened(true)}
    />
  );
}

function ChannelFilter({ query, onChange }: ChipProps) {
  const set = (channel: ProfileQuery['channel']) => onChange({ channel });
  return <ChoiceFilter label="Channel" options={channelOptions} value={query.channel} onChange={set} />;
}
