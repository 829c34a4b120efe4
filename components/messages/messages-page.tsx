'use client';

import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { useWorkflowOptions } from '#components/workflows/use-workflow-options.ts';
import { messageQueries } from '#lib/messages/client.ts';
import { momentText } from '#lib/time/time.ts';
import { MessagesFilters } from './messages-filters.tsx';
import {
  type MessagesQuery,
  messageFilterSummary,
  messageParsers,
  messagesInput,
  PAGE_SIZE,
} from './messages-query.ts';
import { MessagesTable } from './messages-table.tsx';

const FirstMessage = dynamic(() => import('./first-message.tsx').then((module) => module.FirstMessage), { ssr: false });

export function MessagesPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(messageParsers, { history: 'push' });
  const [now, setNow] = useState(Date.now);
  const change = (next: Partial<MessagesQuery> | null) => {
    setNow(Date.now());
    void setQuery(next && { page: 0, before: '', ...next });
  };
  const workflows = useWorkflowOptions(query.workflow);
  const filters = messageFilterSummary(query, workflows.known);
  const input = messagesInput(query, now);
  const shown = useQuery(messageQueries.list(environment.id, { ...input, page: query.page, limit: PAGE_SIZE }));
  const refresh = () => {
    setNow(Date.now());
    void setQuery({ page: 0, before: '' }, { history: 'replace' });
    // With a range, the new time changes the query, which is then read automatically.
    if (query.range === null) void shown.refetch();
  };
  const isNothing = filters.length === 0 && query.page === 0 && shown.data?.data.length === 0;
  return (
    <PageFrame title="Messages">
      {!isNothing && (
        <MessagesFilters
          query={query}
          workflows={workflows}
          onChange={change}
          onReset={() => change(null)}
          onRefresh={refresh}
          refreshing={shown.isFetching}
        />
      )}
      <div className="md:px-3">
        <MessagesTable
          input={input}
          onSearchFurther={(before) => change({ before })}
          empty={(further) =>
            filters.length > 0 ? (
              <EmptyState
                icon={MessagesSquare}
                title={`No message${searchedText(further, query.before)} matches`}
                action={
                  <div className="flex flex-wrap justify-center gap-2">
                    {further && <Button onClick={() => change({ before: further })}>Search older messages</Button>}
                    <Button variant={further ? 'ghost' : 'secondary'} onClick={() => change(null)}>
                      Clear filters
                    </Button>
                  </div>
                }
              >
                {`In ${environment.name}: ${filters.join(' · ')}.`}
              </EmptyState>
            ) : (
              <FirstMessage />
            )
          }
        />
      </div>
    </PageFrame>
  );
}

/** Returns the part of the messages that a search has read, from `further` to `before`. Empty if it has read all. */
function searchedText(further: string | undefined, before: string): string {
  if (!before) return further ? ` since ${momentText(further)}` : '';
  return further ? ` from ${momentText(further)} to ${momentText(before)}` : ` before ${momentText(before)}`;
}
