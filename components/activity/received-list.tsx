import Link from 'next/link';
import { useEnvironment } from '#components/layout/session.tsx';
import { states } from '#components/status/states.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { ReceivedMessage, ReceivedMessages } from '#lib/notifications/received.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import type { ResentRun } from './resent-runs.ts';

interface Props {
  /** The name of the recipient. */
  name: string;
  received: ReceivedMessages;
  /** The requests to send the step again. */
  requests: readonly ResentRun[];
}

/** The messages that the recipient already received, the newest first, and the requests that have sent nothing yet. */
export function ReceivedList({ name, received: { data, total }, requests }: Props) {
  const sentBy = new Set(data.map(({ _notificationId }) => _notificationId));
  const unsent = requests.filter(({ id }) => !sentBy.has(id));
  return (
    <div>
      <p>{total === 0 ? `${name} has not received this message yet.` : `${name} already got ${gotText(total)}:`}</p>
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
    </li>
  );
}

function Request({ id, at, actor, note }: ResentRun) {
  const { base } = useEnvironment();
  return (
    <li>
      <ListLink href={`${base}/activity?run=${id}`}>Sent again</ListLink>
      {byText({ actor })} {at && <RelativeTime value={at} />}
      {noteText({ note })}; nothing has arrived
    </li>
  );
}

function causeText({ by, ...request }: ReceivedMessage): string {
  switch (by) {
    case 'run':
      return '';
    case 'resent':
      return `, sent again${byText(request)}${noteText(request)}`;
    case 'original':
      return ', by the earlier run';
    case 'trigger':
      return ', the same content by another trigger';
  }
}

function byText({ actor }: { actor?: string | undefined }): string {
  return actor === undefined ? '' : ` by ${actor}`;
}

function noteText({ note }: { note?: string | undefined }): string {
  return note === undefined ? '' : `: “${note}”`;
}

function ListLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="touch-area rounded-sm font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}
