import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { states } from '#components/status/states.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ReceivedMessage, ReceivedMessages } from '#lib/notifications/copies/received.ts';
import { by } from '#lib/reasons/definition.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import { shortText } from '#lib/text/short-text.ts';
import type { MessageRequest } from './use-message-requests.ts';

interface Props {
  /** The name of the recipient. */
  name: string;
  received: ReceivedMessages;
  /** The other runs that send the same message. */
  requests: readonly MessageRequest[];
  /** Whether the step’s own message may have arrived although no response confirms it. */
  isUnknown: boolean;
}

/**
 * The messages that the recipient already received, the newest first. Also the other runs that send the same message
 * and whose result is unknown, or that have sent nothing yet.
 */
export function ReceivedList({ name, received: { data, total }, requests, isUnknown }: Props) {
  const sentBy = new Set(data.map(({ _notificationId }) => _notificationId));
  const unsent = requests.filter((request) => request.isUnknown || !(request.isEarlier || sentBy.has(request.id)));
  const mayHaveMore = isUnknown || unsent.some((request) => request.isUnknown);
  return (
    <div>
      <p>{leadText(name, total, mayHaveMore)}</p>
      <ul className="max-h-56 list-disc overflow-y-auto pl-5 empty:hidden">
        {unsent.map((request) => (
          <Request key={request.id} {...request} />
        ))}
        {data.map((message) => (
          <Received key={message.messageId} {...message} />
        ))}
        {total > data.length && <li>{counted(total - data.length, 'older message')}</li>}
      </ul>
    </div>
  );
}

function leadText(name: string, total: number, mayHaveMore: boolean): string {
  if (total > 0) return `${name} already got ${gotText(total)}:`;
  return mayHaveMore
    ? `Belfry does not know whether ${name} received this message.`
    : `${name} has not received this message yet.`;
}

function gotText(total: number): string {
  return total === 1 ? '1 message' : `${total} messages, newest first`;
}

/** A line such as "Email, sent 2 min ago to jane@example.com, sent again by Sue: “She deleted it”". */
function Received(message: ReceivedMessage) {
  const { base } = useEnvironment();
  const { messageId, channel, state, sentAt, email, phone } = message;
  const address = email ?? phone;
  return (
    <li>
      <ListLink href={`${base}/messages/${messageId}`}>{stepLabels[channel]}</ListLink>,{' '}
      {states[state].label.toLowerCase()} <RelativeTime value={sentAt} />
      {address && ` to ${address}`}
      {causeText(message)}
      {message.by === 'resent' && <Note note={message.note} />}
    </li>
  );
}

/** A line such as "Sent again by Sue 2 min ago: “Lost”; SMS may have arrived: the response to attempt 1 was lost". */
function Request({ id, at, actor, note, isEarlier, result }: MessageRequest) {
  const { base } = useEnvironment();
  return (
    <li>
      <ListLink href={`${base}/activity?run=${id}`}>{isEarlier ? 'The earlier run' : 'Sent again'}</ListLink>
      {by(actor)} {at && <RelativeTime value={at} />}
      <Note note={note} />
      {result && `; ${result}`}
    </li>
  );
}

function causeText({ by: origin, actor }: ReceivedMessage): string {
  switch (origin) {
    case 'run':
      return '';
    case 'resent':
      return `, sent again${by(actor)}`;
    case 'original':
      return ', by the earlier run';
    case 'trigger':
      return ', the same content by another trigger';
  }
}

/** The largest number of characters of a reason in the list. The page of its run shows the whole reason. */
const MAX_NOTE = 120;

function Note({ note }: { note: string | undefined }) {
  if (note === undefined) return null;
  return <span title={note.length > MAX_NOTE ? note : undefined}>: “{shortText(note, MAX_NOTE)}”</span>;
}

function ListLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="touch-area rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
