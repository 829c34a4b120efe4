import { MessagesSquare } from 'lucide-react';
import dynamic from 'next/dynamic';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { MessagesTable } from '#components/messages/messages-table.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfile } from './profile-query.ts';
import { useProfileFilters } from './use-profile-filters.ts';

const ProfileFilters = dynamic(() => import('./profile-filters.tsx').then((module) => module.ProfileFilters), {
  ssr: false,
});
const NoMatch = dynamic(() => import('./no-match.tsx').then((module) => module.NoMatch), { ssr: false });

/** All messages to one subscriber, newest first. */
export function SubscriberMessages({ subscriber }: { subscriber: Subscriber }) {
  const { openTab } = useProfile();
  const name = nameOf(subscriber);
  const { query, until, times, isFiltered, change, clear } = useProfileFilters(MESSAGE_OUTCOMES);
  return (
    <ZoneProvider value={query.zone || undefined}>
      <div className="min-h-11">
        <ProfileFilters
          noun="messages"
          statuses={MESSAGE_OUTCOMES}
          query={query}
          until={until}
          onChange={change}
          onClear={clear}
        />
      </div>
      <MessagesTable
        input={{
          subscriberId: subscriber.subscriberId,
          outcome: query.status,
          templates: query.workflow,
          ...(query.channel && { channel: query.channel }),
          ...times,
        }}
        ofPerson
        empty={() =>
          isFiltered ? (
            <NoMatch noun="message" onClear={clear} />
          ) : (
            <EmptyState
              icon={MessagesSquare}
              title={`${name} has no messages`}
              action={<Button onClick={() => openTab('activity')}>See why in Activity</Button>}
            >
              A message is created when a step is ready to send. Steps that are skipped or fail earlier create no
              message.
            </EmptyState>
          )
        }
      />
    </ZoneProvider>
  );
}
