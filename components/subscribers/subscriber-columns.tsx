import { ChannelMark, channelNames } from '#components/status/channels.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { languageTag } from '#lib/language.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ListedSubscriber, Subscriber } from '#lib/subscribers/schema.ts';
import type { SubscribersQuery } from './subscribers-query.ts';

const column = columnHelper<ListedSubscriber>();

/** What the list can be sorted by. */
const times = {
  _id: { label: 'Created', of: ({ createdAt }: Subscriber) => createdAt },
  updatedAt: { label: 'Updated', of: ({ updatedAt }: Subscriber) => updatedAt },
} as const satisfies Record<SubscribersQuery['sort'], unknown>;

/** The time that sorts the list has a column everywhere; on a phone it stands in the cell of the channels. */
function columnsSortedBy(sort: SubscribersQuery['sort']) {
  const time = (id: SubscribersQuery['sort'], from: 'tablet' | 'widest') =>
    column.accessor(times[id].of, {
      id,
      header: times[id].label,
      sortDescFirst: true,
      meta: { from, width: '92px', align: 'end' },
      cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
    });
  return column.columns([
    column.display({
      id: 'subscriber',
      header: 'Subscriber',
      meta: { from: 'phone', width: '26%' },
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
      meta: { from: 'wide', width: '134px' },
      cell: ({ getValue }) => <Truncate value={getValue()} />,
    }),
    column.display({
      id: 'channels',
      header: 'Reachable by',
      meta: { from: 'phone', width: '118px' },
      cell: ({ row: { original } }) => <ReachCell subscriber={original} sort={sort} />,
    }),
    column.accessor('lastMessageAt', {
      header: 'Last message',
      enableSorting: false,
      meta: { width: '100px', align: 'end' },
      cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
    }),
    time(sort === '_id' ? 'updatedAt' : '_id', 'widest'),
    time(sort, 'tablet'),
  ]);
}

/** Columns keep their identity, so there is one set for each order. */
export const subscriberColumns = { _id: columnsSortedBy('_id'), updatedAt: columnsSortedBy('updatedAt') };

function NameCell({ subscriber }: { subscriber: Subscriber }) {
  const name = nameOf(subscriber);
  const { subscriberId, locale } = subscriber;
  if (name === subscriberId) return <Truncate value={name} at="middle" mono className="font-medium" />;
  return <NameAndAddress name={name} id={subscriberId} lang={languageTag(locale)} className="font-medium" />;
}

interface ReachCellProps {
  subscriber: Subscriber;
  sort: SubscribersQuery['sort'];
}

function ReachCell({ subscriber, sort }: ReachCellProps) {
  const { label, of } = times[sort];
  return (
    <span className="flex flex-col gap-0.5 max-sm:items-end max-sm:pr-1">
      <Reachable subscriber={subscriber} />
      <span className="text-xs text-faint sm:hidden">
        {label} <RelativeTime value={of(subscriber)} />
      </span>
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
