'use client';

import type { Cell, Column, Row } from '@tanstack/react-table';
import { flexRender } from '@tanstack/react-table';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { type CSSProperties, type MouseEvent, memo, type ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type Columns, endClass, type Features, fromClass } from './features.ts';
import { phoneRows, type RowStyle } from './row-style.ts';

export interface RowBehaviour<T> {
  /**
   * Returns the URL of a row. Its first cell is the link, and a click anywhere on the row follows the link. Without
   * this function, rows cannot be opened.
   */
  href?: (row: T) => string;
  /** Opens the row in place instead of navigating. The link still works in a new tab. */
  onOpen?: (row: T) => void;
  /** The name of the row for assistive technology, when the first cell alone is not enough. */
  rowLabel?: (row: T) => string;
  /** Controls in the first cell next to its link. */
  nextToLink?: (row: T) => ReactNode;
  /** The content of hidden columns, shown below the first cell where `rowStyle` has a second line. */
  secondLine?: (row: T) => ReactNode;
  /** Default: `phoneRows`. */
  rowStyle?: RowStyle;
}

const cellClass =
  'h-(--row) truncate border-b border-line px-2 *:align-middle first:pl-4 last:pr-4 md:first:pl-3 md:last:pr-3';

interface Props<T extends object> extends RowBehaviour<T> {
  row: Row<Features, T>;
  columns: Columns<T>;
  /** Whether the row is open. */
  selected: boolean;
}

/**
 * A row that renders only if it has changed, so that opening another row renders two rows instead of the list. For
 * that, the functions of a page's `RowBehaviour` must keep their identity.
 */
export const TableRow = memo(PlainRow, isSameRow) as typeof PlainRow;

/** Compares the data of rows. After each read of a list, the table creates new rows even if the data is the same. */
function isSameRow<T extends object>({ row, ...one }: Props<T>, { row: newRow, ...other }: Props<T>): boolean {
  if (row.id !== newRow.id || row.original !== newRow.original) return false;
  const names = Object.keys({ ...one, ...other }) as (keyof typeof one)[];
  return names.every((name) => Object.is(one[name], other[name]));
}

function PlainRow<T extends object>({ row, href, onOpen, selected, columns: _, ...behaviour }: Props<T>) {
  const router = useRouter();
  const target = href?.(row.original);
  const open = () => (onOpen ? onOpen(row.original) : target && router.push(target));
  const cells = row.getAllCells();
  const froms = cells.map((cell) => cell.column.columnDef.meta?.from);
  const first = cells.find((cell) => !cell.column.columnDef.meta?.beforeLink);
  const { secondLine, rowStyle = phoneRows } = behaviour;
  const click = (event: MouseEvent<HTMLElement>) => {
    // React also sends clicks in an overlay of the row, such as its menu, to the row, although the overlay is outside
    // of the row in the DOM.
    if (!target || !event.currentTarget.contains(event.target as Node)) return;
    const link = (event.target as Element).closest('a, button, input, label');
    if (link && !link.hasAttribute('data-row-link')) return;
    if (window.getSelection()?.toString() && !link) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) {
      if (!link) window.open(target, '_blank', 'noopener');
      return;
    }
    event.preventDefault();
    open();
  };
  // The browser opens the link itself; elsewhere on the row, the middle button does the same.
  const auxClick = (event: MouseEvent<HTMLElement>) => {
    if (!target || event.button !== 1 || !event.currentTarget.contains(event.target as Node)) return;
    if (!(event.target as Element).closest('a, button, input, label')) window.open(target, '_blank', 'noopener');
  };
  return (
    <tr
      data-row={row.id}
      onClick={click}
      onAuxClick={auxClick}
      aria-current={selected || undefined}
      className={cn(
        'group scroll-mt-[calc(var(--sticky-top,48px)+32px)] transition-colors hover:bg-hover',
        target && 'cursor-pointer',
        'has-[[data-row-link]:focus-visible]:bg-hover has-[[data-row-link]:focus-visible]:outline-2 has-[[data-row-link]:focus-visible]:-outline-offset-2 has-[[data-row-link]:focus-visible]:outline-accent',
        selected && 'bg-accent-soft shadow-[inset_3px_0_var(--color-accent)] hover:bg-accent-soft',
      )}
    >
      {cells.map((cell, index) => (
        <td
          key={cell.id}
          className={cn(
            cellClass,
            fromClass[cell.column.columnDef.meta?.from ?? 'tablet'],
            endClass(froms, index),
            cell.column.columnDef.meta?.align === 'end' && 'text-right',
            cell === first && 'max-sm:pl-4',
            cell === first && secondLine && 'max-sm:overflow-visible',
            rowStyle.cell,
            cell === first && rowStyle.firstCell,
            cell.column.columnDef.meta?.onFirstLine && rowStyle.onFirstLine,
          )}
        >
          {cell === first ? (
            <FirstCell row={row.original} target={target} nextColumns={widthOfNextColumns(cells, first)} {...behaviour}>
              {contentOf(cell)}
            </FirstCell>
          ) : (
            contentOf(cell)
          )}
        </td>
      ))}
    </tr>
  );
}

