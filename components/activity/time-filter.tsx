'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import { rangeText } from './activity-query.ts';
import type { TimeQuery } from './time-range.ts';

interface Props<Range extends string> {
  query: TimeQuery<Range>;
  options: readonly { value: Range; label: string }[];
  until: number;
  onChange: (change: Partial<TimeQuery<Range>>) => void;
}

// Loaded when the filter first opens, because no page shows the date form at first.
const OwnRange = dynamic(() => import('./own-range.tsx').then((module) => module.OwnRange), { ssr: false });

/** The time filter: a range that ends now or has dates, and the zone in which the page shows times. */
export function TimeFilter<Range extends string>({ query, options, until, onChange }: Props<Range>) {
  const [open, setOpen] = useState(false);
  const isOwn = Boolean(query.from || query.to);
  const text = rangeText(query, until, useReader().zone);
  const choose = (change: Partial<TimeQuery<Range>>) => {
    onChange(change);
    setOpen(false);
  };
  return (
    <FilterButton label={text.charAt(0).toUpperCase() + text.slice(1)} open={open} onOpenChange={setOpen}>
      <ChoiceList
        label="Time range"
        options={options}
        value={isOwn ? null : query.range}
        onChoose={(range) => choose({ range, from: '', to: '' })}
      />
      <OwnRange query={query} until={until} onChange={choose} />
    </FilterButton>
  );
}
