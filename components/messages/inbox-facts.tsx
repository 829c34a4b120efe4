import { Fact } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { buttonText } from '#lib/messages/summary.ts';

/** The facts about what the subscriber did with an in-app message. Empty for other channels. */
export function InboxFacts({ message }: { message: Message }) {
  const { channel, status, seen, firstSeenAt, lastSeenDate, lastReadDate, archivedAt, snoozedUntil, inbox } = message;
  if (channel !== 'in_app' || status !== 'sent') return null;
  return (
    <>
      <Fact label="Seen">
        <At time={firstSeenAt ?? lastSeenDate} />
      </Fact>
      {inbox?.firstReadAt && (
        <Fact label="First read">
          <At time={inbox.firstReadAt} />
        </Fact>
      )}
      <Fact label="Read">
        {/* An earlier release forgot when a message was read that became unread again. */}
        {lastReadDate || !seen ? <At time={lastReadDate} /> : <Unread since={inbox?.unreadAt} />}
      </Fact>
      {inbox?.completed.map(({ type, at }) => (
        <Fact key={type} label="Clicked">
          <span className="wrap-anywhere">{buttonText(message, type)}</span>
          {at && (
            <span className="text-faint">
              <RelativeTime value={at} absolute />
            </span>
          )}
        </Fact>
      ))}
      {archivedAt && (
        <Fact label="Archived">
          <At time={archivedAt} />
        </Fact>
      )}
      {inbox?.snoozedAt && (
        <Fact label="Snoozed">
          <At time={inbox.snoozedAt} />
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

function Unread({ since }: { since: string | undefined }) {
  return (
    <>
      <span className="text-faint">{since ? 'Unread again since' : 'Unread'}</span>
      {since && <RelativeTime value={since} absolute />}
    </>
  );
}

function At({ time }: { time: string | undefined }) {
  return time === undefined ? <span className="text-faint">Not yet</span> : <RelativeTime value={time} absolute />;
}
