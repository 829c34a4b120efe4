'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useEffect } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useTabTitle } from '#components/layout/use-tab-title.ts';
import { failure } from '#components/table/read-error.ts';
import { buttonClass } from '#components/ui/button-class.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { guideQueries } from '#lib/guides/client.ts';
import type { Guide } from '#lib/guides/schema.ts';
import { GuideBody } from './guide-body.tsx';
import { GuideNavigation } from './guide-navigation.tsx';
import { NextGuides } from './next-guides.tsx';
import { OnThisPage } from './on-this-page.tsx';
import './guide.css';

/** A guide, next to the list of all guides. */
export function GuidePage({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(guideQueries.page(path));
  useTabTitle(data && `${data.title} · Guides`);
  return (
    <PageFrame title="Guides">
      <div className="lg:grid lg:grid-cols-[256px_minmax(0,1fr)]">
        <GuideNavigation path={path} />
        <div className="min-w-0 page-x py-6">
          {data ? (
            <Content key={path} guide={data} />
          ) : error ? (
            <ErrorState
              title="The guide could not be loaded"
              {...failure(error)}
              {...(error.statusCode === 404 && MISSING)}
              onRetry={() => void refetch()}
            />
          ) : (
            <Placeholder />
          )}
        </div>
      </div>
    </PageFrame>
  );
}

const MISSING = {
  message: 'There is no guide at this address.',
  action: (
    <Link href="/docs" className={buttonClass({})}>
      All guides
    </Link>
  ),
};

function Content({ guide }: { guide: Guide }) {
  useEffect(() => {
    // The browser looked for the hash before the guide was loaded.
    const id = decodeURIComponent(location.hash.slice(1));
    if (id) document.getElementById(id)?.scrollIntoView();
    else scrollTo({ top: 0 });
  }, []);
  return (
    <div className="gap-x-10 xl:grid xl:grid-cols-[minmax(0,1fr)_200px]">
      <article className="min-w-0">
        <p className="text-xs text-faint">{guide.group}</p>
        <h2 className="mb-4 text-2xl font-semibold text-balance">{guide.title}</h2>
        <GuideBody parts={guide.parts} />
        <NextGuides path={guide.path} />
      </article>
      <OnThisPage headings={guide.headings} />
    </div>
  );
}

function Placeholder() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-64" />
      <Skeleton className="w-2/3" />
      <Skeleton className="h-64 max-w-3xl rounded-lg" />
    </div>
  );
}
