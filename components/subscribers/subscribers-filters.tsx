'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { addressName } from '#lib/reasons/links.ts';
import { MISSABLE } from '#lib/subscribers/missing.ts';
import { LanguageFilter } from './language-filter.tsx';
import { filterValues, type SubscribersQuery } from './subscribers-query.ts';
import { TopicFilter } from './topic-filter.tsx';

// Loaded once the filter is in the bar.
const TextFilter = dynamic(() => import('#components/table/text-filter.tsx').then((module) => module.TextFilter));

interface Props {
  query: SubscribersQuery;
  onChange: (change: Partial<SubscribersQuery>) => void;
  /** The number of matches. */
  count: ReactNode;
  /** The controls at the end: order, views and export. */
  end?: ReactNode;
}

export function SubscribersFilters({ query, onChange, count, end }: Props) {
  return (
    <FilterBar
      label="Search subscribers"
      // The search field clears itself.
      values={filterValues(query)}
      onReset={() => onChange({ topic: '', context: '', language: '', missing: [] })}
      search={
        <>
          <SearchFilter
            label="Search subscribers"
            placeholder="Name, email, phone or ID"
            value={query.q}
            onChange={(q) => onChange({ q })}
          />
          <span data-numeric className="self-center px-1.5 text-xs whitespace-nowrap text-faint max-sm:hidden">
            {count}
          </span>
        </>
      }
      filters={filters(query, onChange)}
      end={end}
    />
  );
}

function filters({ topic, context, language, missing }: SubscribersQuery, onChange: Props['onChange']): BarFilter[] {
  return [
    {
      id: 'topic',
      label: 'Topic',
      isSet: topic !== '',
      chip: <TopicFilter value={topic} onChange={(next) => onChange({ topic: next })} />,
    },
    {
      id: 'context',
      label: 'Context',
      isSet: context !== '',
      shown: 'rarely',
      chip: <ContextFilter value={context} onChange={(next) => onChange({ context: next })} />,
    },
    {
      id: 'language',
      label: 'Language',
      isSet: language !== '',
      chip: <LanguageFilter value={language} onChange={(next) => onChange({ language: next })} />,
    },
    {
      id: 'missing',
      label: 'Unreachable',
      isSet: missing.length > 0,
      chip: <MissingFilter value={missing} onChange={(next) => onChange({ missing: next })} />,
    },
  ];
}

function ContextFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const help = 'A context key, type:id. Finds subscribers with a preference or a subscription in this context.';
  return <TextFilter label="Context" help={help} placeholder="tenant:acme" value={value} onChange={onChange} />;
}

const missingOptions = MISSABLE.map((value) => ({ value, label: `No ${addressName(value)}` }));

interface MissingProps {
  value: SubscribersQuery['missing'];
  onChange: (value: SubscribersQuery['missing']) => void;
}

function MissingFilter({ value, onChange }: MissingProps) {
  return (
    <FacetFilter
      label="Unreachable"
      options={missingOptions}
      help="If you choose several, subscribers must lack all of them. In-app messages need no address."
      value={value}
      onChange={(chosen) => onChange(MISSABLE.filter((channel) => chosen.includes(channel)))}
    />
  );
}
