import { Fact } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Message } from '#lib/messages/schema.ts';

/** What the subscriber did with an in-app message. Nothing for other channels. */
export function InboxFacts({ message }: { message: Message }) {
  const { channel, status, firstSeenAt, lastSeenDate, lastReadDate, archivedAt, snoozedUntil } = message;
  if (channel !== 'in_app' || status !== 'sent') return null;
  return (
    <>
      <Fact label="Seen">
        <At time={firstSeenAt ?? lastSeenDate} />
      </Fact>
      <Fact label="Read">
        <At time={lastReadDate} />
      </Fact>
      {archivedAt && (
        <Fact label="Archived">
          <At time={archivedAt} />
        </Fact>
      )}
      {snoozedUntil && (
        <Fact label="Snoozed until">
          <At time={snoozedUntil} />
        </Fact>
      )}
    </>
  );
}

function At({ time }: { time: string | undefined }) {
  return time === undefined ? <span className="text-faint">Not yet</span> : <RelativeTime value={time} absolute />;
}
