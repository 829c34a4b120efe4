import { AlarmClockOff, Archive, Clock, Eye, type LucideIcon, Mail, MailOpen, MousePointerClick } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { InboxParts } from '#lib/inbox/schema.ts';
import type { Message } from '#lib/messages/schema.ts';
import { buttonText } from '#lib/messages/summary.ts';
import { absoluteTime, clockTime, dayText } from '#lib/time/time.ts';

interface InboxEvent {
  icon: LucideIcon;
  text: string;
  at: string | undefined;
  /** Whether the time is in the future. */
  isAhead?: boolean;
}

/** The actions of the subscriber on an in-app message, one line each, in order. Empty for other channels. */
export function InboxEvents({ message }: { message: Message }) {
  const { sentAt, createdAt } = message;
  const day = dayText(sentAt ?? createdAt);
  return eventsOf(message).map(({ icon: Icon, text, at, isAhead }) => (
    <li key={`${text} ${at}`} className="flex items-start gap-2 px-3 py-1">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', isAhead ? 'text-faint' : 'text-ok')} />
      <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
      {at && (
        <time dateTime={at} className="shrink-0 text-xs leading-5 text-faint">
          {/* Times on the day of the delivery have no date, like the times of the lines above. */}
          {dayText(at) === day ? clockTime(at) : absoluteTime(at)}
        </time>
      )}
    </li>
  ));
}

function eventsOf(message: Message): InboxEvent[] {
  const { channel, status, seen, firstSeenAt, lastSeenDate, read, lastReadDate, archivedAt, snoozedUntil } = message;
  if (channel !== 'in_app' || status !== 'sent') return [];
  const { completed = [], firstReadAt, unreadAt, snoozedAt }: Partial<InboxParts> = message.inbox ?? {};
  const isRedelivered = unreadAt !== undefined && message.deliveredAt?.includes(unreadAt);
  const redelivered = { icon: AlarmClockOff, text: 'Unread again, because the snooze ended', at: unreadAt };
  const events: (InboxEvent | false | undefined | '')[] = [
    seen && { icon: Eye, text: 'Seen', at: firstSeenAt ?? lastSeenDate },
    firstReadAt && { icon: MailOpen, text: 'Read', at: firstReadAt },
    unreadAt && (isRedelivered ? redelivered : { icon: Mail, text: 'Marked as unread', at: unreadAt }),
    read && { icon: MailOpen, text: firstReadAt ? 'Read again' : 'Read', at: lastReadDate },
    ...completed.map(({ type, at }) => ({
      icon: MousePointerClick,
      text: `${buttonText(message, type)} clicked`,
      at,
    })),
    snoozedAt && { icon: Clock, text: 'Snoozed', at: snoozedAt },
    archivedAt && { icon: Archive, text: 'Archived', at: archivedAt },
  ];
  const past = events.filter((event) => !!event).sort((a, b) => timeOf(a) - timeOf(b));
  return snoozedUntil ? [...past, { icon: Clock, text: 'Snoozed until', at: snoozedUntil, isAhead: true }] : past;
}

function timeOf({ at }: InboxEvent): number {
  return at === undefined ? 0 : Date.parse(at);
}
