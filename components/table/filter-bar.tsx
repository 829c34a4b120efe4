'use client';

import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { AddFilter } from './add-filter.tsx';
import type { BarFilter } from './bar-filter.ts';
import { FilterPlace } from './filter-button.tsx';
import { useFolded } from './use-folded.ts';

interface Props {
  label: string;
  /** The values of all filters. Set filters are counted, and can be cleared together. */
  values: readonly unknown[];
  onReset: () => void;
  /** The search field. */
  search?: ReactNode;
  filters?: readonly BarFilter[];
  /** Further controls of the list, which are always visible. */
  end?: ReactNode;
  className?: string;
  /** Filters that always have room. */
  children?: ReactNode;
}

const none: readonly BarFilter[] = [];

/**
 * The filters of a list. The bar wraps so that all set filters are visible. It does not wrap for other filters: filters
 * without room are in the menu that adds filters.
 */
export function FilterBar({ label, values, onReset, search, filters = none, end, className, children }: Props) {
  const active = values.filter(isSet).length;
  const row = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string>();
  const shown = filters.filter(({ id, shown, isSet }) => isSet || id === added || shown !== 'rarely');
  const isOptional = ({ id, shown, isSet }: BarFilter) => !isSet && id !== added && !shown;
  const folded = useFolded(row, [active > 0, ...shown.map((filter) => `${filter.id} ${isOptional(filter)}`)].join());
  const kept = shown.filter((filter) => !isOptional(filter)).length;
  const others = filters.filter((filter) => !shown.includes(filter) || folded.includes(filter.id));
  return (
    <search
      aria-label={label}
      className={cn('flex flex-wrap items-start gap-1.5 page-x py-2.5 lg:flex-nowrap', className)}
    >
      {search}
      {(children || shown.length > 0 || active > 0) && (
        <div
          ref={row}
          className={cn(
            'flex max-w-full min-w-0 flex-wrap items-center gap-1.5 max-lg:order-1 max-lg:basis-full',
            shown.length > 0 && ROW,
          )}
        >
          {shown.map((filter) => (
            <FilterPlace
              key={filter.id}
              value={{
                id: filter.id,
                isOptional: isOptional(filter),
                isFirst: filter.shown === 'always',
                isAdded: filter.id === added,
                onClose: () => setAdded((current) => (current === filter.id ? undefined : current)),
              }}
            >
              {filter.chip}
            </FilterPlace>
          ))}
          {children}
          {filters.length > 0 && <AddFilter filters={others} kept={kept} onAdd={setAdded} />}
          {active > 0 && <ClearFilters count={active} onReset={onReset} />}
        </div>
      )}
      {/* Last, as on wide screens, which have keyboards. On others, the row of filters is below. */}
      {end && <div className="ml-auto flex shrink-0 items-center gap-1">{end}</div>}
    </search>
  );
}

/** Until the available room is measured, the bar has the height of its set filters. */
const ROW = cn(
  '[&:not([data-fitted]):not(:has([data-set]))]:max-h-7 [&:not([data-fitted]):not(:has([data-set]))]:overflow-hidden',
  'pointer-coarse:[&:not([data-fitted]):not(:has([data-set]))]:max-h-11',
  '[&:not([data-fitted]):has([data-set])>[data-optional]]:hidden',
);

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
}

/** Clears the filters. On phones "3 · Clear". */
function ClearFilters({ count, onReset }: { count: number; onReset: () => void }) {
  // The button disappears with the filters, so move the focus, but not on a tap, which would open a phone's keyboard.
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
