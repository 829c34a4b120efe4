'use client';

import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { useTabTitle } from '#components/layout/use-tab-title.ts';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { failure } from '#components/table/read-error.ts';
import { CopyText } from '#components/ui/copy-text.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import { channelLabels } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { MessageFacts } from './message-facts.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import { MessagePreview } from './message-preview.tsx';
import { DeliverySkeleton, MessageSkeleton } from './message-skeleton.tsx';
import { TriggerData } from './trigger-data.tsx';

const WithheldNotice = dynamic(() =>
  import('#components/activity/withheld-notice.tsx').then((module) => module.WithheldNotice),
);
const MessageEvents = dynamic(() => import('./message-events.tsx').then((module) => module.MessageEvents), {
  ssr: false,
});
const MessageDelivery = dynamic(() => import('./message-delivery.tsx').then((module) => module.MessageDelivery), {
  ssr: false,
  loading: DeliverySkeleton,
});

export function MessagePage({ messageId }: { messageId: string }) {
  const { id, base } = useEnvironment();
  const [revealed, setRevealed] = useState(false);
  const one = messageQueries.one(id, messageId, revealed);
  const message = useQuery({ ...one, placeholderData: (shown) => shown });
  const run = message.data?._notificationId;
  useLiveRuns({
    shown: [run],
    refetch: revealed ? [] : [one.queryKey, notificationQueries.ofMessage(id, run ?? '').queryKey],
    enabled: run !== undefined,
  });
  const title = message.data ? titleOf(message.data) : 'Message';
  // The tab title omits the subject, because the browser’s history keeps titles and the subject may be sensitive.
  useTabTitle(message.data && title);
  return (
    <PageFrame
      title={title}
      crumbs={[{ label: 'Messages', href: `${base}/messages` }]}
      actions={
        message.data && (
          <>
            <CopyText
              text={() => `${location.origin}${base}/messages/${messageId}`}
              icon={<Link2 aria-hidden />}
              iconOnly
            >
              Copy link
            </CopyText>
            <ExplainLink subscriber={messageId} />
          </>
        )
      }
    >
      {message.data ? (
        <MessageBody message={message.data} revealed={revealed} onReveal={() => setRevealed(true)} />
      ) : message.error?.statusCode === 404 ? (
        <UnknownRecord
          noun="message"
          id={messageId}
          path={`/messages/${messageId}`}
          why="It may be in another environment, deleted, or past the retention period."
        />
      ) : message.error ? (
        <ErrorState
          title="The message could not be loaded"
          {...failure(message.error)}
          onRetry={() => void message.refetch()}
        />
      ) : (
        <MessageSkeleton />
      )}
    </PageFrame>
  );
}

/** Returns the page's title: "Email to Jane Cooper". The content already shows the subject. */
function titleOf({ channel, subscriber }: Message): string {
  return `${channelLabels[channel]} to ${subscriber ? nameOf(subscriber) : 'a deleted subscriber'}`;
}

interface BodyProps {
  message: Message;
  revealed: boolean;
  onReveal: () => void;
}

function MessageBody({ message, revealed, onReveal }: BodyProps) {
  const { id } = useEnvironment();
  const isWide = useMedia('(width >= 1180px)');
  const isOpen = revealed && !message.withheld;
  const run = useQuery(notificationQueries.ofMessage(id, message._notificationId, isOpen));
  const job = run.data?.jobs?.find(({ step }) => step._templateId === message._messageTemplateId);
  const outcome = <MessageOutcome message={message} run={run.data ?? undefined} job={job} />;
  const content = (
    <section aria-label="Content" className="min-w-0">
      {message.withheld ? <WithheldNotice onReveal={onReveal} /> : <MessagePreview message={message} isAddressed />}
    </section>
  );
  const facts = <MessageFacts message={message} run={run.data ?? undefined} />;
  const delivery = run.isPending ? (
    <DeliverySkeleton />
  ) : (
    run.data && job && <MessageDelivery run={run.data} job={job} message={message} />
  );
  const events = message.events && <MessageEvents events={message.events} />;
  if (!isWide) {
    return (
      <div className="flex flex-col gap-5 page-x py-5">
        {outcome}
        {events}
        {content}
        {delivery}
        {facts}
        <TriggerData message={message} />
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-8 px-6 py-5">
      <div className="flex min-w-0 flex-col gap-5">
        {outcome}
        {events}
        {content}
        {delivery}
      </div>
      <aside aria-label="Facts" className="flex min-w-0 flex-col gap-5">
        {facts}
        <TriggerData message={message} />
      </aside>
    </div>
  );
}
