'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TimeFilter } from '#components/activity/time-filter.tsx';
import { ranges } from '#components/activity/time-range.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import type { BarFilter } from '#components/table/bar-filter.ts';
import { ChoiceFilter } from '#components/table/choice-filter.tsx';
import { FilterBar } from '#components/table/filter-bar.tsx';
import { SearchFilter } from '#components/table/search-filter.tsx';
import { TextFilter } from '#components/table/text-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { apiKeyQueries } from '#lib/api-keys/client.ts';
import { memberQueries } from '#lib/members/client.ts';
import { canBeLive, filterValues, METHODS, pathPrefix, type RequestLogQuery } from './request-log-query.ts';

interface Props {
  query: RequestLogQuery;
  until: number;
  onChange: (change: Partial<RequestLogQuery>) => void;
  /** The controls at the end of the filter bar. */
  end?: ReactNode;
}

const NONE = { status: '', method: '', path: '', caller: '', request: '' };

interface Option {
  value: string;
  label: string;
}

const classes = [
  { value: '2xx', label: '2xx: succeeded' },
  { value: '3xx', label: '3xx: redirected' },
  { value: '4xx', label: '4xx: rejected' },
  { value: '5xx', label: '5xx: failed in Belfry' },
];
const codes = [200, 201, 204, 400, 401, 403, 404, 409, 412, 413, 422, 429, 500, 503];
const statuses = [...classes, ...codes.map((code) => ({ value: String(code), label: String(code) }))];

export function RequestLogFilters({ query, until, onChange, end }: Props) {
  return (
    <FilterBar
      label="Filter the request log"
      values={filterValues(query)}
      onReset={() => onChange(NONE)}
      search={
        <SearchFilter
          label="Search the request log"
          placeholder="Path, error or request ID"
          value={query.q}
          onChange={(q) => onChange({ q })}
        />
      }
      end={end}
      filters={useFilters({ query, until, onChange })}
    />
  );
}

function useFilters({ query, until, onChange }: Props): BarFilter[] {
  const { path, request } = query;
  const callers = useCallers();
  const choice = (key: 'status' | 'method' | 'caller', label: string, options: readonly Option[]): BarFilter => ({
    ...{ id: key, label, isSet: query[key] !== '' },
    chip: (
      <ChoiceFilter
        label={label}
        options={options}
        value={query[key] || null}
        onChange={(value) => onChange({ [key]: value ?? '' })}
      />
    ),
  });
  return [
    {
      ...{ id: 'time', label: 'Time', isSet: false, shown: 'always' },
      chip: <TimeFilter query={query} options={ranges} until={until} onChange={onChange} />,
    },
    choice('status', 'Status', statuses),
    choice('method', 'Method', METHODS),
    choice('caller', 'Caller', callers),
    {
      ...{ id: 'path', label: 'Path', isSet: path !== '', shown: 'rarely' },
      chip: (
        <TextFilter
          label="Path"
          help="The start of the path."
          placeholder="/api/v1/events"
          value={path}
          onChange={(value) => onChange({ path: pathPrefix(value) })}
        />
      ),
    },
    {
      ...{ id: 'request', label: 'Request ID', isSet: request !== '', shown: 'rarely' },
      chip: (
        <TextFilter
          label="Request ID"
          help="The ID in an error, in the audit log, or in the header X-Request-Id."
          value={request}
          onChange={(value) => onChange({ request: value })}
        />
      ),
    },
  ];
}

function useCallers() {
  const { id } = useEnvironment();
  const keys = useQuery(apiKeyQueries.list(id));
  const members = useQuery(memberQueries.list());
  return [
    ...(keys.data ?? []).map(({ _id, name }) => ({ value: `key:${_id}`, label: `API key ${name}` })),
    ...(members.data ?? []).map(({ _userId, name, email }) => ({
      value: `user:${_userId}`,
      label: `${name} (${email})`,
    })),
  ];
}

/** Reads the newest calls every two seconds. */
export function LiveSwitch({ query, onChange }: Pick<Props, 'query' | 'onChange'>) {
  const isPossible = canBeLive(query);
  const isOn = query.live && isPossible;
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-pressed={isOn}
      disabledReason={isPossible ? undefined : 'Only the first page of a range up to now updates live'}
      onClick={() => onChange({ live: !query.live })}
    >
      <span aria-hidden className={cn('size-1.5 rounded-full', isOn ? 'bg-ok' : 'bg-idle')} />
      {isOn ? 'Live' : 'Live off'}
    </Button>
  );
}
