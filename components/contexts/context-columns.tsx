import { columnHelper, withoutColumn } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { Context } from '#lib/contexts/schema.ts';
import { wasChanged } from '#lib/time/was-changed.ts';
import { nameIn } from './address.ts';

const column = columnHelper<Context>();

const all = column.columns([
  column.accessor('id', {
    header: 'Context',
    meta: { sort: 'asc', from: 'phone', width: '32%' },
    cell: ({ row: { original } }) => <NameCell context={original} />,
  }),
  column.display({
    id: 'data',
    header: 'Data',
    cell: ({ row: { original } }) => <Data context={original} />,
  }),
  column.accessor('updatedAt', {
    header: 'Changed',
    meta: { from: 'desk', width: '140px', align: 'end' },
    cell: ({ row: { original } }) =>
      wasChanged(original) ? (
        <RelativeTime value={original.updatedAt} className="text-muted" />
      ) : (
        <Missing label="Not changed" />
      ),
  }),
  column.accessor('createdAt', {
    header: 'Created',
    meta: { from: 'wide', width: '140px', align: 'end' },
    cell: ({ getValue }) => <RelativeTime value={getValue()} className="text-muted" />,
  }),
]);

const unchanged = withoutColumn<Context>(all, 'updatedAt');

/** Returns the columns of a page. Without a changed row, there is no column *Changed*. */
export function contextColumns(rows: readonly Context[] | undefined) {
  return rows?.some(wasChanged) === false ? unchanged : all;
}

/** The name in the data, with the ID, or the ID alone. */
function NameCell({ context: { id, data } }: { context: Context }) {
  const name = nameIn(data);
  if (name === undefined) return <Truncate value={id} at="middle" mono className="font-medium" />;
  return <NameAndAddress name={name} id={id} className="font-medium" />;
}

/** The data on one line. */
function Data({ context: { data } }: { context: Context }) {
  if (dataText(data) === '') return <Missing label="No further data" />;
  return <Truncate value={dataText(data)} className="text-muted" />;
}

/** Returns "plan: gold · seats: 12", without the name. Lists and objects are JSON. */
function dataText(data: Context['data']): string {
  const rest = Object.entries(data).filter(([key]) => key !== 'name' || nameIn(data) === undefined);
  const texts = rest.map(([key, value]) => {
    return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  });
  return texts.join(' · ');
}

/** The second line for phones. */
export function ContextSecondLine({ context }: { context: Context }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline justify-between gap-2 text-xs text-faint">
      <Data context={context} />
      <span className="shrink-0">
        {wasChanged(context) ? 'Changed' : 'Created'} <RelativeTime value={context.updatedAt} />
      </span>
    </span>
  );
}
