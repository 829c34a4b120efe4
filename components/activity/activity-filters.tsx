'use client';

import type { ReactNode } from 'react';
import { RefreshButton } from '#components/layout/refresh-button.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import type { WorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { WorkflowFilter } from '#components/workflows/workflow-filter.tsx';
import { type ActivityQuery, filterValues, statusOptions } from './activity-query.ts';
import { moreFilters } from './more-filters.tsx';
import { TimeFilter } from './time-filter.tsx';
import { ranges } from './time-range.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  workflows: WorkflowOptions;
  onChange: (change: Partial<ActivityQuery>) => void;
  onClear: () => void;
  onRefresh: () => void;
  refreshing: boolean;
  /** The controls at the end of the bar: views and export. */
  end?: ReactNode;
  className?: string;
}

export function ActivityFilters(props: Props) {
  const { query, onChange, onClear, onRefresh, refreshing, end, className } = props;
  return (
    <FilterBar
      label="Filter runs"
      values={filterValues(query)}
      onReset={onClear}
      className={className}
      end={
        // The icons have no frames, so a negative margin aligns the last icon with the page's edge.
        <div className="flex items-center gap-1 max-lg:-mr-1.5 max-lg:pointer-coarse:-mr-3">
          {end}
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} className="max-sm:hidden" />
        </div>
      }
      search={
        <SearchFilter
          label="Search by name, email or subscriber ID"
          placeholder="Name, email or ID"
          value={query.search}
          onChange={(search) => onChange({ search })}
        />
      }
      filters={[...commonFilters(props), ...moreFilters(props)]}
    />
  );
}

function commonFilters(props: Props): BarFilter[] {
  const { query, workflows, onChange } = props;
  const { status, workflow, channel, subscriber } = query;
  const workflowFilter = (
    <WorkflowFilter workflows={workflows} value={workflow} onChange={(next) => onChange({ workflow: next })} />
  );
  return [
    { id: 'time', label: 'Time', isSet: false, shown: 'always', chip: <TimeFilter {...props} options={ranges} /> },
    { id: 'status', label: 'Status', isSet: status.length > 0, chip: <StatusFilter {...props} /> },
    { id: 'workflow', label: 'Workflow', isSet: workflow.length > 0, chip: workflowFilter },
    { id: 'channel', label: 'Channel', isSet: channel.length > 0, chip: <ChannelFilter {...props} /> },
    { id: 'subscriber', label: 'Subscriber', isSet: subscriber.length > 0, chip: <OneSubscriber {...props} /> },
  ];
}

type ChipProps = Pick<Props, 'query' | 'onChange'>;

function StatusFilter({ query, onChange }: ChipProps) {
  const set = (status: string[]) => onChange({ status: status as ActivityQuery['status'] });
  const help = '“Sent” includes partly sent runs.';
  return <FacetFilter label="Status" options={statusOptions} help={help} value={query.status} onChange={set} />;
}

function ChannelFilter({ query, onChange }: ChipProps) {
  const set = (channel: string[]) => onChange({ channel });
  return <FacetFilter label="Channel" options={channelOptions} value={query.channel} onChange={set} />;
}

function OneSubscriber({ query, onChange }: ChipProps) {
  const set = (id: string | null) => onChange({ subscriber: id === null ? [] : [id] });
  return <SubscriberFilter value={query.subscriber[0] ?? null} onChange={set} />;
}
