'use client';

import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import Link from 'next/link';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { buttonClass } from '#components/ui/button-class.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import { MessagesFilters } from './messages-filters.tsx';
import {
  type MessagesQuery,
  messageFilterSummary,
  messageParsers,
  messagesInput,
  PAGE_SIZE,
} from './messages-query.ts';
import { MessagesTable } from './messages-table.tsx';

export function MessagesPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(messageParsers, { history: 'push' });
  const [now, setNow] = useState(Date.now);
  const change = (next: Partial<MessagesQuery> | null) => {
    setNow(Date.now());
    void setQuery(next && { page: 0, before: '', ...next });
  };
  const filters = messageFilterSummary(query);
  const input = messagesInput(query, now);
  const shown = useQuery(messageQueries.list(environment.id, { ...input, page: query.page, limit: PAGE_SIZE }));
  const isNothing = filters.length === 0 && query.page === 0 && shown.data?.data.length === 0;
  return (
    <PageFrame title="Messages">
      {!isNothing && (
        <MessagesFilters query={query} isFiltered={filters.length > 0} onChange={change} onReset={() => change(null)} />
      )}
      <div className="md:px-3">
        <MessagesTable
          input={input}
          onSearchFurther={(before) => change({ before })}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title={filters.length > 0 ? 'No message matches' : `No messages in ${environment.name} yet`}
              action={
                filters.length > 0 ? (
                  <Button onClick={() => change(null)}>Clear filters</Button>
                ) : (
                  <Link href={`${environment.base}/activity`} className={buttonClass()}>
                    See what was triggered
                  </Link>
                )
              }
            >
              {filters.length > 0
                ? `In ${environment.name}: ${filters.join(' · ')}.`
                : 'Each time a channel step of a workflow runs, the message it makes appears here, with its content.'}
            </EmptyState>
          }
        />
      </div>
    </PageFrame>
  );
}
