'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { Code } from '#components/ui/code.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';

import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { type CursorInput, topicMutations, topicQueries } from '#lib/topics/client.ts';
import type { Subscription } from '#lib/topics/schema.ts';
import { SubscribeForm } from './subscribe-form.tsx';

/** The topics that a subscriber follows. */
export function SubscriberTopics({ subscriber }: { subscriber: Subscriber }) {
  const { id } = useEnvironment();
  const [cursor, setCursor] = useState<CursorInput>({});
  const page = useQuery(topicQueries.ofSubscriber(id, subscriber.subscriberId, { ...cursor, limit: 20 }));
  if (page.error) {
    const retry = () => void page.refetch();
    return <ErrorState title="The topics could not be loaded" {...failure(page.error)} onRetry={retry} />;
  }
  if (!page.data) return <Skeleton className="h-40 rounded-lg" />;
  const { data } = page.data;
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <SubscribeForm subscriber={subscriber} />
      {data.length === 0 ? (
        <EmptyState icon={Hash} title={`${nameOf(subscriber)} follows no topic`}>
          A workflow that is triggered for a topic reaches all of its followers. Choose a topic above; your product uses{' '}
          <Code className="whitespace-nowrap">POST /v2/topics/…/subscriptions</Code>.
        </EmptyState>
      ) : (
        <div>
          <ul aria-label="Topics" className="rounded-lg border border-line bg-surface">
            {data.map((subscription) => (
              <Topic key={subscription._id} subscription={subscription} who={nameOf(subscriber)} />
            ))}
          </ul>
          {(page.data.next || page.data.previous) && (
            <CursorPager
              page={page.data}
              noun={['topic', 'topics']}
              onMove={({ after, before }) => setCursor({ ...(after && { after }), ...(before && { before }) })}
            />
          )}
        </div>
      )}
    </div>
  );
}

function Topic({ subscription, who }: { subscription: Subscription; who: string }) {
  const { id } = useEnvironment();
  const denied = useWhyNot('topics:write');
  const leave = useMutation(topicMutations.unsubscribe(id));
  const { topic, createdAt, contextKeys = [], preferences = [] } = subscription;
  const limits = [
    contextKeys.length > 0 && `in ${contextKeys.join(', ')}`,
    preferences.length > 0 &&
      (preferences.length === 1 ? 'with one condition' : `with ${preferences.length} conditions`),
  ].filter(Boolean);
  const ask = () =>
    confirm({
      title: `Unsubscribe ${who} from ${topic.name ?? topic.key}?`,
      body: `${who} no longer gets messages to this topic. Messages to ${who} alone still arrive.`,
      action: 'Unsubscribe',
      danger: true,
      run: () => leave.mutateAsync(subscription),
    });
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 last:border-0">
      <span className="flex min-w-0 flex-1 flex-col">
        <NameAndAddress
          name={topic.name ?? topic.key}
          id={topic.name ? topic.key : undefined}
          className="font-medium"
        />
        <span className="text-xs text-pretty text-faint">
          Since <RelativeTime value={createdAt} absolute />
          {limits.length > 0 && `, ${limits.join(', ')}`}
        </span>
      </span>
      <Button size="sm" disabledReason={denied} onClick={() => void ask()}>
        Unsubscribe
      </Button>
    </li>
  );
}
