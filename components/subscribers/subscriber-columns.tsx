import { ChannelMark, channelNames } from '#components/status/channels.tsx';
import { columnHelper } from '#components/table/features.ts';
import { SelectAll, SelectRow } from '#components/table/row-selection.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import { reachableBy } from '#lib/subscribers/reachable.ts';
import type { ListedSubscriber, Subscriber } from '#lib/subscribers/schema.ts';
import { languageTag } from '#lib/text/language.ts';
import type { SubscribersQuery } from './subscribers-query.ts';

const column = columnHelper<ListedSubscriber>();

/** The times by which the list can be sorted. */
const times = {
  _id: { label: 'Created', of: ({ createdAt }: Subscriber) => createdAt },
  updatedAt: { label: 'Updated', of: ({ updatedAt }: Subscriber) => updatedAt },
} as const satisfies Partial<Record<SubscribersQuery['sort'], unknown>>;
type Time = keyof typeof times;

/**
 * Returns the columns for a sort order. The sorting time has a column from 900 px, and is on the second line on phones.
 */
function columnsSortedBy(sort: Time) {
  const time = (id: Time, from: 'desk' | 'widest') =>
    column.accessor(times[id].of, {
      id,
      header: times[id].label,
      meta: { sort: 'desc', from, width: '112px', align: 'end' },
      cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
    });
  return column.columns([
    column.display({
      id: 'select',
      header: () => <SelectAll />,
      meta: { from: 'phone', width: '40px', beforeLink: true },
      cell: ({ row: { original } }) => <SelectRow id={original.subscriberId} name={nameOf(original)} />,
    }),
    column.display({
      id: 'subscriber',
      header: 'Subscriber',
      meta: { from: 'phone', width: 'max(26%, 248px)' },
      cell: ({ row: { original } }) => <NameCell subscriber={original} />,
    }),
    column.accessor('email', {
      header: 'Email',
      cell: ({ getValue }) => <Truncate value={getValue()} />,
    }),
    column.accessor('phone', {
      header: 'Phone',
      meta: { from: 'wide', width: '124px' },
      cell: ({ getValue }) => <Truncate value={getValue()} />,
    }),
    column.display({
      id: 'channels',
      header: 'Reachable by',
      meta: { width: '132px' },
      cell: ({ row: { original } }) => <Reachable subscriber={original} />,
    }),
    column.accessor('lastMessageAt', {
      header: 'Last message',
      meta: { width: '112px', align: 'end' },
      cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
    }),
    time(sort === '_id' ? 'updatedAt' : '_id', 'widest'),
    time(sort, 'desk'),
  ]);
}

const sortedById = columnsSortedBy('_id');

/** The columns for each sort order. They are constants, because columns must keep their identity. */
export const subscriberColumns = {
  _id: sortedById,
  updatedAt: columnsSortedBy('updatedAt'),
  relevance: sortedById,
} as const satisfies Record<SubscribersQuery['sort'], unknown>;

/** The name. On phones the cell also has the channels, and the name gets the remaining width. */
function NameCell({ subscriber }: { subscriber: ListedSubscriber }) {
  const name = nameOf(subscriber);
  const { subscriberId, locale } = subscriber;
  return (
    <span className="flex min-w-0 items-center gap-3">
      {name === subscriberId ? (
        <Truncate value={name} at="middle" mono className="font-medium" />
      ) : (
        <NameAndAddress name={name} id={subscriberId} lang={languageTag(locale)} className="font-medium" />
      )}
      <span className="ml-auto shrink-0 sm:hidden">
        <Reachable subscriber={subscriber} />
      </span>
    </span>
  );
}

interface SecondLineProps {
  subscriber: ListedSubscriber;
  sort: SubscribersQuery['sort'];
}

/** The second line for phones: the address, and the time by which the list is sorted, or of the last message. */
export function SubscriberSecondLine({ subscriber, sort }: SecondLineProps) {
  const address = subscriber.email || subscriber.phone;
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
      {address ? <Truncate value={address} /> : <span className="text-faint">No email or phone</span>}
      <span className="ml-auto shrink-0 text-xs text-faint">
        <PhoneTime subscriber={subscriber} sort={sort} />
      </span>
    </span>
  );
}

/** The time of the last message, or the time of the last update if it sorts the list. */
function PhoneTime({ subscriber, sort }: SecondLineProps) {
  if (sort === 'updatedAt') {
    return (
      <>
        Updated <RelativeTime value={subscriber.updatedAt} />
      </>
    );
  }
  if (!subscriber.lastMessageAt) return 'No message yet';
  return (
    <>
      Messaged <RelativeTime value={subscriber.lastMessageAt} />
    </>
  );
}

/** The reachable channels. A channel whose newest message failed is red. */
function Reachable({ subscriber }: { subscriber: ListedSubscriber }) {
  const reachable = reachableBy(subscriber);
  const { failingChannels = [] } = subscriber;
  return (
    <span className="flex items-center gap-2">
      {channelNames
        .filter((channel) => reachable.has(channel))
        .map((channel) => (
          <ChannelMark key={channel} channel={channel} failed={failingChannels.includes(channel)} />
        ))}
    </span>
  );
}
