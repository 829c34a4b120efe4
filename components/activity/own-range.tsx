'use client';

import { type FormEvent, useState } from 'react';
import { DateTimeField } from '#components/form/date-time-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { dateTimeText, readDateTime } from '#lib/time/date-time-text.ts';
import { readerZone } from '#lib/time/reader-zone.ts';
import { spanOf, type TimeQuery } from './time-range.ts';

interface Props {
  query: TimeQuery;
  until: number;
  onChange: (change: Partial<Omit<TimeQuery, 'range'>>) => void;
}

const UTC = 'UTC';
const OWN = 'own';

/** The form of a range with dates, and of the zone in which the page shows times. */
export function OwnRange(props: Props) {
  // A new zone resets the form, whose texts show the times of the old zone.
  return <RangeForm key={props.query.zone} {...props} />;
}

function RangeForm({ query, until, onChange }: Props) {
  const zone = query.zone || readerZone();
  const [problem, setProblem] = useState<string>();
  const span = spanOf(query, until);
  const [from, setFrom] = useState(() => dateTimeText(span.from, zone));
  const [to, setTo] = useState(() => (query.to ? dateTimeText(span.to, zone) : ''));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const now = Date.now();
    const start = readDateTime(from, { zone, now });
    const end = to.trim() === '' ? Number.NaN : readDateTime(to, { zone, now, isEnd: true });
    if (start === undefined) return setProblem('Enter the start of the range.');
    if (end === undefined) return setProblem('Enter the end of the range, or leave it empty.');
    if (end <= start) return setProblem('The end is before the start.');
    onChange({ from: isoOf(start), to: isoOf(end) });
  };
  return (
    <form
      onSubmit={submit}
      aria-label="Range with dates"
      className="mt-1 flex w-72 max-w-full flex-col gap-2 border-t border-line p-2"
    >
      <DateTimeField label="From" text={from} onText={setFrom} zone={zone} />
      <DateTimeField label="To" text={to} onText={setTo} zone={zone} isEnd placeholder="Now" />
      <span className="flex flex-col gap-1 text-xs font-medium text-faint">
        Time zone
        <Select
          label="Time zone"
          value={query.zone === UTC ? UTC : OWN}
          onChange={(chosen) => onChange({ zone: chosen === UTC ? UTC : '' })}
          options={[
            { value: OWN, label: `Yours, ${readerZone()}` },
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

function isoOf(ms: number): string {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
