'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { type BarFilter, FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { separated, TextFilter } from '#components/table/text-filter.tsx';
import type { WorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { WorkflowFilter } from '#components/workflows/workflow-filter.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { providerName } from '#lib/providers/facts.ts';
import { type MessagesQuery, messageRanges, statusOptions } from './messages-query.ts';

interface Props {
  query: MessagesQuery;
  workflows: WorkflowOptions;
  onChange: (change: Partial<MessagesQuery>) => void;
  onReset: () => void;
}

export function MessagesFilters({ query, workflows, onChange, onReset }: Props) {
  return (
    <FilterBar
      label="Filter messages"
      values={Object.entries(query).flatMap(([name, value]) => (NO_FILTER.has(name) ? [] : [value]))}
      onReset={onReset}
      search={
        <SearchFilter
          label="Search messages: subject, text, address, provider’s id"
          placeholder="Subject, text, address or id"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
      filters={[...useChoices({ query, workflows, onChange }), ...rareFilters({ query, onChange })]}
    />
  );
}

/** What of the address is no filter. */
const NO_FILTER: ReadonlySet<string> = new Set<keyof MessagesQuery>(['before', 'page']);

function useChoices({ query, workflows, onChange }: Omit<Props, 'onReset'>): BarFilter[] {
  const { range, status, channel, workflow, subscriber, provider } = query;
  const time = (
    <ChoiceFilter label="Time" options={messageRanges} value={range} onChange={(next) => onChange({ range: next })} />
  );
  const statuses = (
    <FacetFilter
      label="Status"
      options={statusOptions}
      value={status}
      onChange={(next) => onChange({ status: next as MessagesQuery['status'] })}
    />
  );
  const channels = (
    <ChoiceFilter
      label="Channel"
      options={channelOptions}
      value={channel}
      onChange={(next) => onChange({ channel: next })}
    />
  );
  const providers = (
    <FacetFilter
      label="Provider"
      options={useProviderOptions()}
      value={provider}
      onChange={(next) => onChange({ provider: next })}
    />
  );
  return [
    { id: 'time', label: 'Time', isSet: range !== null, shown: 'always', chip: time },
    { id: 'status', label: 'Status', isSet: status.length > 0, chip: statuses },
    { id: 'channel', label: 'Channel', isSet: channel !== null, chip: channels },
    {
      id: 'workflow',
      label: 'Workflow',
      isSet: workflow.length > 0,
      chip: <WorkflowFilter workflows={workflows} value={workflow} onChange={(next) => onChange({ workflow: next })} />,
    },
    {
      id: 'subscriber',
      label: 'Subscriber',
      isSet: subscriber !== '',
      chip: <SubscriberFilter value={subscriber || null} onChange={(next) => onChange({ subscriber: next ?? '' })} />,
    },
    { id: 'provider', label: 'Provider', isSet: provider.length > 0, chip: providers },
  ];
}

function rareFilters({ query: { transaction, context }, onChange }: Pick<Props, 'query' | 'onChange'>): BarFilter[] {
  return [
    {
      id: 'transaction',
      label: 'Transaction',
      isSet: transaction !== '',
      shown: 'rarely',
      chip: (
        <TextFilter
          label="Transaction"
          help="The id that the trigger returned."
          value={transaction}
          onChange={(next) => onChange({ transaction: next })}
        />
      ),
    },
    {
      id: 'context',
      label: 'Context',
      isSet: context.length > 0,
      shown: 'rarely',
      chip: (
        <TextFilter
          label="Context"
          help="All context keys of the message, each type:id, separated by commas."
          placeholder="tenant:acme"
          value={context.join(', ')}
          onChange={(keys) => onChange({ context: separated(keys) })}
        />
      ),
    },
  ];
}

/** The providers of the environment's integrations. */
function useProviderOptions(): { value: string; label: string }[] {
  const { id } = useEnvironment();
  const { data = [] } = useQuery(integrationQueries.list(id));
  const ids = [...new Set(data.filter(({ channel }) => channel).map(({ providerId }) => providerId))];
  return ids
    .map((value) => ({ value, label: providerName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
