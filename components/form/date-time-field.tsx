'use client';

import { CalendarDays } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { dateTimeText, msOf, readDateTime, wallOf } from '#lib/time/date-time-text.ts';
import { readerZone } from '#lib/time/reader-zone.ts';
import { type Day, MonthGrid } from './month-grid.tsx';

interface Props {
  label: string;
  /** The time as the user types it. */
  text: string;
  onText: (text: string) => void;
  /** Called when the user presses Enter, leaves the field or chooses a day. */
  onCommit?: (text: string) => void;
  /** The IANA time zone of the text. By default the reader's. */
  zone?: string;
  /** Whether a day without a time means its last minute. */
  isEnd?: boolean;
  /** Shown while the field is empty. */
  placeholder?: string;
}

const EXAMPLE = '26 Nov 17:54, yesterday';

/** A time as text, such as "26 Nov 17:54", "yesterday" or ISO 8601, with a month to choose a day. */
export function DateTimeField({ label, text, onText, onCommit, placeholder = EXAMPLE, ...props }: Props) {
  const { zone = readerZone(), isEnd = false } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const now = Date.now();
  const ms = readDateTime(text, { zone, isEnd, now });
  const isUnread = text.trim() !== '' && ms === undefined;
  const chosen = ms === undefined ? undefined : wallOf(ms, zone);
  const choose = (day: Day) => {
    const clock = chosen ?? (isEnd ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 });
    const next = dateTimeText(msOf({ ...clock, ...day }, zone), zone);
    onText(next);
    onCommit?.(next);
    setOpen(false);
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-faint">
        {label}
      </label>
      <div className="flex gap-1">
        <Input
          id={id}
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isUnread || undefined}
          aria-describedby={`${id}-read`}
          onChange={({ target }) => onText(target.value)}
          onBlur={() => onCommit?.(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !onCommit) return;
            event.preventDefault();
            onCommit(text);
          }}
          className="h-8 font-normal"
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Choose the day: ${label}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <CalendarDays aria-hidden />
        </Button>
      </div>
      <p
        id={`${id}-read`}
        aria-live="polite"
        className={isUnread ? 'text-xs text-bad' : 'text-xs text-faint empty:hidden'}
      >
        {isUnread ? `Not a time. Examples: ${EXAMPLE}, 2026-11-26` : readText(text, ms, zone)}
      </p>
      {isOpen && <MonthGrid chosen={chosen} today={wallOf(now, zone)} onChoose={choose} />}
    </div>
  );
}

/** Returns the time that was read, if the text does not already show it. */
function readText(text: string, ms: number | undefined, zone: string): string {
  const read = ms === undefined ? '' : dateTimeText(ms, zone);
  return read === text.trim() ? '' : read;
}
