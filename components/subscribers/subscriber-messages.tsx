import { MessagesSquare } from 'lucide-react';
import { MessagesTable } from '#components/messages/messages-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfile } from './profile-query.ts';

/** All messages to one subscriber, newest first. */
export function SubscriberMessages({ subscriber }: { subscriber: Subscriber }) {
  const { openTab } = useProfile();
  const name = nameOf(subscriber);
  return (
    <MessagesTable
      input={{ subscriberId: subscriber.subscriberId }}
      ofPerson
      empty={() => (
        <EmptyState
          icon={MessagesSquare}
          title={`${name} has no messages`}
          action={<Button onClick={() => openTab('activity')}>See why in Activity</Button>}
        >
          A message is made when a run reaches a step that sends. Skipped steps and steps that failed before make none.
        </EmptyState>
      )}
    />
  );
}
