'use client';

import { MessagesSquare } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { MessagesFilters } from './messages-filters.tsx';
import { type MessagesQuery, messageFilterSummary, messageParsers, messagesInput } from './messages-query.ts';
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
  return (
    <PageFrame title="Messages">
      <MessagesFilters query={query} isFiltered={filters.length > 0} onChange={change} onReset={() => change(null)} />
      <div className="md:px-3">
        <MessagesTable
          input={messagesInput(query, now)}
          onSearchFurther={(before) => change({ before })}
          empty={
            <EmptyState
              icon={MessagesSquare}
              title={filters.length > 0 ? 'No message matches' : `No messages in ${environment.name} yet`}
              action={filters.length > 0 && <Button onClick={() => change(null)}>Clear filters</Button>}
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
