'use client';

import type { ReactNode } from 'react';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { CAUSE_NAMES, CAUSES, SUPPRESSED_CHANNELS } from '#lib/suppressions/causes.ts';
import type { SuppressionsQuery } from './suppressions-query.ts';

interface Props {
  query: SuppressionsQuery;
  onChange: (change: Partial<SuppressionsQuery>) => void;
  /** The controls at the end of the filter bar. */
  end: ReactNode;
}

const causes = CAUSE_NAMES.map((value) => ({ value, label: CAUSES[value].label }));
const channels = SUPPRESSED_CHANNELS.map((value) => ({ value, label: value === 'sms' ? 'SMS' : 'Email' }));

export function SuppressionsFilters({ query: { q, cause, channel }, onChange, end }: Props) {
  return (
    <FilterBar
      label="Search suppressed addresses"
      values={[cause, channel]}
      onReset={() => onChange({ cause: [], channel: [] })}
      search={
        <SearchFilter
          label="Search suppressed addresses"
          placeholder="Address, or @domain"
          value={q}
          onChange={(next) => onChange({ q: next })}
        />
      }
      end={end}
    >
      <FacetFilter
        label="Cause"
        options={causes}
        value={cause}
        onChange={(next) => onChange({ cause: CAUSE_NAMES.filter((one) => next.includes(one)) })}
      />
      <FacetFilter
        label="Channel"
        options={channels}
        value={channel}
        onChange={(next) => onChange({ channel: SUPPRESSED_CHANNELS.filter((one) => next.includes(one)) })}
      />
    </FilterBar>
  );
}
