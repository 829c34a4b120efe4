import { ChannelMark } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { messageStates } from '#components/status/states.ts';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { messageProblem } from '#lib/messages/problem.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageTitle } from '#lib/messages/title.ts';
import { providerName } from '#lib/providers/facts.ts';
import { nameOf } from '#lib/subscribers/name.ts';

const column = columnHelper<Message>();

export const messageColumns = column.columns([
  column.display({
    id: 'message',
    header: 'Message',
    meta: { from: 'phone' },
    cell: ({ row }) => <MessageCell message={row.original} />,
  }),
  column.display({
    id: 'recipient',
    header: 'To',
    meta: { width: '22%' },
    cell: ({ row }) => <RecipientCell message={row.original} />,
  }),
  column.display({
    id: 'provider',
    header: 'Provider',
    meta: { width: 'clamp(130px, 12.5vw, 190px)', from: 'wide' },
    cell: ({ row: { original } }) => <Provider id={original.providerId} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { width: '27%', from: 'desk' },
    cell: ({ row }) => <StatusCell message={row.original} />,
  }),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: '92px', align: 'end' },
    cell: ({ row }) => <RelativeTime value={row.original.createdAt} className="text-muted" />,
  }),
]);

export const messageColumnsOfSubscriber = messageColumns.filter(({ id }) => id !== 'recipient');

function MessageCell({ message }: { message: Message }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StateMark state={messageStates[message.status]} show="icon" className="md:hidden" />
      <ChannelMark channel={message.channel} />
      <Truncate value={messageTitle(message)} className="font-medium" />
    </span>
  );
}

function RecipientCell({ message: { subscriber, email, phone } }: { message: Message }) {
  const address = email ?? phone;
  if (!subscriber) return <Truncate value={address ?? 'Deleted subscriber'} className="text-muted" />;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={nameOf(subscriber)} className="max-w-[80%] shrink-0" />
      {address && <Truncate value={address} className="text-faint" />}
    </span>
  );
}

function Provider({ id }: { id: string | undefined }) {
  if (!id) return <Missing label="No provider" />;
  return <Truncate value={providerName(id)} className="text-muted" />;
}

function StatusCell({ message }: { message: Message }) {
  const problem = messageProblem(message);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <StateMark state={messageStates[message.status]} />
      {problem && <Truncate value={problem} className="text-muted" />}
      {message.status === 'sent' && message.read && <span className="text-faint">Read</span>}
      {message.status === 'sent' && message.seen && !message.read && <span className="text-faint">Seen</span>}
    </span>
  );
}
