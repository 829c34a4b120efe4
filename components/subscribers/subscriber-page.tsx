'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useEffect, useRef } from 'react';
import { useListPlace } from '#components/activity/use-list-place.ts';
import { useOpenRun } from '#components/activity/use-open-run.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { cn } from '#components/ui/cn.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#components/ui/tabs.tsx';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { ChannelHealth, Subscriber } from '#lib/subscribers/schema.ts';
import { languageTag } from '#lib/text/language.ts';
import { type ProfileTab, useProfile } from './profile-query.ts';
import { SubscriberActivity } from './subscriber-activity.tsx';
import { SubscriberFacts } from './subscriber-facts.tsx';
import { SubscriberMenu } from './subscriber-menu.tsx';

const UnknownSubscriber = dynamic(() => import('./unknown-subscriber.tsx').then((module) => module.UnknownSubscriber), {
  ssr: false,
});

const RunPane = dynamic(() => import('#components/activity/run-pane.tsx').then((module) => module.RunPane), {
  ssr: false,
});

const SuppressedAddresses = dynamic(() =>
  import('#components/suppressions/suppressed-addresses.tsx').then((module) => module.SuppressedAddresses),
);

// Only the open tab is loaded.
const loading = () => <Skeleton className="mt-4 h-72 rounded-lg" />;
const SubscriberMessages = dynamic(
  () => import('./subscriber-messages.tsx').then((module) => module.SubscriberMessages),
  { ssr: false, loading },
);
const PreferenceMatrix = dynamic(() => import('./preference-matrix.tsx').then((module) => module.PreferenceMatrix), {
  ssr: false,
  loading,
});
const SubscriberTopics = dynamic(() => import('./subscriber-topics.tsx').then((module) => module.SubscriberTopics), {
  ssr: false,
  loading,
});
const SubscriberChannels = dynamic(
  () => import('./subscriber-channels.tsx').then((module) => module.SubscriberChannels),
  { ssr: false, loading },
);

export function SubscriberPage({ subscriberId }: { subscriberId: string }) {
  const { id, base } = useEnvironment();
  const { openId } = useOpenRun();
  const { data: subscriber, error, refetch } = useQuery(subscriberQueries.one(id, subscriberId));
  // The profile waits for both queries, so that the content does not move when the second one arrives.
  const health = useQuery(subscriberQueries.deliveryHealth(id, subscriberId));
  return (
    <PageFrame
      title={subscriber ? nameOf(subscriber) : subscriberId}
      lang={languageTag(subscriber?.locale)}
      crumbs={[{ label: 'Subscribers', href: `${base}/subscribers` }]}
      actions={subscriber && <SubscriberMenu subscriber={subscriber} />}
      room={openId ? 'narrow' : 'broad'}
    >
      {subscriber && !health.isPending ? (
        <Profile subscriber={subscriber} health={health.data?.channels} />
      ) : error?.statusCode === 404 ? (
        <UnknownSubscriber subscriberId={subscriberId} />
      ) : error ? (
        <ErrorState title="The subscriber could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </PageFrame>
  );
}

interface ProfileProps {
  subscriber: Subscriber;
  health: readonly ChannelHealth[] | undefined;
}

/**
 * Facts and tabs side by side on a desktop. Below 1180 px the tabs are below the facts and stay in view. An open run
 * replaces the facts, and on a narrow screen the tabs too.
 */
function Profile({ subscriber, health }: ProfileProps) {
  const { tab, openTab } = useProfile();
  const { openId, close } = useOpenRun();
  useListPlace(openId !== null);
  const { channels = [], topics = [] } = subscriber;
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen, the tab of the URL may be outside the visible part of the list.
  useEffect(() => {
    list.current?.querySelector(`[data-tab=${tab}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <div
      className={cn(
        'grid grid-cols-1 [--pane-top:48px]',
        openId ? 'lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]' : 'lg:grid-cols-[360px_minmax(0,1fr)]',
      )}
    >
      <aside
        aria-label="Facts"
        className={cn(
          'border-line page-x pt-4 pb-3 max-lg:border-b lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r lg:py-5',
          openId && 'hidden',
        )}
      >
        <SuppressedAddresses subscriberId={subscriber.subscriberId} />
        <SubscriberFacts subscriber={subscriber} health={health} />
      </aside>
      <Tabs
        value={tab}
        onValueChange={(next) => openTab(next as ProfileTab)}
        className={cn(
          'min-w-0 [--bar:48px] [--sticky-top:calc(var(--bar)+var(--tabs))] [--tabs:36px] max-md:[--bar:72px] pointer-coarse:[--tabs:44px]',
          openId && 'max-lg:hidden',
        )}
      >
        <TabsList
          ref={list}
          aria-label="Subscriber"
          className="sticky top-(--bar) z-20 mx-0 bg-bg px-2 md:px-4 max-sm:[scrollbar-width:none]"
        >
          <Tab value="activity">Activity</Tab>
          <Tab value="messages">Messages</Tab>
          <Tab value="preferences">Preferences</Tab>
          <Tab value="topics" count={topics.length}>
            Topics
          </Tab>
          <Tab value="channels" count={channels.length}>
            Channels
          </Tab>
        </TabsList>
        <TabsContent value="activity" className="pt-0 md:px-3">
          <SubscriberActivity subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="messages" className="pt-0 md:px-3">
          <SubscriberMessages subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="preferences" className="page-x">
          <PreferenceMatrix subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="topics" className="page-x">
          <SubscriberTopics subscriber={subscriber} />
        </TabsContent>
        <TabsContent value="channels" className="page-x">
          <SubscriberChannels subscriber={subscriber} />
        </TabsContent>
      </Tabs>
      {openId && <RunPane id={openId} isWithin onClose={close} />}
    </div>
  );
}

function Tab({ value, count = 0, children }: { value: ProfileTab; count?: number; children: string }) {
  return (
    <TabsTrigger value={value} data-tab={value} className="max-sm:gap-1">
      {children}
      {count > 0 && <span className="text-faint">{count}</span>}
    </TabsTrigger>
  );
}

function ProfileSkeleton() {
  return (
    <div role="status" className="grid gap-6 page-x py-5 lg:grid-cols-[316px_minmax(0,1fr)]">
      <span className="sr-only">Loading</span>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-6 w-3/5" />
        {Array.from({ length: 7 }, (_, index) => (
          <Skeleton
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            key={index}
            className="max-lg:hidden"
            style={{ width: `${55 + ((index * 13) % 35)}%` }}
          />
        ))}
      </div>
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
