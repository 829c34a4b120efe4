'use client';

import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { workerQueries } from '#lib/workers/client.ts';

/** Warns that no messages are delivered at all, so that users do not search the runs for the cause. */
export function NoWorker() {
  const { data } = useQuery(workerQueries.state());
  if (!data || data.running > 0) return null;
  return (
    <p role="alert" className="flex items-start gap-2 border-b border-line bg-warn-soft page-x py-2 text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong className="font-semibold">Nothing is delivered: no worker is running.</strong>{' '}
        <span className="max-sm:hidden">
          Triggers are accepted and delivered as soon as a worker starts (
          <code className="font-mono text-xs">node worker.ts</code>).
        </span>
      </span>
    </p>
  );
}
