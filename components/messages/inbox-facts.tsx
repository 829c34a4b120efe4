import { Fact } from '#components/ui/facts.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { Message } from '#lib/messages/schema.ts';

/** The facts about what the subscriber did with an in-app message. Empty for other channels. */
export function InboxFacts({ message }: { message: Message }) {
  const { channel, status, firstSeenAt, lastSeenDate, lastReadDate, archivedAt, snoozedUntil, inbox } = message;
  if (channel !== 'in_app' || status !== 'sent') return null;
  return (
    <>
      <Fact label="Seen">
        <At time={firstSeenAt ?? lastSeenDate} />
      </Fact>
      <Fact label="Read">
        <At time={lastReadDate} />
      </Fact>
      {inbox?.completed.map(({ type, at }) => (
        <Fact key={type} label="Completed">
          <span className="wrap-anywhere">{buttonOf(message, type)}</span>
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
      {snoozedUntil && (
        <Fact label="Snoozed until">
          <At time={snoozedUntil} />
        </Fact>
      )}
    </>
  );
}

/** Returns the label of a button of the message, or its kind if the label is withheld. */
export function buttonOf({ cta }: Message, type: 'primary' | 'secondary'): string {
  return cta.action?.buttons?.find((button) => button.type === type)?.content || `The ${type} button`;
}

function At({ time }: { time: string | undefined }) {
  return time === undefined ? <span className="text-faint">Not yet</span> : <RelativeTime value={time} absolute />;
}
