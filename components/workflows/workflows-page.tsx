'use client';

import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import {
  type inferParserType,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { workflowStatusOptions } from '#components/status/workflow-status.tsx';
import { DataTable } from '#components/table/data-table.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { NumberPager } from '#components/table/pager.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';
import { WorkflowSecondLine, workflowColumns } from './workflow-columns.tsx';

const sorts = ['name', 'updatedAt', 'createdAt', 'lastTriggeredAt'] as const;
const pageSize = 50;

const parsers = {
  q: parseAsString.withDefault(''),
  status: parseAsArrayOf(parseAsString).withDefault([]),
  sort: parseAsStringLiteral(sorts).withDefault('updatedAt'),
  order: parseAsStringLiteral(['ASC', 'DESC']).withDefault('DESC'),
  page: parseAsInteger.withDefault(0),
};

type Query = inferParserType<typeof parsers>;

export function WorkflowsPage() {
  const environment = useEnvironment();
  const [query, setQuery] = useQueryStates(parsers);
  const { q, status, sort, order, page } = query;
  const list = useQuery(
    workflowQueries.list(environment.id, {
      query: q,
      status,
      orderBy: sort,
      orderDirection: order,
      limit: pageSize,
      offset: page * pageSize,
    }),
  );
  const change = (next: Partial<Query> | null) => void setQuery(next && { page: 0, ...next });
  const filtered = q !== '' || status.length > 0;
  return (
    <PageFrame title="Workflows">
      <FilterBar label="Filter workflows" active={filtered} onReset={() => change(null)}>
        <SearchFilter
          label="Search workflows"
          placeholder="Name or identifier"
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <FacetFilter
          label="Status"
          options={workflowStatusOptions}
          value={status}
          onChange={(next) => change({ status: next })}
        />
      </FilterBar>
      <div className="md:px-3">
        <DataTable
          label="Workflows"
          columns={workflowColumns}
          query={list}
          rows={list.data?.workflows}
          rowId={(workflow) => workflow._id}
          href={(workflow) => `${environment.base}/workflows/${workflow.workflowId}`}
          secondLine={(workflow) => <WorkflowSecondLine workflow={workflow} />}
          sort={{ id: sort, desc: order === 'DESC' }}
          onSort={({ id, desc }) =>
            change({ sort: sorts.find((name) => name === id) ?? 'updatedAt', order: desc ? 'DESC' : 'ASC' })
          }
          empty={
            <EmptyState
              icon={Workflow}
              title={filtered ? 'No workflow matches' : `No workflows in ${environment.name} yet`}
              action={filtered && <Button onClick={() => change(null)}>Clear filters</Button>}
            >
              {filtered
                ? `In ${environment.name}${q && `, name or identifier with “${q}”`}${status.length > 0 ? `, status ${status.join(' or ').toLowerCase()}` : ''}.`
                : 'A workflow says what is sent, through which channels and when, each time your code triggers it.'}
            </EmptyState>
          }
          footer={
            <NumberPager
              page={
                list.data && {
                  page,
                  pageSize,
                  data: list.data.workflows,
                  totalCount: list.data.totalCount,
                  hasMore: (page + 1) * pageSize < list.data.totalCount,
                }
              }
              onMove={(next) => change({ page: next })}
            />
          }
        />
      </div>
    </PageFrame>
  );
}
