'use client';

import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { ScrollRow } from '#components/ui/scroll-row.tsx';

interface Props {
  label: string;
  /** The values of all filters. Those that are set can be cleared. */
  values: readonly unknown[];
  onReset: () => void;
  /** The field that searches. */
  search?: ReactNode;
  /** Adds a filter. It stays in sight beside those that scroll. */
  more?: ReactNode;
  /** What else can be done with the list. It is always in sight. */
  end?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/**
 * The filters of a list: one row, below 1180 px two where they have no room, the search and the tools in the first. Filters
 * never make it higher; they scroll sideways, those that are set first. The button that clears them is always in sight.
 */
export function FilterBar({ label, values, onReset, search, more, end, className, children }: Props) {
  const active = values.filter(isSet).length;
  return (
    <search
      aria-label={label}
      className={cn('flex flex-wrap items-center gap-1.5 px-3 py-2.5 md:px-6 lg:flex-nowrap', className)}
    >
      {search}
      {end && <div className="order-1 ml-auto flex shrink-0 items-center gap-1 lg:order-3">{end}</div>}
      {(children || active > 0) && (
        <div className="order-2 flex max-w-full min-w-0 items-center gap-1.5 max-sm:basis-full">
          {children && (
            <ScrollRow className="-mx-1 -my-1 min-w-0 px-1 py-1 max-sm:-ml-3 max-sm:pl-3 max-sm:last:-mr-3 max-sm:last:pr-3">
              {children}
            </ScrollRow>
          )}
          {more}
          {active > 0 && <ClearFilters count={active} onReset={onReset} />}
        </div>
      )}
    </search>
  );
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
}

/** On phones "3 · Clear". */
function ClearFilters({ count, onReset }: { count: number; onReset: () => void }) {
  // The button goes with the filters. A finger's tap on it should not call up the keyboard of a field.
  const reset = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail === 0) currentTarget.closest('search')?.querySelector<HTMLElement>('input, button')?.focus();
    onReset();
  };
  return (
    <Button size="sm" variant="ghost" onClick={reset} className="shrink-0 max-sm:px-1.5">
      <span>
        <span className="sm:hidden">{count} · </span>Clear<span className="max-sm:sr-only"> filters</span>
      </span>
    </Button>
  );
}
