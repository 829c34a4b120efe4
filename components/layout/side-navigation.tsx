'use client';

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
  const box = useRef<HTMLDivElement>(null);
  useCurrentInView(box, place);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the links in it
    <div
      ref={box}
      onKeyDown={moveByKeys}
      className="border-line bg-bg max-lg:border-b lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r"
    >
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

/** Scrolls the list once to the link of each new place, as soon as the list has it. */
function useCurrentInView(box: RefObject<HTMLDivElement | null>, place: string) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const link = shown.current === place ? undefined : box.current?.querySelector('[aria-current=page]');
    if (!box.current || !link) return;
    shown.current = place;
    const [outer, inner] = [box.current.getBoundingClientRect(), link.getBoundingClientRect()];
    const isVisible = inner.top >= outer.top + SEARCH_HEIGHT && inner.bottom <= outer.bottom;
    if (!isVisible) box.current.scrollTop += inner.top - outer.top - outer.height / 2;
  });
}

/** The height of the search field, which stays above the list. */
const SEARCH_HEIGHT = 56;

/** The arrow keys move between the search field and the links. Enter in the field opens the first link. */
function moveByKeys(event: KeyboardEvent<HTMLDivElement>) {
  const box = event.currentTarget;
  const field = box.querySelector<HTMLInputElement>('[data-search]');
  const linksNow = () => [...box.querySelectorAll<HTMLAnchorElement>('nav a')];
  const links = linksNow();
  const at = links.indexOf(event.target as HTMLAnchorElement);
  if (at < 0 && event.target !== field) return;
  if (event.key === 'Enter' && at < 0 && field?.value.trim()) {
    // The field applies its text with this key, which changes the links.
    setTimeout(() => linksNow()[0]?.click());
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  if (next < 0) field?.focus();
  else links[next]?.focus();
}

/** The class of a link in the list. */
export const sideLinkClass =
  'focus-inset flex min-h-7 items-center gap-2 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg pointer-coarse:min-h-11';