interface FirstCellProps<T> extends Pick<RowBehaviour<T>, 'rowLabel' | 'nextToLink' | 'secondLine' | 'rowStyle'> {
  row: T;
  target: string | undefined;
  /**
   * The width, as CSS, of the columns next to the first column in narrow lists. The second line extends below these
   * columns.
   */
  nextColumns: string | undefined;
  children: ReactNode;
}

/**
 * Returns the width of the columns next to the first one on phones, up to a column that is as high as the row. Undefined
 * if the next column is as high as the row.
 */
function widthOfNextColumns<T extends object>(cells: Cell<Features, T>[], first: Cell<Features, T> | undefined) {
  const next = cells.flatMap((cell) => {
    const { meta = {} } = cell.column.columnDef;
    return cell !== first && meta.from === 'phone' && !meta.beforeLink ? [meta] : [];
  });
  const end = next.findIndex(({ onFirstLine, width }) => !onFirstLine || !width);
  const below = end === -1 ? next : next.slice(0, end);
  return below.map(({ width }) => width).join(' + ') || undefined;
}

/** The cell that is the row's link. On phones it is most of the row. */
function FirstCell<T>({ row, target, nextColumns, rowLabel, nextToLink, secondLine, ...rest }: FirstCellProps<T>) {
  const { rowStyle = phoneRows, children } = rest;
  const link = target ? (
    <Link
      href={target}
      prefetch={false}
      // The row handles the click, and opens in place or navigates. Doing both together may lose the filters in the
      // URL.
      onNavigate={(event) => event.preventDefault()}
      data-row-link
      aria-label={rowLabel?.(row)}
      className={cn('block truncate outline-none', nextToLink && 'min-w-0')}
    >
      {children}
    </Link>
  ) : (
    children
  );
  return (
    <>
      {nextToLink ? (
        <div className="flex min-w-0 items-center gap-1">
          {link}
          {nextToLink(row)}
        </div>
      ) : (
        link
      )}
      {secondLine && (
        <div
          style={{ '--next-columns': nextColumns } as CSSProperties}
          className={cn(
            'flex min-w-0 items-center gap-2 overflow-x-clip whitespace-nowrap text-muted',
            nextColumns && 'max-sm:w-[calc(100%+var(--next-columns))] max-sm:pr-2',
            nextColumns && rowStyle.overColumns,
            rowStyle.secondLine,
          )}
        >
          {secondLine(row)}
        </div>
      )}
    </>
  );
}

function contentOf<T extends object>(cell: Cell<Features, T>): ReactNode {
  return flexRender(cell.column.columnDef.cell, cell.getContext());
}

/** The heading of a group. It begins in the first column and overflows it, because the number of columns varies. */
export function GroupRow({ children }: { children: ReactNode }) {
  return (
    <tr className="border-b border-line">
      <th
        scope="rowgroup"
        className="h-8 overflow-visible px-2 pb-1 text-left align-bottom text-xs font-medium whitespace-nowrap text-faint first:pl-4 md:first:pl-3"
      >
        {children}
      </th>
    </tr>
  );
}

interface SkeletonProps<T extends object> {
  columns: Column<Features, T>[];
  count: number;
  /** The height of a row, as a class. */
  height: string | undefined;
}

export function SkeletonRows<T extends object>({ columns, count, height }: SkeletonProps<T>) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
    <tr key={row}>
      {columns.map((column, index) => (
        <td key={column.id} className={cn(cellClass, fromClass[column.columnDef.meta?.from ?? 'tablet'], height)}>
          <Skeleton style={{ width: `${38 + ((row * 17 + index * 29) % 45)}%` }} />
        </td>
      ))}
    </tr>
  ));
}
