'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { failure } from '#components/table/data-table.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageTitle } from '#lib/messages/title.ts';

/**
 * The messages of this run only, not those of other recipients in its transaction. Each one links to its rendered
 * content.
 */
export function RunMessages({ notificationId }: { notificationId: string }) {
  const { id, base } = useEnvironment();
  const messages = useQuery(messageQueries.list(id, { notificationId, limit: 100 }));
  if (messages.error) {
    return (
      <ErrorState
        title="The messages could not be loaded"
        {...failure(messages.error)}
        onRetry={() => void messages.refetch()}
      />
    );
  }
  if (!messages.data) return <Skeleton className="h-20 rounded-lg" />;
  if (messages.data.data.length === 0) return <p className="text-muted">This run has no message on any channel.</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {messages.data.data.map((message) => (
        <li key={message._id}>
          <Link
            href={`${base}/messages/${message._id}`}
            className="focus-inset flex min-h-11 items-center gap-3 px-3 hover:bg-hover"
          >
            <ChannelMark channel={message.channel} />
            <span className="min-w-0 flex-1 truncate">{messageTitle(message)}</span>
            <StateMark state={messageState(message)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
