'use client';

import type { MouseEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';

interface Props {
  label: string;
  /** A filter is set, so it can be cleared. */
  active: boolean;
  onReset: () => void;
  /** The field that searches. On a phone it has a line of its own. */
  search?: ReactNode;
  end?: ReactNode;
  children?: ReactNode;
}

/** The filters of a list. On a phone they stand in one row that scrolls sideways, so that the list begins early. */
export function FilterBar({ label, active, onReset, search, end, children }: Props) {
  // The button goes with the filters. A finger's tap on it should not call up the keyboard of a field.
  const reset = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    if (detail === 0) currentTarget.closest('search')?.querySelector<HTMLElement>('input, button')?.focus();
    onReset();
  };
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-1.5 px-3 py-2.5 md:px-6">
      {search}
      <div className="flex items-center gap-1.5 empty:hidden max-sm:relative max-sm:-mx-3 max-sm:-my-1 max-sm:basis-[calc(100%+24px)] max-sm:overflow-x-auto max-sm:px-3 max-sm:py-1 max-sm:[scrollbar-width:none] sm:contents">
        {children}
        {active && (
          <Button size="sm" variant="ghost" onClick={reset}>
            Clear filters
          </Button>
        )}
        {end && <div className="ml-auto flex items-center gap-1.5">{end}</div>}
      </div>
    </search>
  );
}
