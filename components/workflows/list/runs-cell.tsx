'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { useList } from './list-context.tsx';

/** The finished runs of a workflow in the last 7 days, and how many failed. One query serves all rows. */
export function RunsCell({ workflowId }: { workflowId: string }) {
  const { id } = useEnvironment();
  const ids = useList().rows.map(({ _id }) => _id);
  const { data } = useQuery({ ...notificationQueries.byWorkflow(id, ids), enabled: ids.length > 0 });
  if (!data) return null;
  const counts = data.data.find(({ _id }) => _id === workflowId);
  if (!counts) return <Missing />;
  return (
    <span className="whitespace-nowrap text-muted">
      {counts.failed > 0 && <span className="text-bad">{counts.failed.toLocaleString('en')} failed · </span>}
      {counts.total.toLocaleString('en')}
    </span>
  );
}
