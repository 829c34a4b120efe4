'use client';

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserMinus, UserPlus, UserSearch, Users, X } from 'lucide-react';
import Link from 'next/link';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { SubscriberFilter } from '#components/subscribers/subscriber-filter.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { RowSelection } from '#components/table/row-selection.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { notify } from '#components/ui/notify.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { topicMutations, topicQueries } from '#lib/topics/client.ts';
import type { Subscription, Topic } from '#lib/topics/schema.ts';
import { topicName } from './address.ts';
import { SubscriptionSecondLine, subscriptionColumns } from './subscription-columns.tsx';

interface Props {
  topic: Topic;
  onOpen: (dialog: 'subscribe' | 'import') => void;
}

const parsers = { subscriber: parseAsString, after: parseAsString, before: parseAsString };
const none: ReadonlySet<string> = new Set();

/** The subscriptions of a topic. One or several can be deleted. */
export function TopicSubscriptions({ topic, onOpen }: Props) {
  const { id, base } = useEnvironment();
  const [{ subscriber, after, before }, setQuery] = useQueryStates(parsers);
  const [selected, setSelected] = useState(none);
  /** All subscriptions, if all are selected. */
  const [everyone, setEveryone] = useState<readonly Subscription[]>();
  const select = (ids: readonly string[]) => {
    setSelected(new Set(ids));
    setEveryone(undefined);
  };
  const input = {
    limit: 30,
    ...(after && { after }),
    ...(before && { before }),
    ...(subscriber && { subscriberId: subscriber }),
  };
  const page = useQuery(topicQueries.subscriptions(id, topic.key, input));
  const rows = page.data?.data ?? [];
  const move = (next: Partial<Record<keyof typeof parsers, string | null>>) => {
    select([]);
    void setQuery(next, { history: 'push' });
  };
  const choose = (next: string | null) => move({ subscriber: next, after: null, before: null });
  return (
    <RowSelection value={{ ids: rows.map(({ _id }) => _id), selected, select }}>
      <div className="min-w-0">
        <FilterBar label="Filter subscriptions" values={[subscriber]} onReset={() => choose(null)}>
          <SubscriberFilter value={subscriber} onChange={choose} />
          <Link
            href={`${base}/subscribers?${new URLSearchParams({ topic: topic.key })}`}
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            <UserSearch aria-hidden />
            Search and export
          </Link>
        </FilterBar>
        <div className="md:px-3">
          <DataTable
            label="Subscriptions"
            columns={subscriptionColumns(page.data?.data)}
            query={page}
            rows={page.data?.data}
            rowId={({ _id }) => _id}
            href={({ subscriber: { subscriberId } }) => `${base}/subscribers/${encodeURIComponent(subscriberId)}`}
            secondLine={(subscription) => <SubscriptionSecondLine subscription={subscription} />}
            empty={<NoSubscriptions subscriber={subscriber} onAll={() => choose(null)} onOpen={onOpen} />}
            footer={<CursorPager page={page.data} noun={['subscription', 'subscriptions']} onMove={move} />}
          />
        </div>
        <Selected
          topic={topic}
          chosen={everyone ?? rows.filter(({ _id }) => selected.has(_id))}
          total={subscriber === null && page.data && !page.data.totalCountCapped ? page.data.totalCount : undefined}
          onAll={(all) => {
            setSelected(new Set(all.map(({ _id }) => _id)));
            setEveryone(all);
          }}
          onClear={() => select([])}
        />
      </div>
    </RowSelection>
  );
}

/** The API lists and deletes up to 100 subscriptions per request. */
const MAX_AT_ONCE = 100;
/** The maximum number of subscriptions that can be selected together. */
const MAX_SELECTED = 2_000;

async function allSubscriptions(client: QueryClient, environmentId: string, topicKey: string) {
  const all: Subscription[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const input = { limit: MAX_AT_ONCE, ...(after && { after }) };
    const page = await client.fetchQuery(topicQueries.subscriptions(environmentId, topicKey, input));
    all.push(...page.data);
    after = page.next;
  }
  return all;
}

interface SelectedProps {
  topic: Topic;
  chosen: readonly Subscription[];
  /** The number of all subscriptions of the list. Undefined if unknown. */
  total: number | undefined;
  onAll: (all: readonly Subscription[]) => void;
  onClear: () => void;
}

/** The action on the selected subscriptions. Floats above the end of the list. */
function Selected({ topic, chosen, total = 0, onAll, onClear }: SelectedProps) {
  const { id } = useEnvironment();
  const client = useQueryClient();
  const all = useMutation({
    mutationFn: () => allSubscriptions(client, id, topic.key),
    onSuccess: onAll,
    onError: (error) => notifyFailure(error, 'Not all subscriptions could be read'),
  });
  const denied = useWhyNot('topics:write');
  const remove = useMutation(topicMutations.removeSubscriptions(id, topic.key));
  const [first] = chosen;
  if (!first) return null;
  const who = chosen.length === 1 ? nameOf(first.subscriber) : counted(chosen.length, 'subscription');
  const ask = async () => {
    const done = await confirm({
      title: chosen.length === 1 ? `Unsubscribe ${who}?` : `Delete ${who}?`,
      body: `Triggers for ${topicName(topic)} no longer reach them. The subscribers and their other subscriptions stay.`,
      action: chosen.length === 1 ? 'Unsubscribe' : 'Delete subscriptions',
      danger: true,
      run: async () => {
        const identifiers = chosen.map(({ identifier }) => identifier);
        for (let from = 0; from < identifiers.length; from += MAX_AT_ONCE)
          await remove.mutateAsync(identifiers.slice(from, from + MAX_AT_ONCE));
      },
    });
    if (!done) return;
    onClear();
    notify.done(chosen.length === 1 ? `${who} was unsubscribed` : `${who} deleted`);
  };
  return (
    <section
      aria-label="Selected subscriptions"
      className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-lg bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-pop-in"
    >
      <p aria-live="polite" className="pr-2 font-medium" data-numeric>
        {chosen.length} selected
      </p>
      {total > chosen.length && total <= MAX_SELECTED && (
        <Button size="sm" variant="ghost" pending={all.isPending} onClick={() => all.mutate()}>
          Select all {total.toLocaleString('en')}
        </Button>
      )}
      <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
        <UserMinus aria-hidden />
        Unsubscribe
      </Button>
      <Button size="sm" variant="ghost" aria-label="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </section>
  );
}

interface NoSubscriptionsProps extends Pick<Props, 'onOpen'> {
  subscriber: string | null;
  onAll: () => void;
}

function NoSubscriptions({ subscriber, onAll, onOpen }: NoSubscriptionsProps) {
  const denied = useWhyNot('topics:write');
  if (subscriber !== null) {
    const action = <Button onClick={onAll}>Show all subscriptions</Button>;
    return (
      <EmptyState icon={Users} title={`${subscriber} is not subscribed`} action={action}>
        A trigger for this topic does not reach this subscriber.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Users}
      title="No subscriptions yet"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" disabledReason={denied} onClick={() => onOpen('subscribe')}>
            <UserPlus aria-hidden />
            Subscribe the first one
          </Button>
          <Button disabledReason={denied} onClick={() => onOpen('import')}>
            Import a list
          </Button>
        </div>
      }
    >
      A trigger for this topic reaches no one until the topic has subscribers.
    </EmptyState>
  );
}
