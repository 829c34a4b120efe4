'use client';

import { type DehydratedState, HydrationBoundary, useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { memo, useCallback, useEffect, useState } from 'react';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { DataTable } from '#components/table/data-table.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { cn } from '#components/ui/cn.ts';
import { useWorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { exportRuns, notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { activityColumns, RunSecondLine } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import {
  type ActivityQuery,
  activityInput,
  activityParsers,
  isByState,
  isFiltered,
  isTail,
  whyPaused,
} from './activity-query.ts';
import { ExportList } from './export-on-demand.tsx';
import { PreferredChannelsProvider } from './run-cells.tsx';
import { RunVolume } from './run-volume.tsx';
import { SavedViews } from './saved-views.tsx';
import { steadyFromDesk } from './steady-rows.ts';
import { useLastGood } from './use-last-good.ts';
import { useListPlace } from './use-list-place.ts';
import { useOpenRun } from './use-open-run.ts';
import { useIsBeforeFirst, useSetupStay } from './use-setup-stay.ts';

const loadPane = () => import('./run-pane.tsx').then((module) => module.RunPane);
const RunPane = dynamic(loadPane, { ssr: false });
const OpenRunRow = dynamic(() => import('./open-run-row.tsx').then((module) => module.OpenRunRow), { ssr: false });
const LiveMark = dynamic(() => import('./live-mark.tsx').then((module) => module.LiveMark), { ssr: false });
const OutageNote = dynamic(() => import('#components/outages/outage-note.tsx').then((module) => module.OutageNote), {
  ssr: false,
});
const NoWorker = dynamic(() => import('./no-worker.tsx').then((module) => module.NoWorker), { ssr: false });
const RecoveryLine = dynamic(() => import('./recovery-line.tsx').then((module) => module.RecoveryLine), { ssr: false });
const NewRuns = dynamic(() => import('./new-runs.tsx').then((module) => module.NewRuns), { ssr: false });
const SearchedTo = dynamic(() => import('./searched-to.tsx').then((module) => module.SearchedTo), { ssr: false });
const NoRuns = dynamic(() => import('./no-runs.tsx').then((module) => module.NoRuns), { ssr: false });
const SetupGuide = dynamic(() => import('#components/setup/setup-guide.tsx').then((module) => module.SetupGuide), {
  ssr: false,
});
const SetupStrip = dynamic(() => import('#components/setup/setup-strip.tsx').then((module) => module.SetupStrip), {
  ssr: false,
});

/** With more runs than this, the setup is no longer shown. */
const MAX_SETUP_ROWS = 5;

/** The list with the open run. Always a grid: switching an element to a grid recomputes the styles of all its descendants. */
const paneGrid = 'lg:grid [overflow-anchor:none]';

const columnsFor = (openId: string | null) =>
  openId ? 'lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]' : 'lg:grid-cols-[minmax(0,1fr)]';

/** The chart, memoised because it does not depend on the open run. */
const Volume = memo(RunVolume);

const secondLine = (run: RunSummary) => <RunSecondLine run={run} />;

/** @param first the data that the server has read for the page. */
export function ActivityPage({ first }: { first: DehydratedState | undefined }) {
  return (
    <HydrationBoundary state={first}>
      <Runs />
    </HydrationBoundary>
  );
}

function Runs() {
  const environment = useEnvironment();
  const { openId, href, open, close } = useOpenRun();
  const { query, until, change, clear, refresh } = useActivityQuery();
  useEffect(() => void loadPane(), []);
  useListPlace(openId !== null);
  const input = activityInput(query, until);
  const runs = useQuery(notificationQueries.summaries(environment.id, input));
  const page = useLastGood(runs, JSON.stringify(query));
  const rows = page?.data;
  const workflows = useWorkflowOptions(query.workflow);
  const live = useLiveRuns({
    shown: rows?.map(({ _id }) => _id),
    refetch: [notificationQueries.summaries(environment.id, input).queryKey],
    // With such a filter, a row that no longer matches would disappear and move the rows below.
    enabled: !isByState(query),
  });
  const paused = whyPaused(query);
  const isBeforeFirst = useIsBeforeFirst(rows?.length === 0 && !isFiltered(query) && !openId, refresh);
  const guide = useSetupStay(isBeforeFirst, rows);
  const frame = {
    room: openId ? 'narrow' : 'broad',
    title: (
      <>
        <span className={cn(openId && 'max-lg:hidden')}>Activity</span>
        {openId && <span className="lg:hidden">Run</span>}
      </>
    ),
  } as const;
  const pane = openId && <RunPane id={openId} onClose={close} />;
  if (isBeforeFirst || (guide.stays && !isFiltered(query))) {
    const end = () => {
      guide.end();
      refresh();
    };
    return (
      <PageFrame {...frame}>
        <NoWorker />
        <div className={cn(paneGrid, columnsFor(openId), 'lg:[--pane-top:48px]')}>
          <section aria-label="Setup" className={cn('min-w-0', openId && 'max-lg:hidden')}>
            <SetupGuide openId={openId} onOpen={open} onEnd={end} />
          </section>
          {pane}
        </div>
      </PageFrame>
    );
  }
  return (
    <PageFrame
      {...frame}
      actions={
        <>
          {isTail(query) && (
            <span className={cn('flex empty:hidden', openId && 'max-lg:hidden')}>
              <NewRuns input={input} until={until} onShow={refresh} />
            </span>
          )}
          <OutageNote />
          {(paused || live !== 'off') && (
            <LiveMark
              paused={paused}
              isConnected={live === 'live'}
              isFailing={runs.isError}
              className={cn(openId && 'max-lg:hidden')}
            />
          )}
        </>
      }
    >
      <NoWorker />
      {/* On a narrow screen, the open run replaces the list and all that is about the list. */}
      <div className={cn(openId && 'max-lg:hidden')}>{rows && isStarting(query, rows) && <SetupStrip />}</div>
      <ZoneProvider value={query.zone || undefined}>
        <ActivityFilters
          query={query}
          until={until}
          workflows={workflows}
          onChange={change}
          onClear={clear}
          onRefresh={refresh}
          refreshing={runs.isFetching}
          className={cn('lg:sticky lg:top-12 lg:z-20 lg:min-h-12 lg:border-b lg:bg-bg', openId && 'max-lg:hidden')}
          end={
            <>
              <SavedViews page="activity" />
              <ExportList noun="runs" read={(format) => exportRuns(environment.id, input, format)} />
            </>
          }
        />
        <div
          className={cn(
            paneGrid,
            columnsFor(openId),
            'lg:[--pane-top:var(--sticky-top)] lg:[--sticky-top:calc(48px+var(--filter-bar,48px))]',
          )}
        >
          <section aria-label="Runs" className={cn('min-w-0', openId && 'max-lg:hidden')}>
            {/* Below the filters, so that the line moves no filter that has the pointer. */}
            <RecoveryLine query={query} until={until} offers={isFailedOnly(query) && (rows?.length ?? 0) > 0} />
            <div aria-hidden className="h-3 max-lg:hidden" />
            <Volume query={query} until={until} runs={page} onChange={change} />
            {query.page > 0 && <LaterPage page={query.page} onNewest={refresh} />}
            {openId && !runs.isPlaceholderData && rows?.every(({ _id }) => _id !== openId) && (
              <OpenRunRow id={openId} />
            )}
            <div className="md:px-3">
              <PreferredChannelsProvider value={query.channel}>
                <DataTable
                  label="Runs"
                  columns={activityColumns}
                  query={runs}
                  rows={isBeforeFirst === undefined ? undefined : rows}
                  rowId={(run) => run._id}
                  href={href}
                  onOpen={open}
                  openId={openId}
                  secondLine={secondLine}
                  rowStyle={steadyFromDesk}
                  empty={
                    <NoRuns query={query} until={until} workflows={workflows.known} onChange={change} onClear={clear} />
                  }
                  footer={
                    <>
                      {/* A list of one page has its number of runs above. */}
                      {page && (page.page > 0 || page.hasMore) && (
                        <NumberPager page={page} noun={['run', 'runs']} onMove={(page) => change({ page })} />
                      )}
                      {page?.searchedTo && <SearchedTo time={page.searchedTo} />}
                    </>
                  }
                />
              </PreferredChannelsProvider>
            </div>
          </section>
          {pane}
        </div>
      </ZoneProvider>
    </PageFrame>
  );
}

/** Whether the list shows failed runs only. */
function isFailedOnly({ status }: ActivityQuery): boolean {
  return status.length === 1 && status[0] === 'failed';
}

/** Whether the shown runs may be all runs of the environment, and no run has sent a message. */
function isStarting(query: ActivityQuery, rows: readonly RunSummary[]): boolean {
  const isFew = rows.length > 0 && rows.length <= MAX_SETUP_ROWS && query.page === 0;
  return isFew && !isFiltered(query) && rows.every(({ status }) => status !== 'sent');
}

/** A note above the rows of a later page, for readers who followed a link: earlier pages contain newer runs. */
function LaterPage({ page, onNewest }: { page: number; onNewest: () => void }) {
  return (
    <p className="flex items-center gap-x-3 page-x pb-1 text-xs text-faint" data-numeric>
      Page {(page + 1).toLocaleString('en')}
      <button
        type="button"
        onClick={onNewest}
        className="touch-area rounded-sm py-0.5 text-accent-text underline-offset-2 hover:underline"
      >
        Newest runs
      </button>
    </p>
  );
}

/** Returns the filters of the URL. Each change adds a history entry, so that "back" undoes it. */
function useActivityQuery() {
  const [query, setQuery] = useQueryStates(activityParsers, { history: 'push' });
  const [until, setUntil] = useState(useOpenedAt());
  return {
    query,
    until,
    change: useCallback((next: Partial<ActivityQuery>) => void setQuery({ page: 0, ...next }), [setQuery]),
    /** Clears all filters except the range and the zone. */
    clear: () => void setQuery({ ...cleared, range: query.range, from: query.from, to: query.to, zone: query.zone }),
    refresh: () => {
      setUntil(Date.now());
      void setQuery({ page: 0 }, { history: 'replace' });
    },
  };
}

const cleared = Object.fromEntries(Object.keys(activityParsers).map((name) => [name, null]));
