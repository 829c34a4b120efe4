'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { failure } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { layoutQueries } from '#lib/layouts/client.ts';
import { LayoutActions } from './layout-actions.tsx';

const loadEditor = () => import('./layout-editor.tsx');
const LayoutEditor = dynamic(() => loadEditor().then((module) => module.LayoutEditor), { ssr: false });

export function LayoutPage({ layoutId }: { layoutId: string }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const layout = useQuery(layoutQueries.one(id, layoutId));
  useEffect(() => void loadEditor(), []); // in parallel with the layout
  const crumbs = [{ label: 'Layouts', href: `${base}/layouts` }];
  if (layout.data) {
    return (
      <LayoutActions onDeleted={() => router.push(`${base}/layouts`)}>
        <LayoutEditor key={layout.data.body._id} stored={layout.data} crumbs={crumbs} />
      </LayoutActions>
    );
  }
  return (
    <PageFrame title={layoutId} crumbs={crumbs}>
      {layout.error?.statusCode === 404 ? (
        <UnknownRecord noun="layout" id={layoutId} path={`/layouts/${encodeURIComponent(layoutId)}`} />
      ) : layout.error ? (
        <ErrorState
          title="The layout could not be loaded"
          {...failure(layout.error)}
          onRetry={() => void layout.refetch()}
        />
      ) : (
        <div role="status" className="flex flex-col gap-6 p-6">
          <span className="sr-only">Loading</span>
          <Skeleton className="w-48" />
          <Skeleton className="h-72 w-full max-w-3xl" />
        </div>
      )}
    </PageFrame>
  );
}
