'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { parseAsInteger, useQueryState } from 'nuqs';
import { RunOutcome } from '#components/activity/run-cells.tsx';
import { steadyFromWide } from '#components/activity/steady-rows.ts';
import { subscriberRunColumns } from '#components/activity/subscriber-run-columns.tsx';
import { useOpenRun } from '#components/activity/use-open-run.ts';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { useProfileFilters } from './use-profile-filters.ts';

const ProfileFilters = dynamic(() => import('./profile-filters.tsx').then((module) => module.ProfileFilters), {
  ssr: false,
});
const NoRuns = dynamic(() => import('./no-runs.tsx').then((module) => module.NoRuns), { ssr: false });

/** The statuses of the filter: statuses that need attention first. */
const STATUSES = ['failed', 'stuck', 'waiting', 'sent', 'done', 'skipped', 'cancelled'] as const;

const secondLine = (run: RunSummary) => (
  <span className="min-w-0 pl-6 lg:text-xs">
    <RunOutcome run={run} className="max-lg:line-clamp-3 max-lg:whitespace-normal lg:block lg:truncate" />
  </span>
);

/** All runs for one subscriber, newest first. The row height does not change when a run opens. */
export function SubscriberActivity({ subscriber }: { subscriber: Subscriber }) {
  const environment = useEnvironment();
  const [page, setPage] = useQueryState('page', parseAsInteger.withDefault(0));
  const { openId, href, open } = useOpenRun();
  const { query, until, times, isFiltered, change, clear } = useProfileFilters(STATUSES);
  const input = {
    subscriberIds: [subscriber.subscriberId],
    status: query.status,
    templates: query.workflow,
    channels: query.channel ? [query.channel] : [],
    ...times,
    page,
    limit: 20,
  };
  const runs = useQuery(notificationQueries.summaries(environment.id, input));
  return (
    <ZoneProvider value={query.zone || undefined}>
      <div className="min-h-11">
        <ProfileFilters noun="runs" statuses={STATUSES} query={query} until={until} onChange={change} onClear={clear} />
      </div>
      <DataTable
        label="Runs"
        columns={subscriberRunColumns}
        query={runs}
        rows={runs.data?.data}
        rowId={(run) => run._id}
        href={href}
        onOpen={open}
        openId={openId}
        secondLine={secondLine}
        rowStyle={steadyFromWide}
        skeletonRows={8}
        empty={<NoRuns subscriber={subscriber} isFiltered={isFiltered} onClear={clear} />}
        footer={<NumberPager page={runs.data} noun={['run', 'runs']} onMove={(next) => void setPage(next)} />}
      />
    </ZoneProvider>
  );
}
