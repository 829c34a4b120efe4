'use client';

import { type DehydratedState, HydrationBoundary, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { DataTable } from '#components/table/data-table.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { cn } from '#components/ui/cn.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import { activityColumns, activityColumnsNarrow, RunSecondLine } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { type ActivityQuery, activityInput, activityParsers, isTail } from './activity-query.ts';
import { ExportRuns } from './export-runs.tsx';
import { LiveMark, NewRuns } from './new-runs.tsx';
import { NoRuns } from './no-runs.tsx';
import { NoWorker } from './no-worker.tsx';
import { ZoneProvider } from './run-cells.tsx';
import { RunVolume } from './run-volume.tsx';
import { SavedViews } from './saved-views.tsx';
import { useWorkflowOptions } from './use-workflow-options.ts';

const loadPane = () => import('./run-pane.tsx').then((module) => module.RunPane);
const RunPane = dynamic(loadPane, { ssr: false });

/** @param first what the server has read for it. */
export function ActivityPage({ first }: { first: DehydratedState | undefined }) {
  return (
    <HydrationBoundary state={first}>
      <Runs />
    </HydrationBoundary>
  );
}

function Runs() {
  const environment = useEnvironment();
  const [openId, setOpenId] = useQueryState('run', parseAsString.withOptions({ history: 'push' }));
  const { query, until, change, clear, refresh } = useActivityQuery();
  useEffect(() => void loadPane(), []);
  const input = activityInput(query, until);
  const runs = useQuery(notificationQueries.summaries(environment.id, input));
  const workflows = useWorkflowOptions(query.workflow);
  const live = useLiveRuns({
    shown: runs.data?.data.map(({ _id }) => _id),
    refetch: [notificationQueries.summaries(environment.id, input).queryKey],
    // A row that no longer has the status would go, and those below it would move.
    enabled: query.status.length === 0 && query.reason.length === 0,
  });
  return (
    <PageFrame title="Activity">
      <NoWorker />
      <ZoneProvider value={query.zone || undefined}>
        <div className={cn(openId && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]')}>
          <section aria-label="Runs" className={cn('min-w-0', openId && 'max-lg:hidden')}>
            <ActivityFilters
              query={query}
              until={until}
              workflows={workflows}
              onChange={change}
              onClear={clear}
              onRefresh={refresh}
              refreshing={runs.isFetching}
              end={
                <>
                  {live === 'live' && isTail(query) && <LiveMark />}
                  <SavedViews />
                  <ExportRuns input={input} />
                </>
              }
            />
            <RunVolume query={query} until={until} onChange={change} />
            {isTail(query) && <NewRuns input={input} until={until} onShow={refresh} />}
            <div className="md:px-3">
              <DataTable
                label="Runs"
                columns={openId ? activityColumnsNarrow : activityColumns}
                query={runs}
                rows={runs.data?.data}
                rowId={(run) => run._id}
                href={(run) => `${environment.base}/activity?run=${run._id}`}
                onOpen={(run) => void setOpenId(run._id)}
                openId={openId}
                secondLine={(run) => <RunSecondLine run={run} />}
                secondLineOn={openId ? 'all' : 'desk'}
                empty={
                  <NoRuns query={query} until={until} workflows={workflows.known} onChange={change} onClear={clear} />
                }
                footer={<NumberPager page={runs.data} noun={['run', 'runs']} onMove={(page) => change({ page })} />}
              />
            </div>
          </section>
          {openId && <RunPane key={openId} id={openId} onClose={() => void setOpenId(null)} />}
        </div>
      </ZoneProvider>
    </PageFrame>
  );
}

/** The filters of the URL. Each change is an entry of the history, so that "back" undoes it. */
function useActivityQuery() {
  const [query, setQuery] = useQueryStates(activityParsers, { history: 'push' });
  const [until, setUntil] = useState(useOpenedAt());
  return {
    query,
    until,
    change: (next: Partial<ActivityQuery>) => void setQuery({ page: 0, ...next }),
    /** Range and zone stay. */
    clear: () => void setQuery({ ...cleared, range: query.range, from: query.from, to: query.to, zone: query.zone }),
    refresh: () => {
      setUntil(Date.now());
      void setQuery({ page: 0 }, { history: 'replace' });
    },
  };
}

const cleared = Object.fromEntries(Object.keys(activityParsers).map((name) => [name, null]));
