'use client';

import { MessagesSquare } from 'lucide-react';
import {
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { channelNames, channelOptions } from '#components/status/channels.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { TextFilter } from '#components/table/text-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { MessagesTable } from './messages-table.tsx';

const parsers = {
  channel: parseAsStringLiteral(channelNames),
  subscriber: parseAsString.withDefault(''),
  transaction: parseAsString.withDefault(''),
  context: parseAsArrayOf(parseAsString).withDefault([]),
  page: parseAsInteger.withDefault(0),
};

type Query = inferParserType<typeof parsers>;

export function MessagesPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(parsers);
  const change = (next: Partial<Query> | null) => void setQuery(next && { page: 0, ...next });
  const words = filterSummary(query);
  return (
    <PageFrame title="Messages">
      <FilterBar label="Filter messages" active={words.length > 0} onReset={() => change(null)}>
        <ChoiceFilter
          label="Channel"
          options={channelOptions}
          value={query.channel}
          onChange={(channel) => change({ channel })}
        />
        <SubscriberFilter
          value={query.subscriber || null}
          onChange={(subscriber) => change({ subscriber: subscriber ?? '' })}
        />
        <TextFilter
          label="Transaction"
          help="The id that the trigger returned."
          value={query.transaction}
          onChange={(transaction) => change({ transaction })}
        />
        <TextFilter
          label="Context"
          help="All context keys of the message, each type:id, separated by commas."
          placeholder="tenant:acme"
          value={query.context.join(', ')}
          onChange={(text) =>
            change({
              context: text
                .split(',')
                .map((key) => key.trim())
                .filter(Boolean),
            })
          }
        />
      </FilterBar>
      <div className="md:px-3">
        <MessagesTable
          input={{
            ...(query.channel && { channel: query.channel }),
            subscriberId: query.subscriber,
            transactionId: query.transaction ? [query.transaction] : [],
            contextKeys: query.context,
          }}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title={words.length > 0 ? 'No message matches' : `No messages in ${environment.name} yet`}
              action={words.length > 0 && <Button onClick={() => change(null)}>Clear filters</Button>}
            >
              {words.length > 0
                ? `In ${environment.name}: ${words.join(' · ')}.`
                : 'Each time a channel step of a workflow runs, the message it makes appears here, with its content.'}
            </EmptyState>
          }
        />
      </div>
    </PageFrame>
  );
}

function filterSummary({ channel, subscriber, transaction, context }: Query): string[] {
  return [
    channel && `channel ${channelOptions.find(({ value }) => value === channel)?.label}`,
    subscriber && `subscriber “${subscriber}”`,
    transaction && `transaction “${transaction}”`,
    context.length > 0 && `context ${context.join(', ')}`,
  ].filter((label): label is string => Boolean(label));
}
