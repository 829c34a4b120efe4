'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { versionQueries } from '#lib/workflows/version-client.ts';
import { VersionItem } from './version-item.tsx';
import type { VersionsProps } from './versions-props.ts';

const pageSize = 20;

/** All versions of a workflow or layout, newest first. Each opens to its changes and can be restored. */
export function VersionsPanel(props: VersionsProps) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <section aria-label="Versions">
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {cursors.map((after, index) => (
          <Versions
            key={after ?? ''}
            {...props}
            after={after}
            {...(index === cursors.length - 1 && { onMore: (next: string) => setCursors([...cursors, next]) })}
          />
        ))}
      </ol>
    </section>
  );
}

interface PageProps extends VersionsProps {
  after: string | undefined;
  /** Shows the next page. Undefined if that page is already shown. */
  onMore?: (next: string) => void;
}

function Versions({ after, onMore, ...props }: PageProps) {
  const { id } = useEnvironment();
  const page = useQuery(versionQueries.page(id, props.subject, { limit: pageSize, ...(after && { after }) }));
  if (page.error) {
    return (
      <li>
        <ErrorState
          title="The versions could not be loaded"
          {...failure(page.error)}
          onRetry={() => void page.refetch()}
        />
      </li>
    );
  }
  if (!page.data) return <LoadingItems />;
  const { data, next } = page.data;
  if (data.length === 0) {
    return <li className="px-3 py-4 text-muted">No version is stored yet. The next save creates the first one.</li>;
  }
  return (
    <>
      {data.map((version) => (
        <VersionItem key={version._id} version={version} {...props} />
      ))}
      {next && onMore && (
        <li className="p-2 text-center">
          <Button size="sm" variant="ghost" onClick={() => onMore(next)}>
            Show older versions
          </Button>
        </li>
      )}
    </>
  );
}

function LoadingItems() {
  return ['a', 'b', 'c'].map((key) => (
    <li key={key} className="flex flex-col gap-2 px-3 py-3">
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/5" />
    </li>
  ));
}
