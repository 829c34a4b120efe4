'use client';

import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { fromField, toField } from '#lib/time/zoned-input.ts';
import { spanOf, type TimeQuery } from './time-range.ts';

interface Props {
  query: TimeQuery;
  until: number;
  onChange: (change: Partial<Omit<TimeQuery, 'range'>>) => void;
}

const UTC = 'UTC';
const OWN = 'own';

/** The form of a range with dates, and of the zone in which the page shows times. */
export function OwnRange({ query, until, onChange }: Props) {
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
