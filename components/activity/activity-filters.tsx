'use client';

import { Plus, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { channelOptions } from '#components/status/channels.tsx';
import { severityOptions } from '#components/status/severity-mark.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { separated, TextFilter } from '#components/table/text-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { type ActivityQuery, isFiltered, reasonOptions, statusOptions } from './activity-query.ts';
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
}

export function ActivityFilters(props: Props) {
  const { query, until, workflows, onChange, onClear, onRefresh, refreshing, end } = props;
  return (
    <FilterBar
      label="Filter runs"
      active={isFiltered(query)}
      onReset={onClear}
      end={
        <>
          {end}
          <Button
            size="icon"
            variant="ghost"
            onClick={onRefresh}
            aria-label="Refresh"
            data-tip="Refresh"
            className="control-sm"
          >
            <RotateCw aria-hidden className={refreshing ? 'animate-spin' : undefined} />
          </Button>
        </>
      }
    >
      <SearchFilter
        label="Search by e-mail or subscriber id"
        placeholder="Part of an e-mail, or subscriber id"
        value={query.search}
        onChange={(search) => onChange({ search })}
        className="min-w-60 max-w-72 max-sm:max-w-none max-sm:basis-full"
      />
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
      <MoreFilters query={query} onChange={onChange} />
    </FilterBar>
  );
}

const texts = {
  email: { label: 'E-mail', help: 'The whole address, as it is written.', placeholder: 'jane@example.com' },
  transaction: { label: 'Transaction id', help: 'The id that the trigger returned.', placeholder: 'txn_…' },
  topic: { label: 'Topic key', help: 'Runs that were sent to this topic.', placeholder: 'order-updates' },
} as const;
const lists = {
  context: {
    label: 'Context',
    help: 'All context keys of the run, each type:id, separated by commas.',
    placeholder: 'tenant:acme',
  },
} as const;
const facets = {
  reason: { label: 'Reason', options: reasonOptions },
  severity: { label: 'Severity', options: severityOptions },
} as const;
const more = { ...facets, ...lists, ...texts };
type More = keyof typeof more;

/** Filters that are rarely needed: each is shown once it is set. */
function MoreFilters({ query, onChange }: Pick<Props, 'query' | 'onChange'>) {
  const [added, setAdded] = useState<More>();
  const all = Object.keys(more) as More[];
  return (
    <>
      {all
        .filter((id) => query[id].length > 0 || added === id)
        .map((id) => (
          <OneFilter
            key={id}
            id={id}
            query={query}
            onChange={onChange}
            startOpen={added === id}
            onClose={() => setAdded(undefined)}
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
          {all.map((id) => (
            <DropdownMenuItem key={id} disabled={query[id].length > 0} onSelect={() => setAdded(id)}>
              {more[id].label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}

interface OneProps extends Pick<Props, 'query' | 'onChange'> {
  id: More;
  startOpen: boolean;
  onClose: () => void;
}

function OneFilter({ id, query, onChange, ...open }: OneProps) {
  if (id in facets) {
    const facet = id as keyof typeof facets;
    return (
      <FacetFilter
        {...facets[facet]}
        {...open}
        value={query[facet]}
        onChange={(value) => onChange({ [facet]: value })}
      />
    );
  }
  const value = query[id];
  const set = (text: string) => onChange({ [id]: typeof value === 'string' ? text : separated(text) });
  const { label, help, placeholder } = more[id as keyof typeof texts | keyof typeof lists];
  return (
    <TextFilter
      label={label}
      help={help}
      placeholder={placeholder}
      {...open}
      value={typeof value === 'string' ? value : value.join(', ')}
      onChange={set}
    />
  );
}
