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
import { activityColumns, activityColumnsNarrow, EventSecondLine } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import {
  type ActivityQuery,
  activityInput,
  activityParsers,
  filterWords,
  isFiltered,
  ranges,
} from './activity-query.ts';
import { NewEvents } from './new-events.tsx';

const loadPane = () => import('./event-pane.tsx').then((module) => module.EventPane);
const EventPane = dynamic(loadPane, { ssr: false });

export function ActivityPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(activityParsers);
  const [openId, setOpenId] = useQueryState('event', parseAsString.withOptions({ history: 'push' }));
  const [until, setUntil] = useState(Date.now);
  useEffect(() => void loadPane(), []);
  const input = activityInput(query, until);
  const events = useQuery(notificationQueries.list(environment.id, input));
  const change = (next: Partial<ActivityQuery> | null) => void setQuery(next && { page: 0, ...next });
  const refresh = () => {
    setUntil(Date.now());
    void setQuery({ page: 0 });
  };
  return (
    <PageFrame title="Activity">
      <div className={cn(openId && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]')}>
        <section aria-label="Events" className={cn('min-w-0', openId && 'max-lg:hidden')}>
          <ActivityFilters query={query} onChange={change} onRefresh={refresh} refreshing={events.isFetching} />
          <NewEvents input={input} until={until} onShow={refresh} />
          <div className="md:px-3">
            <DataTable
              label="Events"
              columns={openId ? activityColumnsNarrow : activityColumns}
              query={events}
              rows={events.data?.data}
              rowId={(event) => event._id ?? event.transactionId}
              href={(event) => `${environment.base}/activity?event=${event._id}`}
              onOpen={(event) => void setOpenId(event._id ?? null)}
              openId={openId}
              secondLine={(event) => <EventSecondLine event={event} />}
              empty={<NoEvents query={query} environment={environment.name} onChange={change} />}
              footer={<NumberPager page={events.data} onMove={(page) => change({ page })} />}
            />
          </div>
        </section>
        {openId && (
          <EventPane
            key={openId}
            id={openId}
            known={events.data?.data.find((event) => event._id === openId)}
            onClose={() => void setOpenId(null)}
          />
        )}
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
      title={filtered ? 'No event matches' : `Nothing was triggered in the ${range}`}
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
        ? `In ${environment}, ${range}: ${filterWords(query)}.`
        : `Each time your code triggers a workflow in ${environment}, the event appears here with what became of it.`}
    </EmptyState>
  );
}
