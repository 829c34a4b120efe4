'use client';

import { useQuery } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { contextQueries } from '#lib/contexts/client.ts';
import { contextAddress, contextKey } from './address.ts';
import { ContextSecondLine, contextColumns } from './context-columns.tsx';
import { type ContextsQuery, contextsInput, contextsParsers } from './contexts-query.ts';

const NewContextDialog = dynamic(() => import('./context-dialogs.tsx').then((module) => module.NewContextDialog), {
  ssr: false,
});

/** All contexts of an environment, by type and ID. */
export function ContextsPage() {
  const { id, base } = useEnvironment();
  const [query, setQuery] = useQueryStates(contextsParsers);
  const page = useQuery(contextQueries.list(id, contextsInput(query)));
  const change = (next: Partial<ContextsQuery>) => void setQuery({ after: null, before: null, ...next });
  const create = { disabledReason: useWhyNot('contexts:write'), onClick: () => void setQuery({ dialog: 'new' }) };
  return (
    <PageFrame title="Contexts" actions={<PageAction icon={Plus} label="New context" variant="primary" {...create} />}>
      <FilterBar
        label="Search contexts"
        // The search field clears itself.
        values={[query.type]}
        onReset={() => change({ type: null })}
        search={
          <SearchFilter
            label="Search contexts"
            placeholder="Type or ID"
            value={query.q}
            onChange={(q) => change({ q })}
          />
        }
      >
        <TypeFilter value={query.type} onChange={(type) => change({ type })} />
      </FilterBar>
      <div className="md:px-3">
        <DataTable
          label="Contexts"
          columns={contextColumns(page.data?.data)}
          query={page}
          rows={page.data?.data}
          rowId={contextKey}
          href={(context) => contextAddress(base, context)}
          groupOf={({ type }) => type}
          secondLine={(context) => <ContextSecondLine context={context} />}
          sort={{ id: 'id', desc: query.order === 'DESC' }}
          onSort={({ desc }) => change({ order: desc ? 'DESC' : 'ASC' })}
          empty={<NoContexts query={query} create={create} onReset={() => change({ q: '', type: null })} />}
          footer={
            <CursorPager
              page={page.data}
              noun={['context', 'contexts']}
              onMove={(cursor) => void setQuery(cursor, { history: 'push' })}
            />
          }
        />
      </div>
      {query.dialog === 'new' && !create.disabledReason && (
        <NewContextDialog onClose={() => void setQuery({ dialog: null })} />
      )}
    </PageFrame>
  );
}

/** The filter by type. Empty if the environment has fewer than two types and the filter is off. */
function TypeFilter({ value, onChange }: { value: string | null; onChange: (type: string | null) => void }) {
  const { data: types = [] } = useQuery(contextQueries.types(useEnvironment().id));
  if (types.length < 2 && value === null) return null;
  const options = [...new Set([...types, ...(value === null ? [] : [value])])];
  return (
    <ChoiceFilter
      label="Type"
      options={options.map((type) => ({ value: type, label: type }))}
      value={value}
      onChange={onChange}
    />
  );
}

interface NoContextsProps {
  query: ContextsQuery;
  create: { disabledReason: string | undefined; onClick: () => void };
  onReset: () => void;
}

function NoContexts({ query: { q, type }, create, onReset }: NoContextsProps) {
  const { name } = useEnvironment();
  if (q !== '' || type) {
    return (
      <EmptyState icon={Boxes} title="No context matches" action={<Button onClick={onReset}>Show all contexts</Button>}>
        {name} has no context
        {type && ` of type ${type}`}
        {q && ` with “${q}” in its type or ID`}.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Boxes}
      title={`No contexts in ${name} yet`}
      action={
        <Button variant="primary" {...create}>
          <Plus aria-hidden />
          Create the first one
        </Button>
      }
    >
      A context, such as a tenant, narrows runs, preferences and subscriptions. Templates can use the data of a context.
      A trigger that names a new context creates that context.
    </EmptyState>
  );
}
