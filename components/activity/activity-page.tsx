'use client';

import { useQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import { activityColumns, activityColumnsNarrow, RunSecondLine } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import {
  type ActivityQuery,
  activityInput,
  activityParsers,
  filterSummary,
  isFiltered,
  ranges,
} from './activity-query.ts';
import { NewRuns } from './new-runs.tsx';

const loadPane = () => import('./run-pane.tsx').then((module) => module.RunPane);
const RunPane = dynamic(loadPane, { ssr: false });

export function ActivityPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(activityParsers);
  const [openId, setOpenId] = useQueryState('run', parseAsString.withOptions({ history: 'push' }));
  const [until, setUntil] = useState(Date.now);
  useEffect(() => void loadPane(), []);
  const input = activityInput(query, until);
  const runs = useQuery(notificationQueries.list(environment.id, input));
  const change = (next: Partial<ActivityQuery> | null) => void setQuery(next && { page: 0, ...next });
  const refresh = () => {
    setUntil(Date.now());
    void setQuery({ page: 0 });
  };
  return (
    <PageFrame title="Activity">
      <div className={cn(openId && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]')}>
        <section aria-label="Runs" className={cn('min-w-0', openId && 'max-lg:hidden')}>
          <ActivityFilters query={query} onChange={change} onRefresh={refresh} refreshing={runs.isFetching} />
          <NewRuns input={input} until={until} onShow={refresh} />
          <div className="md:px-3">
            <DataTable
              label="Runs"
              columns={openId ? activityColumnsNarrow : activityColumns}
              query={runs}
              rows={runs.data?.data}
              rowId={(run) => run._id ?? run.transactionId}
              href={(run) => `${environment.base}/activity?run=${run._id}`}
              onOpen={(run) => void setOpenId(run._id ?? null)}
              openId={openId}
              secondLine={(run) => <RunSecondLine run={run} />}
              empty={<NoEvents query={query} environment={environment.name} onChange={change} />}
              footer={<NumberPager page={runs.data} onMove={(page) => change({ page })} />}
            />
          </div>
        </section>
        {openId && <RunPane key={openId} id={openId} onClose={() => void setOpenId(null)} />}
      </div>
    </PageFrame>
  );
}

interface NoEventsProps {
  query: ActivityQuery;
  environment: string;
  onChange: (change: Partial<ActivityQuery> | null) => void;
}

function NoEvents({ query, environment, onChange }: NoEventsProps) {
  const range = ranges.find(({ value }) => value === query.range)?.label.toLowerCase();
  const filtered = isFiltered(query);
  return (
    <EmptyState
      icon={Activity}
      title={filtered ? 'No run matches' : `Nothing was triggered in the ${range}`}
      action={
        <div className="flex gap-2">
          {filtered && <Button onClick={() => onChange(null)}>Clear filters</Button>}
          {query.range !== '90d' && (
            <Button onClick={() => onChange({ range: query.range === '30d' ? '90d' : '30d' })}>
              Look further back
            </Button>
          )}
        </div>
      }
    >
      {filtered
        ? `In ${environment}, ${range}: ${filterSummary(query)}.`
        : `Each time your code triggers a workflow in ${environment}, its run appears here with what became of it.`}
    </EmptyState>
  );
}
