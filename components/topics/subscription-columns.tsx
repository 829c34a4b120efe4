import { columnHelper, withoutColumn } from '#components/table/features.ts';
import { SelectAll, SelectRow } from '#components/table/row-selection.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import type { Subscription } from '#lib/topics/schema.ts';

const column = columnHelper<Subscription>();

const all = column.columns([
  column.display({
    id: 'select',
    header: () => <SelectAll />,
    meta: { from: 'phone', width: '40px', beforeLink: true },
    cell: ({ row: { original } }) => <SelectRow id={original._id} name={nameOf(original.subscriber)} />,
  }),
  column.display({
    id: 'subscriber',
    header: 'Subscriber',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => <NameCell subscription={original} />,
  }),
  column.display({
    id: 'email',
    header: 'Email',
    meta: { from: 'desk' },
    cell: ({ row: { original } }) => <Truncate value={original.subscriber.email} />,
  }),
  column.display({
    id: 'limits',
    header: 'Limits',
    meta: { width: '26%' },
    cell: ({ row: { original } }) => <Limits subscription={original} />,
  }),
  column.accessor('createdAt', {
    header: 'Since',
    meta: { width: '112px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
]);

const unlimited = withoutColumn<Subscription>(all, 'limits');

/** Returns the columns of a page. Without a limited subscription, there is no column *Limits*. */
export function subscriptionColumns(rows: readonly Subscription[] | undefined) {
  return rows?.some((row) => limitText(row) !== '') === false ? unlimited : all;
}

function NameCell({ subscription: { subscriber } }: { subscription: Subscription }) {
  const name = nameOf(subscriber);
  if (name === subscriber.subscriberId) return <Truncate value={name} at="middle" mono className="font-medium" />;
  return <NameAndAddress name={name} id={subscriber.subscriberId} className="font-medium" />;
}

function Limits({ subscription }: { subscription: Subscription }) {
  const text = limitText(subscription);
  return text ? <Truncate value={text} className="text-muted" /> : <Missing />;
}

/** Returns "In tenant:acme, 2 conditions". Empty if nothing limits the subscription. */
function limitText({ contextKeys = [], preferences = [] }: Subscription): string {
  return [
    contextKeys.length > 0 && `In ${contextKeys.join(', ')}`,
    preferences.length > 0 && counted(preferences.length, 'condition'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The second line for phones. */
export function SubscriptionSecondLine({ subscription }: { subscription: Subscription }) {
  const limits = limitText(subscription);
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-2 text-xs text-faint">
      <Truncate value={limits || subscription.subscriber.email || 'No email'} />
      <span className="shrink-0">
        Since <RelativeTime value={subscription.createdAt} />
      </span>
    </span>
  );
}
