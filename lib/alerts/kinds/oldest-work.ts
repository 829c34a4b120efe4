import { z } from 'zod';
import { counted } from '#lib/text/counted.ts';
import { durationText } from '#lib/time/time.ts';
import { alertKind } from './definition.ts';
import { minutesField, numberIn } from './number.ts';

const MINUTE_MS = 60_000;

const numbers = { minutes: minutesField('Waiting time', 1) };

export interface OldestWorkFacts {
  /** For how long the oldest due job has waited, in milliseconds. Undefined if no job is due. */
  waitingMs?: number | undefined;
}

export const oldestWork = alertKind({
  kind: 'oldest_work',
  label: 'Oldest due work',
  description: 'Steps of this environment are due, and no worker takes them.',
  numbers,
  condition: z.object({ kind: z.literal('oldest_work'), minutes: numberIn(numbers.minutes) }),
  watchesIntegration: false,
  defaults: { minutes: 5 },
  checkedBy: 'web',
  phrase: ({ minutes }) => `A due step waits longer than ${counted(minutes, 'minute')}`,
  judge({ waitingMs }: OldestWorkFacts, { minutes }) {
    if (waitingMs === undefined) return { verdict: 'clear', words: 'No due step is waiting' };
    const holds = waitingMs > minutes * MINUTE_MS;
    return { verdict: holds ? 'holds' : 'clear', words: `The oldest due step waits for ${durationText(waitingMs)}` };
  },
});
