'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEnvironment } from '#components/layout/session.tsx';
import { sides } from '#components/status/sides.tsx';
import { states } from '#components/status/states.ts';
import { FacetFilter } from '#components/table/facet-filter.tsx';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { ReasonCounts } from '#lib/notifications/counts/reason-counts-schema.ts';
import { SIDES, type Side } from '#lib/reasons/side.ts';
import { sideOf } from '#lib/reasons/sides.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';
import { reasonOptions } from './filter-summary.ts';

interface Props {
  query: ActivityQuery;
  until: number;
  onChange: (change: Partial<ActivityQuery>) => void;
}

const grouped = [...SIDES, undefined].flatMap((side) =>
  reasonOptions
    .filter(({ value }) => sideOf(value) === side)
    .map((option) => ({ ...option, group: side === undefined ? states.sent.label : sides[side].label })),
);

/** The filter by reason: the reasons of each side, with the number of runs that match the other filters. */
export function ReasonFilter({ query, until, onChange }: Props) {
  const [counts, setOpen] = useCounts(query, until);
  const options = grouped.map((option) => ({
    ...option,
    note: countText(counts, ({ reason }) => reason === option.value),
  }));
  return (
    <FacetFilter
      label="Reason"
      wide
      options={options}
      help="The reason for the run’s outcome. If several steps were skipped, the reason of the first one."
      value={query.reason}
      onChange={(reason) => onChange({ reason })}
      onOpenChange={setOpen}
    />
  );
}

const sideOptions = SIDES.map((value) => ({ value, label: sides[value].label, icon: sides[value].icon }));

/** The filter by the side of the reason, with the number of runs that match the other filters. */
export function SideFilter({ query, until, onChange }: Props) {
  const [counts, setOpen] = useCounts(query, until);
  const options = sideOptions.map((option) => ({
    ...option,
    note: countText(counts, ({ side }) => side === option.value),
  }));
  return (
    <FacetFilter
      label="Cause"
      options={options}
      help="The party that caused the outcome. Belfry means this installation: its integrations, limits and workers."
      value={query.side}
      onChange={(side) => onChange({ side: side as Side[] })}
      onOpenChange={setOpen}
    />
  );
}

type Counts = ReasonCounts['data'] | undefined;

/** Returns the counts by reason, which are read when the filter opens. */
function useCounts(query: ActivityQuery, until: number): [Counts, (open: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const environment = useEnvironment();
  const input = activityInput(query, until);
  const { data } = useQuery({ ...notificationQueries.reasons(environment.id, input), enabled: isOpen });
  return [data?.data, setOpen];
}

/** Returns the sum of the counts, "1,200" or "1,000+". Undefined if the sum is zero or unknown. */
function countText(counts: Counts, isCounted: (count: ReasonCounts['data'][number]) => boolean): string | undefined {
  const found = counts?.filter(isCounted) ?? [];
  if (found.length === 0) return undefined;
  const sum = found.reduce((all, { count }) => all + count, 0);
  return `${sum.toLocaleString('en')}${found.some(({ more }) => more) ? '+' : ''}`;
}
