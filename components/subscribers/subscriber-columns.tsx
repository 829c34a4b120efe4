import { ChannelMark, channelNames } from '#components/status/channels.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';

const column = columnHelper<Subscriber>();

export const subscriberColumns = column.columns([
  column.display({
    id: 'subscriber',
    header: 'Subscriber',
    meta: { from: 'phone', width: '30%' },
    cell: ({ row: { original } }) => <NameCell subscriber={original} />,
  }),
  column.accessor('email', {
    header: 'E-mail',
    enableSorting: false,
    cell: ({ getValue }) => <Truncate value={getValue()} />,
  }),
  column.accessor('phone', {
    header: 'Phone',
    enableSorting: false,
    meta: { from: 'wide', width: '150px' },
    cell: ({ getValue }) => <Truncate value={getValue()} />,
  }),
  column.display({
    id: 'channels',
    header: 'Reachable by',
    meta: { from: 'desk', width: '124px' },
    cell: ({ row }) => <Reachable subscriber={row.original} />,
  }),
  column.accessor('createdAt', {
    id: '_id',
    header: 'Created',
    sortDescFirst: true,
    meta: { from: 'desk', width: '104px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.accessor('updatedAt', {
    header: 'Updated',
    sortDescFirst: true,
    meta: { from: 'phone', width: '100px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
]);

function NameCell({ subscriber }: { subscriber: Subscriber }) {
  const name = nameOf(subscriber);
  if (name === subscriber.subscriberId) return <Truncate value={name} at="middle" mono className="font-medium" />;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Truncate value={name} className="max-w-[80%] shrink-0 font-medium" />
      <Truncate value={subscriber.subscriberId} at="middle" mono className="text-faint max-sm:hidden" />
    </span>
  );
}

function Reachable({ subscriber }: { subscriber: Subscriber }) {
  const channels = reachableBy(subscriber);
  if (channels.size === 0) return <Missing label="By no channel" />;
  return (
    <span className="flex items-center gap-2">
      {channelNames.map((channel) => channels.has(channel) && <ChannelMark key={channel} channel={channel} />)}
    </span>
  );
}
