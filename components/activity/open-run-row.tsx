'use client';

import { useQuery } from '@tanstack/react-query';
import { RowTime } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { nameOf } from '#lib/subscribers/name.ts';

/** Names the open run above a list whose page does not include the run. */
export function OpenRunRow({ id }: { id: string }) {
  const environment = useEnvironment();
  const { data: run } = useQuery(notificationQueries.one(environment.id, id));
  if (!run) return null;
  return (
    <p
      aria-current="true"
      className="mx-3 mb-1 flex min-h-(--row-tall) items-center gap-2 rounded-md bg-accent-soft px-3 shadow-[inset_3px_0_var(--color-accent)] max-lg:hidden"
    >
      <StateMark state={runStatusOf(run).state} show="icon" />
      <Truncate value={run.template?.name ?? 'Deleted workflow'} className="font-medium" />
      <Truncate value={run.subscriber ? nameOf(run.subscriber) : 'Deleted subscriber'} className="text-muted" />
      <span className="ml-auto flex shrink-0 items-center gap-3 pl-2">
        <span className="text-muted">The open run is not on this page</span>
        <RowTime value={run.createdAt ?? ''} />
      </span>
    </p>
  );
}
