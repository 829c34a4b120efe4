'use client';

import { useQuery } from '@tanstack/react-query';
import { TimeFilter } from '#components/activity/time-filter.tsx';
import { useEnvironment, useSession } from '#components/layout/session.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { apiKeyQueries } from '#lib/api-keys/client.ts';
import type { AuditListInput } from '#lib/audit-log/client.ts';
import { memberQueries } from '#lib/members/client.ts';
import { type AuditLogQuery, actionOptions, auditRanges, filterValues, resourceOptions } from './audit-log-query.ts';
import { ExportAuditLog } from './export-audit-log.tsx';

interface Props {
  query: AuditLogQuery;
  /** The query for the API. */
  input: AuditListInput;
  /** The end of a range up to now, in milliseconds. */
  until: number;
  onChange: (change: Partial<AuditLogQuery> | null) => void;
}

export function AuditLogFilters({ query, input, until, onChange }: Props) {
  return (
    <FilterBar
      label="Filter the audit log"
      values={filterValues(query)}
      onReset={() => onChange(null)}
      end={<ExportAuditLog input={input} />}
      search={
        <SearchFilter
          label="Search the audit log"
          placeholder="Name or ID"
          value={query.q ?? ''}
          onChange={(q) => onChange({ q: q || null })}
        />
      }
      filters={useFilters({ query, until, onChange })}
    />
  );
}

function useFilters({ query, until, onChange }: Omit<Props, 'input'>): BarFilter[] {
  const environments = useSession().environments.map(({ _id, name }) => ({ value: _id, label: name }));
  const choice = (
    key: 'actor' | 'environment' | 'resource' | 'action',
    label: string,
    options: readonly { value: string; label: string }[],
  ): BarFilter => ({
    ...{ id: key, label, isSet: query[key] !== null },
    chip: (
      <ChoiceFilter
        label={label}
        options={options}
        value={query[key]}
        // Another resource has other actions, so the chosen action is cleared.
        onChange={(value) => onChange({ [key]: value, ...(key === 'resource' && { action: null }) })}
      />
    ),
  });
  return [
    {
      ...{ id: 'time', label: 'Time', isSet: false, shown: 'always' },
      chip: <TimeFilter query={query} options={auditRanges} until={until} onChange={onChange} />,
    },
    choice('actor', 'Who', useActors()),
    choice('environment', 'Environment', environments),
    choice('resource', 'Resource', resourceOptions),
    choice('action', 'Action', actionOptions(query.resource)),
  ];
}

/** Returns the members, and the API keys of the environment. */
function useActors() {
  const { id } = useEnvironment();
  const members = useQuery(memberQueries.list());
  const keys = useQuery(apiKeyQueries.list(id));
  return [
    ...(members.data ?? []).map(({ _userId, name, email }) => ({ value: _userId, label: `${name} (${email})` })),
    ...(keys.data ?? []).map(({ _id, name }) => ({ value: _id, label: `API key ${name}` })),
  ];
}
