'use client';

import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { ScrollRow } from '#components/ui/scroll-row.tsx';

interface Props {
  label: string;
  /** A filter is set, so it can be cleared. */
  active: boolean;
  onReset: () => void;
  /** The field that searches. */
  search?: ReactNode;
  /** What else can be done with the list. It is always in sight. */
  end?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/**
 * The filters of a list: one row, below 1180 px two where they have no room, the search and the tools in the first. Filters
 * never make it higher; they scroll sideways.
 */
export function FilterBar({ label, active, onReset, search, end, className, children }: Props) {
  // The button goes with the filters. A finger's tap on it should not call up the keyboard of a field.
  const reset = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail === 0) currentTarget.closest('search')?.querySelector<HTMLElement>('input, button')?.focus();
    onReset();
  };
  return (
    <search
      aria-label={label}
      className={cn('flex flex-wrap items-center gap-1.5 px-3 py-2.5 md:px-6 lg:flex-nowrap', className)}
    >
      {search}
      {end && <div className="order-1 ml-auto flex shrink-0 items-center gap-1 lg:order-3">{end}</div>}
      {(children || active) && (
        <ScrollRow className="order-2 -mx-1 -my-1 max-w-[calc(100%+8px)] min-w-0 px-1 py-1 max-sm:-mx-3 max-sm:max-w-none max-sm:basis-[calc(100%+24px)] max-sm:px-3">
          {children}
          {active && (
            <Button size="sm" variant="ghost" onClick={reset}>
              Clear filters
            </Button>
          )}
        </ScrollRow>
      )}
    </search>
  );
}
