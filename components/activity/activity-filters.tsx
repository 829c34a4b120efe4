'use client';

import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { type ActivityQuery, filterValues, statusOptions } from './activity-query.ts';
import { useMoreFilters } from './more-filters.tsx';
import { TimeFilter } from './time-filter.tsx';
import type { useWorkflowOptions } from './use-workflow-options.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  workflows: ReturnType<typeof useWorkflowOptions>;
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
  const others = useMoreFilters({ query, onChange });
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
      more={others.menu}
      search={
        <SearchFilter
          label="Search by e-mail or subscriber id"
          placeholder="E-mail or subscriber id"
          value={query.search}
          onChange={(search) => onChange({ search })}
        />
      }
    >
      <SubscriberFilter
        value={query.subscriber[0] ?? null}
        onChange={(subscriberId) => onChange({ subscriber: subscriberId === null ? [] : [subscriberId] })}
      />
      <TimeFilter query={query} until={until} onChange={onChange} />
      <FacetFilter
        label="Status"
        options={statusOptions}
        value={query.status}
        onChange={(status) => onChange({ status: status as ActivityQuery['status'] })}
      />
      <FacetFilter
        label="Workflow"
        options={workflows.options}
        known={workflows.known}
        onFind={workflows.find}
        value={query.workflow}
        onChange={(workflow) => onChange({ workflow })}
      />
      <FacetFilter
        label="Channel"
        options={channelOptions}
        value={query.channel}
        onChange={(channel) => onChange({ channel })}
      />
      {others.chips}
    </FilterBar>
  );
}
