import type { Header, Table } from '@tanstack/react-table';
import { flexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cn } from '#components/ui/cn.ts';
import { endClass, type Features, fromClass, type Sort } from './features.ts';

interface Sorting {
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

interface Props<T extends object> extends Sorting {
  table: Pick<Table<Features, T>, 'getHeaderGroups'>;
  /** The width of the first column, as a class. */
  firstClass: string;
}

export function TableHead<T extends object>({ table, firstClass, ...sorting }: Props<T>) {
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
              {...sorting}
            />
          ))}
        </tr>
      ))}
    </thead>
  );
}

interface HeadCellProps<T extends object> extends Sorting {
  header: Header<Features, T>;
  first: boolean;
  firstClass: string;
  endClass: string | undefined;
}

/** A head cell. On phones it has no height, and the first column takes the remaining width. */
function HeadCell<T extends object>({ header, first, firstClass, endClass, sort, onSort }: HeadCellProps<T>) {
  const meta = header.column.columnDef.meta;
  const { id } = header.column;
  const desc = sort?.id === id ? sort.desc : undefined;
  const content = flexRender(header.column.columnDef.header, header.getContext());
  return (
    <th
      scope="col"
      style={{ '--width': meta?.width ?? 'auto' } as CSSProperties}
      aria-sort={desc === undefined ? undefined : desc ? 'descending' : 'ascending'}
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
        {meta?.sort ? (
          <button
            type="button"
            onClick={() => onSort?.({ id, desc: desc === undefined ? meta.sort === 'desc' : !desc })}
            className="-mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:bg-hover hover:text-fg"
          >
            {content}
            <SortIcon desc={desc} />
          </button>
        ) : (
          content
        )}
      </div>
    </th>
  );
}

function SortIcon({ desc }: { desc: boolean | undefined }) {
  if (desc === undefined) return <ChevronsUpDown aria-hidden className="size-3" />;
  const Icon = desc ? ArrowDown : ArrowUp;
  return <Icon aria-hidden className="size-3 text-fg" />;
}
