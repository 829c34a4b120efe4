'use client';

import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { type BarFilter, FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { type ActivityQuery, filterValues, statusOptions } from './activity-query.ts';
import { moreFilters } from './more-filters.tsx';
import { TimeFilter } from './time-filter.tsx';
import type { WorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { WorkflowFilter } from '#components/workflows/workflow-filter.tsx';

interface Props {
  query: ActivityQuery;
  until: number;
  workflows: WorkflowOptions;
  onChange: (change: Partial<ActivityQuery>) => void;
  onClear: () => void;
  onRefresh: () => void;
  refreshing: boolean;
  /** Views and export. */
  end?: ReactNode;
  className?: string;
}

export function ActivityFilters(props: Props) {
  const { query, until, workflows, onChange, onClear, onRefresh, refreshing, end, className } = props;
  return (
    <FilterBar
      label="Filter runs"
      values={filterValues(query)}
      onReset={onClear}
      className={className}
      end={
        <>
          {end}
          <Button
            size="icon"
            variant="ghost"
            onClick={onRefresh}
            aria-label="Refresh"
            data-tip="Refresh"
            className="control-sm max-sm:hidden"
          >
            <RotateCw aria-hidden className={refreshing ? 'animate-spin' : undefined} />
          </Button>
        </>
      }
      search={
        <SearchFilter
          label="Search by e-mail or subscriber id"
          placeholder="E-mail or subscriber id"
          value={query.search}
          onChange={(search) => onChange({ search })}
        />
      }
      filters={[
        {
          id: 'time',
          label: 'Time',
          isSet: false,
          shown: 'always',
          chip: <TimeFilter query={query} until={until} onChange={onChange} />,
        },
        ...commonFilters({ query, workflows, onChange }),
        ...moreFilters({ query, onChange }),
      ]}
    />
  );
}

function commonFilters({ query, workflows, onChange }: Pick<Props, 'query' | 'workflows' | 'onChange'>): BarFilter[] {
  const { status, workflow, channel, subscriber } = query;
  return [
    {
      id: 'status',
      label: 'Status',
      isSet: status.length > 0,
      chip: (
        <FacetFilter
          label="Status"
          options={statusOptions}
          value={status}
          onChange={(next) => onChange({ status: next as ActivityQuery['status'] })}
        />
      ),
    },
    {
      id: 'workflow',
      label: 'Workflow',
      isSet: workflow.length > 0,
      chip: <WorkflowFilter workflows={workflows} value={workflow} onChange={(next) => onChange({ workflow: next })} />,
    },
    {
      id: 'channel',
      label: 'Channel',
      isSet: channel.length > 0,
      chip: (
        <FacetFilter
          label="Channel"
          options={channelOptions}
          value={channel}
          onChange={(next) => onChange({ channel: next })}
        />
      ),
    },
    {
      id: 'subscriber',
      label: 'Subscriber',
      isSet: subscriber.length > 0,
      chip: (
        <SubscriberFilter
          value={subscriber[0] ?? null}
          onChange={(id) => onChange({ subscriber: id === null ? [] : [id] })}
        />
      ),
    },
  ];
}
