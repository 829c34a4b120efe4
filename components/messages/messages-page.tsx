'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { ExportList } from '#components/activity/export-on-demand.tsx';
import { SavedViews } from '#components/activity/saved-views.tsx';
import { useOpenedAt } from '#components/layout/first-paint.ts';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { ZoneProvider } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { useLiveRuns } from '#components/live/use-live-runs.ts';
import { useWorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { exportMessages, messageQueries } from '#lib/messages/client.ts';
import { MessageVolume } from './message-volume.tsx';
import { MessagesFilters } from './messages-filters.tsx';
import {
  type MessagesQuery,
  messageFilterSummary,
  messageParsers,
  messagesInput,
  PAGE_SIZE,
  whyPaused,
} from './messages-query.ts';
import { MessagesTable } from './messages-table.tsx';

const NoMessages = dynamic(() => import('./no-messages.tsx').then((module) => module.NoMessages), { ssr: false });
const LiveMark = dynamic(() => import('#components/activity/live-mark.tsx').then((module) => module.LiveMark), {
  ssr: false,
});
const OutageNote = dynamic(() => import('#components/outages/outage-note.tsx').then((module) => module.OutageNote), {
  ssr: false,
});
const NewMessages = dynamic(() => import('./new-messages.tsx').then((module) => module.NewMessages), { ssr: false });

export function MessagesPage() {
  const environment = useEnvironment();
  const { query, until, change, refresh } = useMessagesQuery();
  const workflows = useWorkflowOptions(query.workflow);
  const filters = messageFilterSummary(query, workflows.known);
  const input = messagesInput(query, until);
  const list = messageQueries.list(environment.id, { ...input, page: query.page, limit: PAGE_SIZE });
  const shown = useQuery(list);
  const page = shown.data;
  const paused = whyPaused(query);
  const live = useLiveRuns({
    shown: page?.data.map(({ _notificationId }) => _notificationId),
    refetch: [list.queryKey],
    // With other filters, a row that no longer matches would disappear and move the rows below.
    enabled: paused === undefined || paused === 'page' || paused === 'range',
  });
  const isNothing = filters.length === 0 && query.page === 0 && page?.data.length === 0;
  return (
    <PageFrame
      title="Messages"
      actions={
        <>
          {paused === undefined && <NewMessages input={input} until={until} onShow={refresh} />}
          <OutageNote />
          {!isNothing && (paused || live !== 'off') && (
            <LiveMark paused={paused} isConnected={live === 'live'} isFailing={shown.isError} />
          )}
        </>
      }
    >
      <ZoneProvider value={query.zone || undefined}>
        {!isNothing && (
          <MessagesFilters
            query={query}
            until={until}
            workflows={workflows}
            onChange={change}
            onReset={() => change(null)}
            onRefresh={refresh}
            refreshing={shown.isFetching}
            end={
              <>
                <SavedViews page="messages" />
                <ExportList noun="messages" read={(format) => exportMessages(environment.id, input, format)} />
              </>
            }
          />
        )}
        <section aria-label="Messages" className="lg:pt-3">
          {!isNothing && <MessageVolume query={query} until={until} messages={page} onChange={change} />}
          <div className="md:px-3">
            <MessagesTable
              input={input}
              onSearchFurther={(before) => change({ before })}
              empty={(further) => <NoMessages query={query} filters={filters} further={further} onChange={change} />}
            />
          </div>
        </section>
      </ZoneProvider>
    </PageFrame>
  );
}

/** Returns the filters of the URL. Each change adds a history entry, so that "back" undoes it. */
function useMessagesQuery() {
  const [query, setQuery] = useQueryStates(messageParsers, { history: 'push' });
  const [until, setUntil] = useState(useOpenedAt());
  return {
    query,
    until,
    change: (next: Partial<MessagesQuery> | null) => void setQuery(next && { page: 0, before: '', ...next }),
    refresh: () => {
      setUntil(Date.now());
      void setQuery({ page: 0, before: '' }, { history: 'replace' });
    },
  };
}
