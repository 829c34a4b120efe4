'use client';

import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import dynamic from 'next/dynamic';
import { createSerializer, parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { ExportList } from '#components/activity/export-on-demand.tsx';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { TrailPager } from '#components/table/pager.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { exportRequests, requestLogQueries } from '#lib/request-log/client.ts';
import { callerWidth, RequestSecondLine, requestLogColumns } from './request-log-columns.tsx';
import { LiveSwitch, RequestLogFilters } from './request-log-filters.tsx';
import { canBeLive, filterValues, type RequestLogQuery, requestInput, requestLogParsers } from './request-log-query.ts';

const RequestPane = dynamic(() => import('./request-pane.tsx').then((module) => module.RequestPane), { ssr: false });

const addressOf = createSerializer({ ...requestLogParsers, entry: parseAsString });

const WITH_PANE = 'lg:grid-cols-[minmax(0,1fr)_minmax(480px,42%)]';

/** Milliseconds between two reads of a live page. A call is in the log after about a second. */
const LIVE_MS = 2_000;
/** The maximum number of reads for a request ID that is not in the log yet. */
const MAX_TRIES = 6;

/** The calls by API key and the failed calls of people, newest first. */
export function RequestLogPage() {
  const { id, base } = useEnvironment();
  const until = useOpenedAt();
  const [query, setQuery] = useQueryStates(requestLogParsers);
  const [entry, setEntry] = useQueryState('entry', { history: 'push' });
  const input = requestInput(query, until);
  const page = useQuery({
    ...requestLogQueries.list(id, input),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (query.live && canBeLive(query)) return LIVE_MS;
      return query.request && data?.data.length === 0 && dataUpdateCount < MAX_TRIES ? 1_000 : false;
    },
  });
  const change = (next: Partial<RequestLogQuery>) => void setQuery({ after: null, ...next }, { history: 'push' });
  const next = page.data?.next;
  const openId = entry === FIRST ? page.data?.data[0]?._id : entry;
  return (
    <PageFrame
      title="Request log"
      room={openId ? 'narrow' : 'broad'}
      actions={<LiveSwitch query={query} onChange={change} />}
    >
      <div className={cn('lg:grid', openId ? WITH_PANE : 'lg:grid-cols-[minmax(0,1fr)]')}>
        <section aria-label="Calls" className={cn('min-w-0', openId && 'max-lg:hidden')}>
          <RequestLogFilters
            query={query}
            until={until}
            onChange={change}
            end={<ExportList noun="calls" read={(format) => exportRequests(id, input, format)} />}
          />
          <ZoneProvider value={query.zone || undefined}>
            <div className={cn('md:px-3', callerWidth)}>
              <DataTable
                label="Request log"
                columns={requestLogColumns}
                query={page}
                rows={page.data?.data}
                rowId={(row) => row._id}
                rowLabel={(row) => `${row.method} ${row.path}, ${row.status}`}
                href={(row) => addressOf(`${base}/request-log`, { ...query, entry: row._id })}
                onOpen={(row) => void setEntry(row._id)}
                openId={openId ?? null}
                secondLine={(row) => <RequestSecondLine entry={row} />}
                empty={
                  <NoRequests
                    filtered={[query.q, ...filterValues(query)].some(Boolean)}
                    onReset={() => change({ q: '', status: '', method: '', path: '', caller: '', request: '' })}
                    onOlder={next ? () => change({ after: [...query.after, next] }) : undefined}
                  />
                }
                footer={
                  <TrailPager
                    count={page.data?.data.length ?? 0}
                    noun={['call', 'calls']}
                    trail={query.after}
                    next={next ?? null}
                    onMove={(after) => change({ after })}
                  />
                }
              />
            </div>
          </ZoneProvider>
        </section>
        {openId && <RequestPane id={openId} onClose={() => void setEntry(null, { history: 'replace' })} />}
      </div>
    </PageFrame>
  );
}

/** The URL's value for the newest call that matches. Links from errors contain only the request ID. */
const FIRST = 'first';

interface NoRequestsProps {
  filtered: boolean;
  onReset: () => void;
  /** Continues a search that has not read all calls. */
  onOlder: (() => void) | undefined;
}

function NoRequests({ filtered, onReset, onOlder }: NoRequestsProps) {
  if (onOlder) {
    return (
      <EmptyState
        icon={ScrollText}
        title="No recent call matches"
        action={<Button onClick={onOlder}>Search older calls</Button>}
      >
        10,000 calls were read.
      </EmptyState>
    );
  }
  if (filtered) {
    return (
      <EmptyState icon={ScrollText} title="No call matches" action={<Button onClick={onReset}>Clear filters</Button>}>
        The log contains every call with an API key of this environment, and people’s failed calls. New calls appear
        within a second.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ScrollText} title="No calls yet">
      Calls with an API key of this environment appear here within a second, and so do people’s failed calls.
    </EmptyState>
  );
}
