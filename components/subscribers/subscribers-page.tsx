'use client';

import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { CursorPager } from '#components/table/pager.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Select } from '#components/ui/select.tsx';
import { subscriberQueries } from '#lib/subscribers/client.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { subscriberColumns } from './subscriber-columns.tsx';
import {
  type SubscribersQuery,
  searchedField,
  searchFields,
  subscriberInput,
  subscriberParsers,
} from './subscribers-query.ts';

const firstPage = { after: null, before: null };

export function SubscribersPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(subscriberParsers);
  const page = useQuery(subscriberQueries.list(environment.id, subscriberInput(query)));
  const change = (next: Partial<SubscribersQuery>) => void setQuery({ ...firstPage, ...next });
  return (
    <PageFrame title="Subscribers">
      <FilterBar label="Search subscribers" active={query.q !== ''} onReset={() => change({ q: '', in: 'auto' })}>
        <SearchFilter
          label="Search subscribers"
          placeholder="Name, e-mail or phone"
          value={query.q}
          onChange={(q) => change({ q })}
        />
        <Select
          label="Search in"
          value={query.in}
          options={searchFields}
          onChange={(field) => change({ in: field })}
          className="h-7 w-auto min-w-32 text-xs pointer-coarse:h-9"
        />
      </FilterBar>
      <div className="md:px-3">
        <DataTable
          label="Subscribers"
          columns={subscriberColumns}
          query={page}
          rows={page.data?.data}
          rowId={(subscriber) => subscriber.subscriberId}
          href={({ subscriberId }) => `${environment.base}/subscribers/${encodeURIComponent(subscriberId)}`}
          secondLine={(subscriber) => <SecondLine subscriber={subscriber} />}
          sort={{ id: query.sort, desc: query.order === 'DESC' }}
          onSort={({ id, desc }) => change({ sort: id === 'updatedAt' ? id : '_id', order: desc ? 'DESC' : 'ASC' })}
          empty={<NoSubscribers query={query} environment={environment.name} onChange={change} />}
          footer={
            <CursorPager
              page={page.data}
              noun={['subscriber', 'subscribers']}
              onMove={(cursor) => void setQuery(cursor, { history: 'push' })}
            />
          }
        />
      </div>
    </PageFrame>
  );
}

function SecondLine({ subscriber: { email, phone, subscriberId } }: { subscriber: Subscriber }) {
  return <span className="truncate">{email ?? phone ?? subscriberId}</span>;
}

interface NoSubscribersProps {
  query: SubscribersQuery;
  environment: string;
  onChange: (change: Partial<SubscribersQuery>) => void;
}

function NoSubscribers({ query, environment, onChange }: NoSubscribersProps) {
  if (!query.q) {
    return (
      <EmptyState icon={Users} title={`No subscribers in ${environment} yet`}>
        Subscribers are the people you notify. They are created by your code, with a call to{' '}
        <code className="font-mono text-xs">POST /v2/subscribers</code>.
      </EmptyState>
    );
  }
  const field = searchedField(query);
  const others = searchFields.filter(({ value }) => value !== 'auto' && value !== field);
  return (
    <EmptyState
      icon={Users}
      title={`No ${fieldWord(field)} in ${environment} ${field === 'id' ? 'is' : 'contains'} “${query.q}”`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {others.map(({ value }) => (
            <Button key={value} onClick={() => onChange({ in: value })}>
              Look in {fieldPlural(value)}
            </Button>
          ))}
        </div>
      }
    >
      Capital and small letters count. {field === 'id' && 'A subscriber id must be given in full.'}
    </EmptyState>
  );
}

function fieldWord(field: SubscribersQuery['in']): string {
  return { auto: 'name', name: 'name', email: 'e-mail address', phone: 'phone number', id: 'subscriber id' }[field];
}

function fieldPlural(field: SubscribersQuery['in']): string {
  return { auto: 'names', name: 'names', email: 'e-mail addresses', phone: 'phone numbers', id: 'subscriber ids' }[
    field
  ];
}
