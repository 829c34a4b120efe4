'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { TimeFilter } from '#components/activity/time-filter.tsx';
import { ProviderFilter } from '#components/integrations/provider-filter.tsx';
import { RefreshButton } from '#components/layout/refresh-button.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { separated } from '#components/table/separated.ts';
import type { WorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { WorkflowFilter } from '#components/workflows/workflow-filter.tsx';
import { deliveryOptions, filterValues, type MessagesQuery, messageRanges, statusOptions } from './messages-query.ts';

// Loaded once one of these filters is in the bar.
const SlowerFilter = dynamic(() =>
  import('#components/activity/slower-filter.tsx').then((module) => module.SlowerFilter),
);
const IntegrationFilter = dynamic(() =>
  import('#components/integrations/integration-filter.tsx').then((module) => module.IntegrationFilter),
);

const TextFilter = dynamic(() => import('#components/table/text-filter.tsx').then((module) => module.TextFilter));

interface Props {
  query: MessagesQuery;
  until: number;
  workflows: WorkflowOptions;
  onChange: (change: Partial<MessagesQuery>) => void;
  onReset: () => void;
  onRefresh: () => void;
  refreshing: boolean;
  /** The controls at the end of the bar: views and export. */
  end?: ReactNode;
}

export function MessagesFilters(props: Props) {
  const { query, onChange, onReset, onRefresh, refreshing, end } = props;
  return (
    <FilterBar
      label="Filter messages"
      values={filterValues(query)}
      onReset={onReset}
      end={
        // The icons have no frames, so a negative margin aligns the last icon with the page's edge.
        <div className="flex items-center gap-1 max-lg:-mr-1.5 max-lg:pointer-coarse:-mr-3">
          {end}
          <RefreshButton refreshing={refreshing} onRefresh={onRefresh} className="max-sm:hidden" />
        </div>
      }
      search={
        <SearchFilter
          label="Search messages: subject, text, address, provider’s ID"
          placeholder="Subject, text, address or ID"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
      filters={[...commonFilters(props), ...rareFilters(props)]}
    />
  );
}

function commonFilters(props: Props): BarFilter[] {
  const { query, workflows, onChange } = props;
  const { status, delivery, channel, workflow, subscriber, provider } = query;
  const workflowFilter = (
    <WorkflowFilter workflows={workflows} value={workflow} onChange={(next) => onChange({ workflow: next })} />
  );
  const providerFilter = <ProviderFilter value={provider} onChange={(next) => onChange({ provider: next })} />;
  return [
    {
      id: 'time',
      label: 'Time',
      isSet: false,
      shown: 'always',
      chip: <TimeFilter {...props} options={messageRanges} />,
    },
    { id: 'status', label: 'Status', isSet: status.length > 0, chip: <StatusFilter {...props} /> },
    { id: 'delivery', label: 'Delivery', isSet: delivery.length > 0, chip: <DeliveryFilter {...props} /> },
    { id: 'workflow', label: 'Workflow', isSet: workflow.length > 0, chip: workflowFilter },
    { id: 'channel', label: 'Channel', isSet: channel !== null, chip: <ChannelFilter {...props} /> },
    { id: 'subscriber', label: 'Subscriber', isSet: subscriber !== '', chip: <OneSubscriber {...props} /> },
    { id: 'provider', label: 'Provider', isSet: provider.length > 0, chip: providerFilter },
  ];
}

function rareFilters({ query, onChange }: ChipProps): BarFilter[] {
  const { transaction, integration, context, slower } = query;
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
    {
      id: 'slower',
      label: 'Slower than',
      isSet: slower !== '',
      shown: 'rarely',
      chip: <SlowerFilter value={slower} onChange={(next) => onChange({ slower: next })} />,
    },
    { id: 'context', label: 'Context', isSet: context.length > 0, shown: 'rarely', chip: <ContextFilter {...props} /> },
  ];
}

type ChipProps = Pick<Props, 'query' | 'onChange'>;

function StatusFilter({ query, onChange }: ChipProps) {
  const set = (status: string[]) => onChange({ status: status as MessagesQuery['status'] });
  return <FacetFilter label="Status" options={statusOptions} value={query.status} onChange={set} />;
}

function DeliveryFilter({ query, onChange }: ChipProps) {
  const set = (delivery: string[]) => onChange({ delivery: delivery as MessagesQuery['delivery'] });
  return <FacetFilter label="Delivery" options={deliveryOptions} value={query.delivery} onChange={set} />;
}

function ChannelFilter({ query, onChange }: ChipProps) {
  const set = (channel: MessagesQuery['channel']) => onChange({ channel });
  return <ChoiceFilter label="Channel" options={channelOptions} value={query.channel} onChange={set} />;
}

function OneSubscriber({ query, onChange }: ChipProps) {
  const set = (subscriber: string | null) => onChange({ subscriber: subscriber ?? '' });
  return <SubscriberFilter value={query.subscriber || null} onChange={set} />;
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
