'use client';

import { useQuery } from '@tanstack/react-query';
import { useEnvironment } from '#components/layout/session.tsx';
import { workflowStatusOptions } from '#components/status/workflow-status.tsx';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { workflowQueries } from '#lib/workflows/client.ts';
import { issueTypeOptions } from './issue-types.ts';
import type { WorkflowsQuery } from './workflows-query.ts';

interface Props {
  query: WorkflowsQuery;
  onChange: (change: Partial<WorkflowsQuery> | null) => void;
}

export function WorkflowFilters({ query, onChange }: Props) {
  const { id } = useEnvironment();
  const tags = useQuery(workflowQueries.tags(id));
  const known = tags.data?.tags ?? [];
  const tagOptions = known.map(({ name, count }) => ({ value: name, label: `${name} (${count})` }));
  return (
    <FilterBar
      label="Filter workflows"
      values={[query.q, query.status, query.tag, query.issue]}
      onReset={() => onChange(null)}
      search={
        <SearchFilter
          label="Search workflows"
          placeholder="Name or identifier"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
    >
      <FacetFilter
        label="Status"
        options={workflowStatusOptions}
        value={query.status}
        onChange={(status) => onChange({ status })}
      />
      <FacetFilter label="Tag" options={tagOptions} value={query.tag} onChange={(tag) => onChange({ tag })} />
      <FacetFilter
        label="Issue"
        options={issueTypeOptions}
        value={query.issue}
        onChange={(issue) => onChange({ issue })}
      />
    </FilterBar>
  );
}
