'use client';

import { CalendarDays } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Input } from '#components/ui/input.tsx';
import { dateTimeText, msOf, readDateTime, wallOf } from '#lib/time/date-time-text.ts';
import { type Day, MonthGrid } from './month-grid.tsx';

interface Props {
  label: string;
  /** The time as the user types it. */
  text: string;
  onText: (text: string) => void;
  /** Called when the user presses Enter, leaves the field or chooses a day. */
  onCommit?: (text: string) => void;
  /** Whether times are in UTC. Otherwise they are in the reader's zone. */
  isUtc?: boolean;
  /** Whether a day without a time means its last minute. */
  isEnd?: boolean;
  /** Shown while the field is empty. */
  placeholder?: string;
}

const EXAMPLE = '26 Nov 17:54, yesterday';

/** A time as text, such as "26 Nov 17:54", "yesterday" or ISO 8601, with a month to choose a day. */
export function DateTimeField({ label, text, onText, onCommit, placeholder = EXAMPLE, ...zone }: Props) {
  const { isUtc = false, isEnd = false } = zone;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const now = Date.now();
  const ms = readDateTime(text, { isUtc, isEnd, now });
  const isUnread = text.trim() !== '' && ms === undefined;
  const chosen = ms === undefined ? undefined : wallOf(ms, isUtc);
  const choose = (day: Day) => {
    const clock = chosen ?? (isEnd ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 });
    const next = dateTimeText(msOf({ ...clock, ...day }, isUtc), isUtc);
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
        {isUnread ? `Not a time. Examples: ${EXAMPLE}, 2026-11-26` : readText(text, ms, isUtc)}
      </p>
      {isOpen && <MonthGrid chosen={chosen} today={wallOf(now, isUtc)} onChoose={choose} />}
    </div>
  );
}

/** Returns the time that was read, if the text does not already show it. */
function readText(text: string, ms: number | undefined, isUtc: boolean): string {
  const read = ms === undefined ? '' : dateTimeText(ms, isUtc);
  return read === text.trim() ? '' : read;
}
