'use client';

import { type FormEvent, useId, useState } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { ChoiceList } from '#components/table/choice-list.tsx';
import { FilterButton } from '#components/table/filter-button.tsx';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { fromField, toField } from '#lib/time/zoned-input.ts';
import { rangeText, spanOf, type TimeQuery } from './activity-query.ts';

interface Props<Range extends string> {
  query: TimeQuery<Range>;
  options: readonly { value: Range; label: string }[];
  until: number;
  onChange: (change: Partial<TimeQuery<Range>>) => void;
}

const UTC = 'UTC';
const OWN = 'own';

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

type OwnRangeProps = Omit<Props<string>, 'options' | 'onChange'> & {
  onChange: (change: Partial<Omit<TimeQuery, 'range'>>) => void;
};

function OwnRange({ query, until, onChange }: OwnRangeProps) {
  const isUtc = query.zone === UTC;
  const [problem, setProblem] = useState<string>();
  const span = spanOf(query, until);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [from, to] = ['from', 'to'].map((name) => fromField(String(data.get(name) ?? ''), isUtc));
    if (from === undefined || Number.isNaN(from)) return setProblem('Enter the start of the range.');
    if (to !== undefined && to <= from) return setProblem('The end is before the start.');
    onChange({ from: isoOf(from), to: isoOf(to ?? Number.NaN) });
  };
  return (
    <form
      key={query.zone}
      onSubmit={submit}
      aria-label="Range with dates"
      className="mt-1 flex flex-col gap-2 border-t border-line p-2"
    >
      <Moment label="From" name="from" value={toField(span.from, isUtc)} />
      <Moment label="To (empty: now)" name="to" value={query.to ? toField(span.to, isUtc) : ''} />
      <span className="flex flex-col gap-1 text-xs font-medium text-faint">
        Time zone
        <Select
          label="Time zone"
          value={isUtc ? UTC : OWN}
          onChange={(zone) => onChange({ zone: zone === UTC ? UTC : '' })}
          options={[
            { value: OWN, label: `Yours, ${Intl.DateTimeFormat().resolvedOptions().timeZone}` },
            { value: UTC, label: UTC },
          ]}
          className="h-8 font-normal"
        />
      </span>
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      )}
      <Button type="submit" size="sm" variant="primary" className="justify-center">
        Show this range
      </Button>
    </form>
  );
}

function Moment({ label, name, value }: { label: string; name: string; value: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1 text-xs font-medium text-faint">
      <label htmlFor={id}>{label}</label>
      <Input id={id} type="datetime-local" name={name} defaultValue={value} className="h-8 font-normal" />
    </div>
  );
}

function isoOf(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
