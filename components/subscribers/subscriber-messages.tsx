import { MessagesSquare } from 'lucide-react';
import dynamic from 'next/dynamic';
import { MessagesTable } from '#components/messages/messages-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfile } from './profile-query.ts';
import { useProfileStatus } from './use-profile-status.ts';

const ProfileStatus = dynamic(() => import('./profile-status.tsx').then((module) => module.ProfileStatus), {
  ssr: false,
});
const NoMatch = dynamic(() => import('./no-match.tsx').then((module) => module.NoMatch), { ssr: false });

/** All messages to one subscriber, newest first. */
export function SubscriberMessages({ subscriber }: { subscriber: Subscriber }) {
  const { openTab } = useProfile();
  const name = nameOf(subscriber);
  const { status, setStatus } = useProfileStatus(MESSAGE_OUTCOMES);
  return (
    <>
      <div className="flex h-11 items-center list-x">
        <ProfileStatus options={MESSAGE_OUTCOMES} value={status} onChange={setStatus} />
      </div>
      <MessagesTable
        input={{ subscriberId: subscriber.subscriberId, outcome: status }}
        ofPerson
        empty={() =>
          status.length > 0 ? (
            <NoMatch noun="message" onClear={() => setStatus([])} />
          ) : (
            <EmptyState
              icon={MessagesSquare}
              title={`${name} has no messages`}
              action={<Button onClick={() => openTab('activity')}>See why in Activity</Button>}
            >
              A message is created when a run reaches a step that sends. Skipped steps, and steps that fail earlier,
              create none.
            </EmptyState>
          )
        }
      />
    </>
  );
}
