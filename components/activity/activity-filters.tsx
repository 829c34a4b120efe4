'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { severityOptions } from '#components/status/severity-mark.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { TextFilter } from '#components/table/text-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';
import { type ActivityQuery, isFiltered, ranges } from './activity-query.ts';

interface Props {
  query: ActivityQuery;
  onChange: (change: Partial<ActivityQuery> | null) => void;
  onRefresh: () => void;
  refreshing: boolean;
}

const more = [
  { id: 'transaction', label: 'Transaction id', help: 'The id that the trigger returned.', placeholder: 'txn_…' },
  { id: 'topic', label: 'Topic key', help: 'Runs that were sent to this topic.', placeholder: 'order-updates' },
  {
    id: 'context',
    label: 'Context',
    help: 'All context keys of the run, each type:id, separated by commas.',
    placeholder: 'tenant:acme',
  },
] as const;

export function ActivityFilters({ query, onChange, onRefresh, refreshing }: Props) {
  const environment = useEnvironment();
  const workflows = useQuery(
    workflowQueries.list(environment.id, { limit: 100, orderBy: 'name', orderDirection: 'ASC' }),
  );
  const [added, setAdded] = useState<string>();
  const textOf = (id: (typeof more)[number]['id']) => (id === 'context' ? query.context.join(', ') : query[id]);
  const set = (id: (typeof more)[number]['id'], value: string) =>
    onChange({
      [id]:
        id === 'context'
          ? value
              .split(',')
              .map((key) => key.trim())
              .filter(Boolean)
          : value,
    });
  return (
    <FilterBar
      label="Filter runs"
      active={isFiltered(query)}
      onReset={() => onChange(null)}
      end={
        <Button size="icon" variant="ghost" onClick={onRefresh} aria-label="Refresh" data-tip="Refresh" className="h-7">
          <RotateCw aria-hidden className={refreshing ? 'animate-spin' : undefined} />
        </Button>
      }
    >
      <SearchFilter
        label="Search by e-mail or subscriber id"
        placeholder="E-mail or subscriber id"
        value={query.search}
        onChange={(search) => onChange({ search })}
        className="max-w-60 max-sm:max-w-none max-sm:basis-full"
      />
      <ChoiceFilter
        label="Time range"
        required
        options={ranges}
        value={query.range}
        onChange={(range) => range && onChange({ range })}
      />
      <FacetFilter
        label="Workflow"
        options={(workflows.data?.workflows ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={query.workflow}
        onChange={(workflow) => onChange({ workflow })}
      />
      <FacetFilter
        label="Channel"
        options={channelOptions}
        value={query.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <FacetFilter
        label="Severity"
        options={severityOptions}
        value={query.severity}
        onChange={(severity) => onChange({ severity })}
      />
      {more
        .filter(({ id }) => textOf(id) || added === id)
        .map(({ id, ...props }) => (
          <TextFilter
            key={id}
            {...props}
            value={textOf(id)}
            startOpen={added === id}
            onClose={() => setAdded(undefined)}
            onChange={(value) => set(id, value)}
          />
        ))}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="ghost">
            <Plus aria-hidden />
            Filter
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent onCloseAutoFocus={(event) => event.preventDefault()}>
          {more.map(({ id, label }) => (
            <DropdownMenuItem key={id} disabled={Boolean(textOf(id))} onSelect={() => setAdded(id)}>
              {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </FilterBar>
  );
}
