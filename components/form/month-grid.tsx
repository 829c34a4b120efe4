'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { msOf, type Wall, wallOf } from '#lib/time/date-time-text.ts';
import { DAY_MS } from '#lib/time/durations.ts';

export type Day = Pick<Wall, 'year' | 'month' | 'day'>;

interface Props {
  chosen: Day | undefined;
  today: Day;
  onChoose: (day: Day) => void;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** The days of a month. Arrow keys move by a day or week, Page Up and Page Down by a month, Home and End within a week. */
export function MonthGrid({ chosen, today, onChoose }: Props) {
  const [day, setDay] = useState<Day>(chosen ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(true);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    moved.current = false;
  });
  const keys = (event: KeyboardEvent) => {
    const next = moveBy(day, event.key);
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setDay(next);
  };
  const title = monthName.format(utc({ ...day, day: 1 }));
  return (
    <div className="rounded-md border border-line p-1">
      <div className="flex items-center justify-between">
        <Button variant="ghost" size="icon" aria-label="Previous month" onClick={() => setDay(byMonth(day, -1))}>
          <ChevronLeft aria-hidden />
        </Button>
        <p aria-live="polite" className="text-sm font-medium text-fg">
          {title}
        </p>
        <Button variant="ghost" size="icon" aria-label="Next month" onClick={() => setDay(byMonth(day, 1))}>
          <ChevronRight aria-hidden />
        </Button>
      </div>
      <table ref={grid} aria-label={title} onKeyDown={keys} className="w-full table-fixed" data-numeric>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={name} className="h-8 p-0 text-center text-xs font-normal text-faint">
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(day).map((week) => (
            <tr key={utc(week[0] ?? day)}>
              {week.map((each) => (
                <td key={utc(each)} className="p-0">
                  <button
                    type="button"
                    tabIndex={isSame(each, day) ? 0 : -1}
                    aria-pressed={isSame(each, chosen)}
                    aria-label={dayName.format(utc(each))}
                    aria-current={isSame(each, today) ? 'date' : undefined}
                    onClick={() => onChoose(each)}
                    className={cn(
                      'focus-inset h-8 w-full rounded-md text-sm hover:bg-hover pointer-coarse:h-10',
                      each.month === day.month ? 'text-fg' : 'text-faint',
                      isSame(each, today) && 'font-semibold text-accent-text',
                      isSame(each, chosen) && 'bg-accent-soft font-semibold text-accent-text',
                    )}
                  >
                    {each.day}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The day at midnight UTC, for calculations only. */
function utc({ year, month, day }: Day): number {
  return msOf({ year, month, day, hour: 0, minute: 0 }, 'UTC');
}

function dayAt(ms: number): Day {
  const { year, month, day } = wallOf(ms, 'UTC');
  return { year, month, day };
}

/** Returns the weekday, from 0 for Monday. */
const weekday = (day: Day) => (new Date(utc(day)).getUTCDay() + 6) % 7;

/** Returns six weeks, so that every month has the same height. */
export function weeksOf(day: Day): Day[][] {
  const first = { ...day, day: 1 };
  const start = utc(first) - weekday(first) * DAY_MS;
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => dayAt(start + (week * 7 + at) * DAY_MS)),
  );
}

/** Returns the same day of another month, or the last day of that month if the month is shorter. */
function byMonth({ year, month, day }: Day, count: number): Day {
  const last = dayAt(utc({ year, month: month + count + 1, day: 0 }));
  return { ...last, day: Math.min(day, last.day) };
}

/** Returns the day to which a key moves. Undefined for other keys. */
export function moveBy(day: Day, key: string): Day | undefined {
  if (key === 'PageUp') return byMonth(day, -1);
  if (key === 'PageDown') return byMonth(day, 1);
  const days: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(day),
    End: 6 - weekday(day),
  };
  const count = days[key];
  return count === undefined ? undefined : dayAt(utc(day) + count * DAY_MS);
}

function isSame(one: Day, other: Day | undefined): boolean {
  return other !== undefined && utc(one) === utc(other);
}
