'use client';

import { useTable } from '@tanstack/react-table';
import { RotateCw } from 'lucide-react';
import { Fragment, type ReactNode, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { useDebounced } from '#components/ui/use-debounced.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import { type Columns, features, type Sort } from './features.ts';
import { failure } from './read-error.ts';
import { phoneRows } from './row-style.ts';
import { TableHead } from './table-head.tsx';
import { GroupRow, type RowBehaviour, SkeletonRows, TableRow } from './table-rows.tsx';
import { useRowKeys } from './use-row-keys.ts';

/** The part of a React Query result that the table needs. */
interface TableQuery {
  isPending: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  error: ApiFailure | null;
  refetch: () => unknown;
}

interface Props<T extends object> extends RowBehaviour<T> {
  openId?: string | null;
  /** The name of the table: "Subscribers". */
  label: string;
  columns: Columns<T>;
  query: TableQuery;
  rows: readonly T[] | undefined;
  rowId: (row: T) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Returns the heading of the row's group. The rows of a group are contiguous. */
  groupOf?: (row: T) => string;
  empty: ReactNode;
  footer?: ReactNode;
  skeletonRows?: number;
}

const none: never[] = [];

/**
 * Milliseconds until rows are dimmed while others load. Not a delayed transition: it would make the browser create a
 * layer and paint the whole table twice more.
 */
const SLOW_MS = 150;

/** The base of every list. Filters, order and page are in the URL and are passed in. */
export function DataTable<T extends object>(props: Props<T>) {
  const {
    label,
    columns,
    query,
    rows,
    rowId,
    sort,
    onSort,
    groupOf,
    empty,
    footer,
    skeletonRows = 12,
    openId,
    ...behaviour
  } = props;
  const { rowStyle = phoneRows } = behaviour;
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
  const table = useTable({
    features,
    columns,
    data: rows ?? none,
    getRowId: rowId,
  });
  const stale = query.isPlaceholderData && query.isFetching;
  const isSlow = useDebounced(stale, SLOW_MS) && stale;
  if (query.error && !rows) {
    return (
      <ErrorState title={`${label} could not be loaded`} {...failure(query.error)} onRetry={() => query.refetch()} />
    );
  }
  if (rows?.length === 0 && !stale) return empty;
  return (
    <div className="flex flex-col" aria-busy={query.isFetching}>
      {query.error && <NotRefreshed error={query.error} onRetry={query.refetch} />}
      <div className="relative">
        {isSlow && <Progress />}
        <table aria-label={label} className={cn('w-full table-fixed border-collapse', isSlow && 'opacity-55')}>
          <TableHead table={table} firstClass={rowStyle.firstColumn} sort={sort} onSort={onSort} />
          <tbody ref={body}>
            {rows ? (
              table.getRowModel().rows.map((row, index, all) => {
                const [group, above] = [row, all[index - 1]].map((each) => each && groupOf?.(each.original));
                return (
                  <Fragment key={row.id}>
                    {group !== undefined && group !== above && <GroupRow>{group}</GroupRow>}
                    <TableRow row={row} columns={columns} selected={row.id === openId} {...behaviour} />
                  </Fragment>
                );
              })
            ) : (
              <SkeletonRows
                columns={table.getAllLeafColumns()}
                count={skeletonRows}
                height={behaviour.secondLine && rowStyle.skeleton}
              />
            )}
          </tbody>
        </table>
      </div>
      {/* Shown together with the rows, because the footer would move when the rows replace the skeleton. */}
      {rows && footer}
    </div>
  );
}

/** The notice that a refresh failed. The earlier rows stay visible. */
function NotRefreshed({ error, onRetry }: { error: ApiFailure; onRetry: () => unknown }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-soft list-x py-1.5 text-warn">
      <p className="min-w-0 flex-1">These rows could not be refreshed. {error.message}</p>
      <Button size="sm" variant="ghost" onClick={() => onRetry()} className="text-warn">
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  );
}

function Progress() {
  return (
    <div aria-hidden className="absolute inset-x-0 top-0 z-10 h-0.5 overflow-hidden">
      <div className="h-full w-full bg-accent animate-skeleton" />
    </div>
  );
}
