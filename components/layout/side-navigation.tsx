'use client';

import { useState } from 'react';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { cn } from '#components/ui/cn.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';

interface Props {
  /** The accessible name of the list. */
  label: string;
  searchLabel: string;
  /** The place that the page shows. On small screens, another place closes the list. */
  place: string;
  search: string;
  onSearch: (text: string) => void;
  children: React.ReactNode;
}

/** A searchable list of places next to the page. Behind a button on smaller screens. */
export function SideNavigation({ label, searchLabel, place, search, onSearch, children }: Props) {
  /** On small screens: the place at which the list was opened. Another place closes it. */
  const [openAt, setOpenAt] = useState<string>();
  const isListed = openAt === place;
  const find = (text: string) => {
    setOpenAt(place);
    onSearch(text);
  };
  return (
    <div className="border-line bg-bg max-lg:border-b lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r">
      <div className="flex items-center gap-2 bg-bg px-4 py-3 lg:sticky lg:top-0 lg:z-10">
        <SearchFilter label={searchLabel} placeholder="Search" value={search} onChange={find} className="min-w-0" />
        <FoldButton
          open={isListed}
          onFold={(open) => setOpenAt(open ? place : undefined)}
          mark="end"
          className="flex control-sm items-center gap-1 rounded-md px-2 text-muted hover:bg-hover lg:hidden"
        >
          Contents
        </FoldButton>
      </div>
      <nav aria-label={label} className={cn('px-2 pb-6', !isListed && 'max-lg:hidden')}>
        {children}
      </nav>
    </div>
  );
}

/** The class of a link in the list. */
export const sideLinkClass =
  'focus-inset flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg pointer-coarse:min-h-11';
