'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { IntegrationFilter } from '#components/integrations/integration-filter.tsx';
import { RefreshButton } from '#components/layout/refresh-button.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
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
  onRefresh: () => void;
  refreshing: boolean;
}

export function MessagesFilters({ query, workflows, onChange, onReset, onRefresh, refreshing }: Props) {
  return (
    <FilterBar
      label="Filter messages"
      values={Object.entries(query).flatMap(([name, value]) => (NO_FILTER.has(name) ? [] : [value]))}
      onReset={onReset}
      end={
        // The button has no frame, so a negative margin aligns the icon with the page's edge.
        <RefreshButton
          refreshing={refreshing}
          onRefresh={onRefresh}
          className="max-lg:-mr-1.5 max-lg:pointer-coarse:-mr-3"
        />
      }
      search={
        <SearchFilter
          label="Search messages: subject, text, address, provider’s ID"
          placeholder="Text, address or ID"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
      filters={[...commonFilters({ query, workflows, onChange }), ...rareFilters({ query, onChange })]}
    />
  );
}

/** The URL parameters that are not filters. */
const NO_FILTER: ReadonlySet<string> = new Set<keyof MessagesQuery>(['before', 'page']);

function commonFilters({ query, workflows, onChange }: Pick<Props, 'query' | 'workflows' | 'onChange'>): BarFilter[] {
  const { range, status, channel, workflow, subscriber, provider } = query;
  const props = { query, onChange };
  const workflowFilter = (
    <WorkflowFilter workflows={workflows} value={workflow} onChange={(next) => onChange({ workflow: next })} />
  );
  return [
    { id: 'time', label: 'Time', isSet: range !== null, shown: 'always', chip: <TimeFilter {...props} /> },
    { id: 'status', label: 'Status', isSet: status.length > 0, chip: <StatusFilter {...props} /> },
    { id: 'channel', label: 'Channel', isSet: channel !== null, chip: <ChannelFilter {...props} /> },
    { id: 'workflow', label: 'Workflow', isSet: workflow.length > 0, chip: workflowFilter },
    { id: 'subscriber', label: 'Subscriber', isSet: subscriber !== '', chip: <OneSubscriber {...props} /> },
    { id: 'provider', label: 'Provider', isSet: provider.length > 0, chip: <ProviderFilter {...props} /> },
  ];
}

function rareFilters({ query, onChange }: ChipProps): BarFilter[] {
  const { transaction, integration, context } = query;
  const props = { query, onChange };
  return [
    {
      id: 'transaction',
      label: 'Transaction',
      isSet: transaction !== '',
      shown: 'rarely',
      chip: <TransactionFilter {...props} />,
    },
    {
      id: 'integration',
      label: 'Integration',
      isSet: integration.length > 0,
      shown: 'rarely',
      chip: <IntegrationFilter value={integration} onChange={(next) => onChange({ integration: next })} />,
    },
    { id: 'context', label: 'Context', isSet: context.length > 0, shown: 'rarely', chip: <ContextFilter {...props} /> },
  ];
}

type ChipProps = Pick<Props, 'query' | 'onChange'>;

const ALL = 'all';
const ALL_TIME = { value: ALL, label: 'All time' } as const;

/** The time filter. It always shows the chosen range, even if that is all messages. */
function TimeFilter({ query, onChange }: ChipProps) {
  const [open, setOpen] = useState(false);
  const chosen = messageRanges.find(({ value }) => value === query.range);
  const choose = (range: MessagesQuery['range'] | typeof ALL) => {
    onChange({ range: range === ALL ? null : range });
    setOpen(false);
  };
  return (
    <FilterButton
      label={chosen ? 'Time' : ALL_TIME.label}
      value={chosen?.label}
      onClear={() => onChange({ range: null })}
      open={open}
      onOpenChange={setOpen}
    >
      <ChoiceList
        label="Time range"
        options={[...messageRanges, ALL_TIME]}
        value={query.range ?? ALL}
        onChoose={choose}
      />
    </FilterButton>
  );
}

function StatusFilter({ query, onChange }: ChipProps) {
  const set = (status: string[]) => onChange({ status: status as MessagesQuery['status'] });
  return <FacetFilter label="Status" options={statusOptions} value={query.status} onChange={set} />;
}

function ChannelFilter({ query, onChange }: ChipProps) {
  const set = (channel: MessagesQuery['channel']) => onChange({ channel });
  return <ChoiceFilter label="Channel" options={channelOptions} value={query.channel} onChange={set} />;
}

function OneSubscriber({ query, onChange }: ChipProps) {
  const set = (subscriber: string | null) => onChange({ subscriber: subscriber ?? '' });
  return <SubscriberFilter value={query.subscriber || null} onChange={set} />;
}

function ProviderFilter({ query, onChange }: ChipProps) {
  const set = (provider: string[]) => onChange({ provider });
  return <FacetFilter label="Provider" options={useProviderOptions()} value={query.provider} onChange={set} />;
}

function TransactionFilter({ query, onChange }: ChipProps) {
  const set = (transaction: string) => onChange({ transaction });
  const help = 'The ID that the trigger returned.';
  return <TextFilter label="Transaction" help={help} value={query.transaction} onChange={set} />;
}

function ContextFilter({ query, onChange }: ChipProps) {
  return (
    <TextFilter
      label="Context"
      help="All context keys of the message, each type:id, separated by commas."
      placeholder="tenant:acme"
      value={query.context.join(', ')}
      onChange={(keys) => onChange({ context: separated(keys) })}
    />
  );
}

/** Returns the providers of the environment's integrations. */
function useProviderOptions(): { value: string; label: string }[] {
  const { id } = useEnvironment();
  const { data = [] } = useQuery(integrationQueries.list(id));
  const ids = [...new Set(data.filter(({ channel }) => channel).map(({ providerId }) => providerId))];
  return ids
    .map((value) => ({ value, label: providerName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}
