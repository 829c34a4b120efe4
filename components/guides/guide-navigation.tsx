'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { parseAsString, useQueryState } from 'nuqs';
import { SideNavigation, sideLinkClass } from '#components/layout/side-navigation.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { guideAddress } from '#lib/guides/address.ts';
import { guideQueries } from '#lib/guides/client.ts';
import type { GuideList } from '#lib/guides/schema.ts';
import { GuideHits } from './guide-hits.tsx';

/** The guides by group, or the sections that match a search. Behind a button on smaller screens. */
export function GuideNavigation({ path }: { path: string }) {
  const { data: guides } = useQuery(guideQueries.list());
  const [search, setSearch] = useQueryState('q', parseAsString.withDefault(''));
  return (
    <SideNavigation
      label="Guides"
      searchLabel="Search the guides"
      place={path}
      search={search}
      onSearch={(text) => void setSearch(text || null)}
    >
      {!guides ? (
        <Placeholder />
      ) : search ? (
        <GuideHits guides={guides} search={search} />
      ) : (
        <Groups guides={guides} path={path} />
      )}
    </SideNavigation>
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
                className={sideLinkClass}
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
