import { columnHelper, withoutColumn } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { wasChanged } from '#lib/time/was-changed.ts';
import type { ListedTopic } from '#lib/topics/schema.ts';
import { TopicMenu } from './topic-menu.tsx';

const column = columnHelper<ListedTopic>();

const all = column.columns([
  column.accessor('key', {
    header: 'Topic',
    meta: { sort: 'asc', from: 'phone' },
    cell: ({ row: { original } }) => <NameCell topic={original} />,
  }),
  column.accessor('subscriptionCount', {
    header: 'Subscriptions',
    meta: { width: '140px', align: 'end' },
    cell: ({ row: { original } }) => <span className="tabular-nums">{countText(original)}</span>,
  }),
  column.accessor('updatedAt', {
    header: 'Changed',
    meta: { from: 'wide', width: '140px', align: 'end' },
    cell: ({ row: { original } }) =>
      wasChanged(original) ? (
        <RelativeTime value={original.updatedAt} className="text-muted" />
      ) : (
        <Missing label="Not changed" />
      ),
  }),
  column.accessor('createdAt', {
    id: '_id',
    header: 'Created',
    meta: { sort: 'desc', from: 'desk', width: '140px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '48px', align: 'end' },
    cell: ({ row: { original } }) => <TopicMenu topic={original} />,
  }),
]);

const unchanged = withoutColumn<ListedTopic>(all, 'updatedAt');

/** Returns the columns of a page. Without a changed row, there is no column *Changed*. */
export function topicColumns(rows: readonly ListedTopic[] | undefined) {
  return rows?.some(wasChanged) === false ? unchanged : all;
}

function NameCell({ topic: { name, key } }: { topic: ListedTopic }) {
  if (!name) return <Truncate value={key} at="middle" mono className="font-medium" />;
  return <NameAndAddress name={name} id={key} className="font-medium" />;
}

/** Returns "1,204", or "10,000+" if there are more than the largest number that is counted. */
function countText({ subscriptionCount = 0, subscriptionCountCapped }: ListedTopic): string {
  return `${subscriptionCount.toLocaleString('en')}${subscriptionCountCapped ? '+' : ''}`;
}

/** The second line for phones. */
export function TopicSecondLine({ topic }: { topic: ListedTopic }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-2 text-xs text-faint">
      <span>
        {countText(topic)} {topic.subscriptionCount === 1 ? 'subscription' : 'subscriptions'}
      </span>
      <span>
        Created <RelativeTime value={topic.createdAt} />
      </span>
    </span>
  );
}
