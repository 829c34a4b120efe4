'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { separated, TextFilter } from '#components/table/text-filter.tsx';
import { integrationQueries } from '#lib/integrations/client.ts';
import { providerName } from '#lib/providers/facts.ts';
import { type MessagesQuery, messageRanges, statusOptions } from './messages-query.ts';

interface Props {
  query: MessagesQuery;
  onChange: (change: Partial<MessagesQuery>) => void;
  onReset: () => void;
}

export function MessagesFilters({ query, onChange, onReset }: Props) {
  return (
    <FilterBar
      label="Filter messages"
      values={[
        query.q,
        query.range,
        query.status,
        query.channel,
        query.provider,
        query.subscriber,
        query.transaction,
        query.context,
      ]}
      onReset={onReset}
      search={
        <SearchFilter
          label="Search messages: subject, text, address, provider’s id"
          placeholder="Subject, text, address or id"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
    >
      <ChoiceFilter
        label="Time"
        options={messageRanges}
        value={query.range}
        onChange={(range) => onChange({ range })}
      />
      <FacetFilter
        label="Status"
        options={statusOptions}
        value={query.status}
        onChange={(status) => onChange({ status: status as MessagesQuery['status'] })}
      />
      <ChoiceFilter
        label="Channel"
        options={channelOptions}
        value={query.channel}
        onChange={(channel) => onChange({ channel })}
      />
      <FacetFilter
        label="Provider"
        options={useProviderOptions()}
        value={query.provider}
        onChange={(provider) => onChange({ provider })}
      />
      <SubscriberFilter
        value={query.subscriber || null}
        onChange={(subscriber) => onChange({ subscriber: subscriber ?? '' })}
      />
      <TextFilter
        label="Transaction"
        help="The id that the trigger returned."
        value={query.transaction}
        onChange={(transaction) => onChange({ transaction })}
      />
      <TextFilter
        label="Context"
        help="All context keys of the message, each type:id, separated by commas."
        placeholder="tenant:acme"
        value={query.context.join(', ')}
        onChange={(keys) => onChange({ context: separated(keys) })}
      />
    </FilterBar>
  );
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
