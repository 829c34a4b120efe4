'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { ExportList } from '#components/activity/export-on-demand.tsx';
import { SavedViews } from '#components/activity/saved-views.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { CursorPager, countText } from '#components/table/pager.tsx';
import { RowSelection } from '#components/table/row-selection.tsx';
import { exportSubscribers, subscriberQueries } from '#lib/subscribers/client.ts';
import { NoSubscribers } from './no-subscribers.tsx';
import { SubscriberSecondLine, subscriberColumns } from './subscriber-columns.tsx';
import { SubscriberSort } from './subscriber-sort.tsx';
import { SubscribersFilters } from './subscribers-filters.tsx';
import {
  filterInput,
  filterValues,
  type SubscribersQuery,
  sortOf,
  subscriberFilterSummary,
  subscriberInput,
  subscriberParsers,
} from './subscribers-query.ts';

const NewSubscriberDialog = dynamic(
  () => import('./subscriber-dialogs.tsx').then((module) => module.NewSubscriberDialog),
  { ssr: false },
);
const ImportSubscribers = dynamic(() => import('./import-subscribers.tsx').then((module) => module.ImportSubscribers), {
  ssr: false,
});

const SelectedSubscribers = dynamic(
  () => import('./selected-subscribers.tsx').then((module) => module.SelectedSubscribers),
  { ssr: false },
);

const noun = ['subscriber', 'subscribers'] as const;

const noSelection: ReadonlySet<string> = new Set();
const matches = ['match', 'matches'] as const;
const firstPage = { after: null, before: null };

export function SubscribersPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(subscriberParsers);
  const sort = sortOf(query);
  const page = useQuery(subscriberQueries.list(environment.id, subscriberInput(query)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(noSelection);
  const rows = page.data?.data ?? [];
  const ids = rows.map(({ subscriberId }) => subscriberId);
  const chosen = rows.filter(({ subscriberId }) => selected.has(subscriberId));
  const isFiltered = query.q !== '' || filterValues(query).some(({ length }) => length > 0);
  const count = page.data && page.data.totalCount > 0 && countText(page.data, isFiltered ? matches : noun);
  // Each filter adds a history entry, so that "back" undoes it. The search text changes during typing.
  const change = (next: Partial<SubscribersQuery>) =>
    void setQuery({ ...firstPage, ...next }, { history: 'q' in next ? 'replace' : 'push' });
  return (
    <PageFrame title="Subscribers" actions={<Actions onOpen={(dialog) => void setQuery({ dialog })} />}>
      <SubscribersFilters
        query={query}
        onChange={change}
        count={count}
        end={
          <>
            {page.data?.data.length !== 0 && (
              <SubscriberSort sort={sort} order={query.order} isSearch={query.q !== ''} onChange={change} />
            )}
            <SavedViews page="subscribers" />
            {page.data?.data.length !== 0 && (
              <ExportList
                noun="subscribers"
                read={(format) => exportSubscribers(environment.id, filterInput(query), format)}
              />
            )}
          </>
        }
      />
      <p data-numeric className="-mt-1 min-h-6 px-4 text-xs text-faint sm:hidden">
        {count}
      </p>
      <RowSelection
        value={{
          ids,
          selected: new Set(chosen.map(({ subscriberId }) => subscriberId)),
          select: (next) => setSelected(new Set(next)),
        }}
      >
        <div className="md:px-3">
          <DataTable
            label="Subscribers"
            columns={subscriberColumns[sort]}
            query={page}
            rows={page.data?.data}
            rowId={(subscriber) => subscriber.subscriberId}
            href={({ subscriberId }) => `${environment.base}/subscribers/${encodeURIComponent(subscriberId)}`}
            secondLine={(subscriber) => <SubscriberSecondLine subscriber={subscriber} sort={sort} />}
            sort={{ id: sort, desc: query.order === 'DESC' }}
            onSort={({ id, desc }) => change({ sort: id === 'updatedAt' ? id : '_id', order: desc ? 'DESC' : 'ASC' })}
            empty={
              <NoSubscribers
                q={query.q}
                filters={subscriberFilterSummary(query)}
                onShowAll={() => change({ q: '', topic: '', language: '', missing: [] })}
                onOpen={(dialog) => void setQuery({ dialog })}
              />
            }
            // A single page needs no pager, because the count is above.
            footer={
              (page.data?.next ?? page.data?.previous) && (
                <CursorPager
                  page={page.data}
                  noun={noun}
                  onMove={(cursor) => void setQuery(cursor, { history: 'push' })}
                />
              )
            }
          />
        </div>
      </RowSelection>
      {chosen.length > 0 && <SelectedSubscribers chosen={chosen} onClear={() => setSelected(noSelection)} />}
      {query.dialog === 'new' && <NewSubscriberDialog onClose={() => void setQuery({ dialog: null })} />}
      {query.dialog === 'import' && <ImportSubscribers onClose={() => void setQuery({ dialog: null })} />}
    </PageFrame>
  );
}

function Actions({ onOpen }: { onOpen: (dialog: SubscribersQuery['dialog']) => void }) {
  const denied = useWhyNot('subscribers:write');
  return (
    <>
      <PageAction icon={Upload} label="Import" disabledReason={denied} onClick={() => onOpen('import')} />
      <PageAction
        icon={Plus}
        label="New subscriber"
        variant="primary"
        disabledReason={denied}
        onClick={() => onOpen('new')}
      />
    </>
  );
}
