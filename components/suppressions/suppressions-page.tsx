'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus, Upload } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { ExportList } from '#components/activity/export-on-demand.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { exportSuppressions, suppressionQueries } from '#lib/suppressions/client.ts';
import { NoSuppressions } from './no-suppressions.tsx';
import { SuppressionSecondLine, suppressionColumns } from './suppression-columns.tsx';
import { SuppressionsFilters } from './suppressions-filters.tsx';
import { filterInput, type SuppressionsQuery, suppressionInput, suppressionParsers } from './suppressions-query.ts';

const AddDialog = dynamic(() => import('./add-dialog.tsx').then((module) => module.AddDialog), { ssr: false });
const ImportSuppressions = dynamic(
  () => import('./import-suppressions.tsx').then((module) => module.ImportSuppressions),
  { ssr: false },
);

const firstPage = { after: null, before: null };

/** The suppressed addresses of the environment. */
export function SuppressionsPage() {
  const { id, base } = useEnvironment();
  const [query, setQuery] = useQueryStates(suppressionParsers);
  const page = useQuery(suppressionQueries.list(id, suppressionInput(query)));
  const change = (next: Partial<SuppressionsQuery>) =>
    void setQuery({ ...firstPage, subscriber: '', ...next }, { history: 'q' in next ? 'replace' : 'push' });
  const open = (dialog: SuppressionsQuery['dialog']) => void setQuery({ dialog });
  const denied = useWhyNot('suppressions:write');
  return (
    <PageFrame title="Suppressions" actions={<Actions onOpen={open} />}>
      <SuppressionsFilters
        query={query}
        onChange={change}
        end={
          page.data?.data.length !== 0 && (
            <ExportList noun="suppressions" read={(format) => exportSuppressions(id, filterInput(query), format)} />
          )
        }
      />
      <div className="md:px-3">
        <DataTable
          label="Suppressed addresses"
          columns={suppressionColumns}
          query={page}
          rows={page.data?.data}
          rowId={({ _id }) => _id}
          rowLabel={({ address }) => `Subscribers with ${address}`}
          href={({ address }) => `${base}/subscribers?${new URLSearchParams({ q: address })}`}
          secondLine={(suppression) => <SuppressionSecondLine suppression={suppression} />}
          empty={
            <NoSuppressions query={query} onShowAll={() => change({ q: '', cause: [], channel: [] })} onOpen={open} />
          }
          footer={
            <CursorPager
              page={page.data}
              noun={['address', 'addresses']}
              onMove={(cursor) => void setQuery(cursor, { history: 'push' })}
            />
          }
        />
      </div>
      {query.dialog === 'new' && !denied && <AddDialog onClose={() => open(null)} />}
      {query.dialog === 'import' && !denied && <ImportSuppressions onClose={() => open(null)} />}
    </PageFrame>
  );
}

function Actions({ onOpen }: { onOpen: (dialog: SuppressionsQuery['dialog']) => void }) {
  const denied = useWhyNot('suppressions:write');
  return (
    <>
      <PageAction icon={Upload} label="Import" disabledReason={denied} onClick={() => onOpen('import')} />
      <PageAction
        icon={Plus}
        label="Add address"
        variant="primary"
        disabledReason={denied}
        onClick={() => onOpen('new')}
      />
    </>
  );
}
