'use client';

import { createContext, use } from 'react';
import { useReader } from '#components/layout/first-paint.ts';
import { StateMark } from '#components/status/state-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { dayTime } from '#lib/day-time.ts';
import { type RowState, rowText } from '#lib/notifications/row-text.ts';
import type { RunSummary } from '#lib/notifications/run-summary.ts';
import { absoluteTime, relativeTime } from '#lib/time.ts';

const Zone = createContext<string | undefined>(undefined);

/** The time zone in which rows show their times. Undefined: the reader's own. */
export const ZoneProvider = Zone.Provider;

function useRowTime(): { now: number; zone: string | undefined } {
  const reader = useReader();
  return { now: reader.now, zone: use(Zone) ?? reader.zone };
}

export function RunState({ run }: { run: RunSummary }) {
  const { now, zone } = useRowTime();
  return <StateMark state={rowText(run, now, zone).state} show="icon" />;
}

/** Nothing else happened, so there is no reason to read. */
const PLAIN: ReadonlySet<string> = new Set<RowState>(['sent', 'sandboxed']);

/** What happened and why: nobody opens a run to learn that it was skipped. */
export function RunOutcome({ run, className }: { run: RunSummary; className?: string }) {
  const { now, zone } = useRowTime();
  const { text, failed, state } = rowText(run, now, zone);
  const tone = failed ? 'text-bad' : state === 'stuck' ? 'text-warn' : PLAIN.has(state) ? 'text-faint' : 'text-muted';
  return <Truncate value={text} className={cn(tone, className)} />;
}

/** Older ones have a date, which says the same. */
const NAMED_DAYS_MS = 6 * 86_400_000;

/** The clock time, and beside it how long ago that is, where there is room. */
export function RunTime({ value }: { value: string }) {
  const { now, zone } = useRowTime();
  if (!now) return <time dateTime={value}>{value.slice(0, 10)}</time>;
  const ago = now - Date.parse(value) < NAMED_DAYS_MS ? relativeTime(value, now) : undefined;
  return (
    <time
      dateTime={value}
      data-tip={absoluteTime(value, zone)}
      data-numeric
      className="text-muted max-sm:inline-block max-sm:whitespace-normal"
    >
      {ago && <span className="pr-2 text-faint max-sm:hidden">{ago}</span>}
      <span>{dayTime(value, now, zone)}</span>
    </time>
  );
}
