import type { Header, Table } from '@tanstack/react-table';
import { flexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cn } from '#components/ui/cn.ts';
import { endClass, type Features, fromClass } from './features.ts';

interface Props<T extends object> {
  table: Pick<Table<Features, T>, 'getHeaderGroups'>;
  /** The width of the first column, as a class. */
  firstClass: string;
}

export function TableHead<T extends object>({ table, firstClass }: Props<T>) {
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id}>
          {group.headers.map((header, index, all) => (
            <HeadCell
              key={header.id}
              header={header}
              endClass={endClass(
                all.map(({ column }) => column.columnDef.meta?.from),
                index,
              )}
              first={header === group.headers.find(({ column }) => !column.columnDef.meta?.beforeLink)}
              firstClass={firstClass}
            />
          ))}
        </tr>
      ))}
    </thead>
  );
}

interface HeadCellProps<T extends object> {
  header: Header<Features, T>;
  first: boolean;
  firstClass: string;
  endClass: string | undefined;
}

/** A head cell. On phones it has no height, and the first column takes the remaining width. */
function HeadCell<T extends object>({ header, first, firstClass, endClass }: HeadCellProps<T>) {
  const meta = header.column.columnDef.meta;
  const sorted = header.column.getCanSort() && header.column.getIsSorted();
  const content = flexRender(header.column.columnDef.header, header.getContext());
  return (
    <th
      scope="col"
      style={{ '--width': meta?.width ?? 'auto' } as CSSProperties}
      aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : undefined}
      className={cn(
        'sticky top-(--sticky-top,48px) z-10 h-8 bg-bg px-2 shadow-[inset_0_-1px_var(--color-line)] text-left text-xs font-medium text-faint first:pl-4 last:pr-4 md:first:pl-3 md:last:pr-3',
        'max-sm:static max-sm:h-0 max-sm:shadow-none',
        first ? firstClass : 'w-(--width)',
        fromClass[meta?.from ?? 'tablet'],
        endClass,
        meta?.align === 'end' && 'text-right',
      )}
    >
      <div className="max-sm:sr-only">
        {header.column.getCanSort() ? (
          <button
            type="button"
            onClick={header.column.getToggleSortingHandler()}
            className="-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-fg"
          >
            {content}
            <SortIcon sorted={sorted} />
          </button>
        ) : (
          content
        )}
      </div>
    </th>
  );
}

function SortIcon({ sorted }: { sorted: false | 'asc' | 'desc' }) {
  if (!sorted) return <ChevronsUpDown aria-hidden className="size-3" />;
  const Icon = sorted === 'desc' ? ArrowDown : ArrowUp;
  return <Icon aria-hidden className="size-3 text-fg" />;
}
