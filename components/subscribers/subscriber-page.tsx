'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { MessagesTable } from '#components/messages/messages-table.tsx';
import { failure } from '#components/table/data-table.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { PreferenceMatrix } from './preference-matrix.tsx';
import { SubscriberActivity } from './subscriber-activity.tsx';
import { SubscriberChannels } from './subscriber-channels.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberMenu } from './subscriber-menu.tsx';
import { SubscriberTopics } from './subscriber-topics.tsx';

export function SubscriberPage({ subscriberId }: { subscriberId: string }) {
  const { id, base } = useEnvironment();
  const subscriber = useQuery(subscriberQueries.one(id, subscriberId));
  const title = subscriber.data ? nameOf(subscriber.data) : subscriberId;
  return (
    <PageFrame
      title={title}
      crumbs={[{ label: 'Subscribers', href: `${base}/subscribers` }]}
      actions={subscriber.data && <SubscriberMenu subscriber={subscriber.data} />}
    >
      {subscriber.data ? (
        <Profile subscriber={subscriber.data} />
      ) : subscriber.error ? (
        <ErrorState
          title={
            subscriber.error.statusCode === 404
              ? 'There is no such subscriber here'
              : 'The subscriber could not be loaded'
          }
          {...failure(subscriber.error)}
          onRetry={() => void subscriber.refetch()}
        />
      ) : (
        <ProfileSkeleton />
      )}
    </PageFrame>
  );
}

const tabs = ['activity', 'messages', 'preferences', 'topics', 'channels'] as const;

/** The tabs share the page number, so it restarts with each tab. */
const parsers = { tab: parseAsStringLiteral(tabs).withDefault('activity'), page: parseAsInteger };

function Profile({ subscriber }: { subscriber: Subscriber }) {
  const [{ tab }, setQuery] = useQueryStates(parsers);
  const count = subscriber.channels?.length;
  return (
    <div className="grid grid-cols-1 lg:grid-cols-[360px_minmax(0,1fr)]">
      <aside
        aria-label="Facts"
        className="border-line px-3 py-5 max-lg:border-b md:px-6 lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r"
      >
        <SubscriberFacts subscriber={subscriber} />
      </aside>
      <Tabs
        value={tab}
        onValueChange={(next) => void setQuery({ tab: next as typeof tab, page: null })}
        className="min-w-0 [--sticky-top:84px]"
      >
        <TabsList aria-label="Subscriber" className="sticky top-12 z-20 bg-bg px-3 md:px-6">
          <TabsTrigger value="activity">Activity</TabsTrigger>
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="preferences">Preferences</TabsTrigger>
          <TabsTrigger value="topics">
            Topics{subscriber.topics?.length ? <span className="text-faint">{subscriber.topics.length}</span> : null}
          </TabsTrigger>
          <TabsTrigger value="channels">
            Channels{count ? <span className="text-faint">{count}</span> : null}
          </TabsTrigger>
        </TabsList>
        <TabsContent value="activity" className="pt-0 md:px-3">
          <SubscriberActivity subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="messages" className="pt-0 md:px-3">
          <MessagesTable input={{ subscriberId: subscriber.subscriberId }} ofPerson={nameOf(subscriber)} />
        </TabsContent>
        <TabsContent value="preferences" className="px-3 md:px-6">
          <PreferenceMatrix subscriberId={subscriber.subscriberId} />
        </TabsContent>
        <TabsContent value="topics" className="px-3 md:px-6">
          <SubscriberTopics subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="channels" className="px-3 md:px-6">
          <SubscriberChannels subscriber={subscriber} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <div role="status" className="grid gap-6 px-6 py-5 lg:grid-cols-[316px_minmax(0,1fr)]">
      <span className="sr-only">Loading</span>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-6 w-3/5" />
        {Array.from({ length: 7 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} style={{ width: `${55 + ((index * 13) % 35)}%` }} />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
