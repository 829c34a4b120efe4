'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { cn } from '#components/ui/cn.ts';
import { FoldButton } from '#components/ui/fold-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { guideAddress } from '#lib/guides/address.ts';
import { guideQueries } from '#lib/guides/client.ts';
import type { GuideList } from '#lib/guides/schema.ts';
import { GuideHits } from './guide-hits.tsx';

/** The guides by group, or the sections that match a search. Behind a button on smaller screens. */
export function GuideNavigation({ path }: { path: string }) {
  const { data: guides } = useQuery(guideQueries.list());
  const [search, setSearch] = useQueryState('q', parseAsString.withDefault(''));
  /** On small screens: the guide at which the list was opened. Another guide closes it. */
  const [openAt, setOpenAt] = useState<string>();
  const isListed = openAt === path;
  const find = (text: string) => {
    setOpenAt(path);
    void setSearch(text || null);
  };
  return (
    <div className="border-line bg-bg max-lg:border-b lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-r">
      <div className="flex items-center gap-2 bg-bg px-4 py-3 lg:sticky lg:top-0 lg:z-10">
        <SearchFilter
          label="Search the guides"
          placeholder="Search"
          value={search}
          onChange={find}
          className="min-w-0"
        />
        <FoldButton
          open={isListed}
          onFold={(open) => setOpenAt(open ? path : undefined)}
          mark="end"
          className="flex control-sm items-center gap-1 rounded-md px-2 text-muted hover:bg-hover lg:hidden"
        >
          Contents
        </FoldButton>
      </div>
      <nav aria-label="Guides" className={cn('px-2 pb-6', !isListed && 'max-lg:hidden')}>
        {!guides ? (
          <Placeholder />
        ) : search ? (
          <GuideHits guides={guides} search={search} />
        ) : (
          <Groups guides={guides} path={path} />
        )}
      </nav>
    </div>
  );
}

function Groups({ guides, path }: { guides: GuideList; path: string }) {
  const groups = [...new Set(guides.map(({ group }) => group))];
  return groups.map((group) => (
    <section key={group} aria-label={group} className="mb-3">
      <h2 className="px-2 py-1 text-xs font-medium text-faint">{group}</h2>
      <ul>
        {guides
          .filter((guide) => guide.group === group)
          .map((guide) => (
            <li key={guide.path}>
              <Link
                href={guideAddress(guide.path)}
                aria-current={guide.path === path ? 'page' : undefined}
                className={guideLinkClass}
              >
                {guide.title}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  ));
}

function Placeholder() {
  return (
    <div role="status" className="flex flex-col gap-4 px-2 py-1">
      <span className="sr-only">Loading the list of guides</span>
      {['w-1/3', 'w-2/3', 'w-1/2', 'w-1/3', 'w-2/3', 'w-1/2'].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={at} className={width} />
      ))}
    </div>
  );
}

const guideLinkClass =
  'focus-inset flex min-h-7 items-center rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg pointer-coarse:min-h-11';
