import { counted } from '#lib/text/counted.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { durationText } from '#lib/time/time.ts';
import { alertKind } from './definition.ts';
import { minutesKind } from './number.ts';

export interface OldestWorkFacts {
  /** The time for which the oldest due job has waited, in milliseconds. Undefined if no job is due. */
  waitingMs?: number | undefined;
}

export const oldestWork = alertKind({
  ...minutesKind('oldest_work', 'Waiting time'),
  label: 'Messages are late',
  description: 'Steps of this environment are due, but no worker runs them.',
  defaults: { minutes: 5 },
  phrase: ({ minutes }) => `A due step waits longer than ${counted(minutes, 'minute')}`,
  judge({ waitingMs }: OldestWorkFacts, { minutes }) {
    if (waitingMs === undefined) return { verdict: 'clear', words: 'No due step is waiting' };
    const holds = waitingMs > minutes * MINUTE_MS;
    return {
      verdict: holds ? 'holds' : 'clear',
      words: `The oldest due step has waited for ${durationText(waitingMs)}`,
    };
  },
});
