'use client';

import { createContext, use } from 'react';
import { dayTime, hourMinute } from '#lib/time/day-time.ts';
import { absoluteTime, relativeTime } from '#lib/time/time.ts';
import { useReader } from './first-paint.ts';

const Zone = createContext<string | undefined>(undefined);

/** The time zone in which rows show their times. Undefined: the reader's own. */
export const ZoneProvider = Zone.Provider;

/** Returns the time now in milliseconds, and the zone for the times of rows. */
export function useRowTime(): { now: number; zone: string | undefined } {
  const reader = useReader();
  return { now: reader.now, zone: use(Zone) ?? reader.zone };
}

/** The width of the longest row time: "59 min ago 20:48", on phones "Yesterday 20:48" next to the page margin. */
export const ROW_TIME_WIDTH = '126px';

/** Rows older than this show the day instead of the elapsed time. */
const RECENT_MS = 86_400_000;

/**
 * The time of day in a row. For times within the last day, also the elapsed time if there is room, which makes
 * "Yesterday" and the seconds unnecessary.
 */
export function RowTime({ value }: { value: string }) {
  const { now, zone } = useRowTime();
  if (!now) return <time dateTime={value}>{value.slice(0, 10)}</time>;
  const ago = now - Date.parse(value) < RECENT_MS ? relativeTime(value, now) : undefined;
  const time = dayTime(value, now, zone);
  const clock = ago ? hourMinute(value, zone) : time;
  return (
    <time
      dateTime={value}
      data-tip={absoluteTime(value, zone)}
      data-numeric
      className="in-[td]:-ml-2 whitespace-nowrap text-muted"
    >
      {ago && <span className="pr-2 text-faint max-sm:hidden">{ago}</span>}
      {clock !== time && <span className="sm:hidden">{time}</span>}
      <span className={clock === time ? undefined : 'max-sm:hidden'}>{clock}</span>
    </time>
  );
}
