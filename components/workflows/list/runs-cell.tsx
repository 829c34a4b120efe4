'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { useList } from './list-context.tsx';

/** The runs of a workflow in the last 7 days, and how many failed. */
export function RunsCell({ workflowId }: { workflowId: string }) {
  const found = useRunCounts();
  if (!found) return null;
  const counts = found.find(({ _id }) => _id === workflowId);
  if (!counts) return <Missing />;
  return (
    <span className="whitespace-nowrap text-muted">
      {counts.failed > 0 && <span className="text-bad">{counts.failed.toLocaleString('en')} failed · </span>}
      {counts.total.toLocaleString('en')}
    </span>
  );
}

/** "4 failed in 7 days", for phones. Without a failure, the children: there is no room for both. */
export function FailedRuns({ workflowId, children }: { workflowId: string; children: ReactNode }) {
  const failed = useRunCounts()?.find(({ _id }) => _id === workflowId)?.failed ?? 0;
  return failed > 0 ? <span className="text-bad">{failed.toLocaleString('en')} failed in 7 days</span> : children;
}

/** Returns the counts of the runs of all rows. One query serves all rows. */
function useRunCounts() {
  const { id } = useEnvironment();
  const ids = useList().rows.map(({ _id }) => _id);
  return useQuery({ ...notificationQueries.byWorkflow(id, ids), enabled: ids.length > 0 }).data?.data;
}
