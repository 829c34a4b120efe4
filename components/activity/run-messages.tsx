'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { MessageRow } from './message-row.tsx';

/** Up to this number, all messages are open. If there are more, only the first is open. */
const FEW = 2;

/** The messages of this run as the subscriber saw them, without the messages to other recipients of the transaction. */
export function RunMessages({ notificationId }: { notificationId: string }) {
  const { id } = useEnvironment();
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
      {inOrder(messages.data.data).map((message, at, { length }) => (
        <MessageRow key={message._id} message={message} startOpen={at === 0 || length <= FEW} isWhole />
      ))}
    </ul>
  );
}

/** Sorts messages by creation: IDs begin with the time. */
function inOrder(messages: readonly Message[]): Message[] {
  return messages.toSorted(({ _id: one = '' }, { _id: other = '' }) => (one < other ? -1 : 1));
}
