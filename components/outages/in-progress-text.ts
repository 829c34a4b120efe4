import type { OutageList } from '#lib/integrations/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';

type Outage = OutageList[number];

/** Returns "not reachable since 09:12 · 37 messages wait", for a reader at `now` (milliseconds) in `zone`. */
export function lastingText(
  { openedAt, ...waits }: Pick<Outage, 'openedAt' | 'waiting' | 'more'>,
  now: number,
  zone?: string,
): string {
  const since = `not reachable since ${timesAt(now, zone).time(openedAt)}`;
  return waits.waiting === 0 ? since : `${since} · ${waitingText(waits)}`;
}

/** Returns "Not reachable · 37", with the number of waiting messages, for narrow windows. */
export function briefText({ waiting, more }: Pick<Outage, 'waiting' | 'more'>): string {
  return waiting === 0 ? 'Not reachable' : `Not reachable · ${waiting.toLocaleString('en')}${more ? '+' : ''}`;
}

/** Returns "37 messages wait". */
export function waitingText({ waiting, more }: Pick<Outage, 'waiting' | 'more'>): string {
  if (more) return `${waiting.toLocaleString('en')}+ messages wait`;
  return `${counted(waiting, 'message')} ${waiting === 1 ? 'waits' : 'wait'}`;
}
