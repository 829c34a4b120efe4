'use client';

import { useQuery } from '@tanstack/react-query';
import { Upload, UserPlus, Zap } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { topicQueries } from '#lib/topics/client.ts';
import type { Topic } from '#lib/topics/schema.ts';
import { topicName } from './address.ts';
import { useTopicAction } from './topic-action.ts';
import { TopicActions } from './topic-actions.tsx';
import { TopicFacts } from './topic-facts.tsx';
import { TopicMenu } from './topic-menu.tsx';
import { TopicSubscriptions } from './topic-subscriptions.tsx';

const dialogs = {
  subscribe: dynamic(() => import('./subscribe-dialog.tsx').then((module) => module.SubscribeDialog), { ssr: false }),
  import: dynamic(() => import('./topic-import.tsx').then((module) => module.TopicImport), { ssr: false }),
} as const;

export function TopicPage({ topicKey }: { topicKey: string }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const { data, error, refetch } = useQuery(topicQueries.one(id, topicKey));
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const Dialog = dialog && dialogs[dialog];
  const open = data && { topic: data, onOpen: setDialog };
  return (
    <TopicActions onDeleted={() => router.push(`${base}/topics`)}>
      <PageFrame
        title={data ? topicName(data) : topicKey}
        crumbs={[{ label: 'Topics', href: `${base}/topics` }]}
        actions={open && <Actions {...open} />}
      >
        {open ? (
          <Content {...open} />
        ) : error?.statusCode === 404 ? (
          <UnknownRecord noun="topic" id={topicKey} path={`/topics/${encodeURIComponent(topicKey)}`} />
        ) : error ? (
          <ErrorState title="The topic could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
        ) : (
          <div role="status" className="flex flex-col gap-6 p-6">
            <span className="sr-only">Loading</span>
            <Skeleton className="w-48" />
            <Skeleton className="h-72 w-full" />
          </div>
        )}
      </PageFrame>
      {Dialog && data && <Dialog topic={data} onClose={() => setDialog(undefined)} />}
    </TopicActions>
  );
}

interface ContentProps {
  topic: Topic;
  onOpen: (dialog: keyof typeof dialogs) => void;
}

function Actions({ topic, onOpen }: ContentProps) {
  const denied = useWhyNot('topics:write');
  const cannotTrigger = useWhyNot('events:trigger');
  const act = useTopicAction();
  return (
    <>
      <PageAction
        icon={Zap}
        label="Trigger"
        // On phones, the menu has the action.
        className="max-sm:hidden"
        disabledReason={cannotTrigger}
        onClick={() => act('trigger', topic)}
      />
      <PageAction icon={Upload} label="Import" disabledReason={denied} onClick={() => onOpen('import')} />
      <PageAction
        icon={UserPlus}
        label="Subscribe"
        variant="primary"
        disabledReason={denied}
        onClick={() => onOpen('subscribe')}
      />
      <TopicMenu topic={topic} />
    </>
  );
}

/** The subscriptions, with the facts next to them. Below 1180 px the facts are above. */
function Content({ topic, onOpen }: ContentProps) {
  return (
    <div className="grid grid-cols-1 lg:grid-cols-[360px_minmax(0,1fr)]">
      <aside
        aria-label="Facts"
        className="border-line page-x pt-4 pb-3 max-lg:border-b lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r lg:py-5"
      >
        <TopicFacts topic={topic} />
      </aside>
      <TopicSubscriptions topic={topic} onOpen={onOpen} />
    </div>
  );
}
