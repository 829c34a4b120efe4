import { z } from 'zod';
import { Id } from '#lib/api/wire.ts';
import { counted } from '#lib/text/counted.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { durationText } from '#lib/time/time.ts';
import { alertKind } from './definition.ts';
import { minutesField, numberIn } from './number.ts';

const numbers = {
  percent: { label: 'Failure rate', unit: '%', min: 1, max: 100 },
  minutes: minutesField('Time range', 5),
  messages: { label: 'Minimum', unit: 'messages', min: 1, max: 100_000 },
};

export interface IntegrationFacts {
  name: string;
  sent: number;
  /** Messages that failed permanently or after all retries. */
  failed: number;
  /** The time for which the provider has not been reachable, in milliseconds. */
  unreachableMs?: number | undefined;
}

/**
 * Messages through an unreachable provider wait and count neither as sent nor as failed, so an outage is judged by its
 * length.
 */
export const integrationFailures = alertKind({
  kind: 'integration_failures',
  label: 'Messages fail',
  description: 'Messages through an integration fail, or its provider cannot be reached.',
  numbers,
  condition: z.object({
    kind: z.literal('integration_failures'),
    /** The integration that is watched. */
    integrationId: Id,
    percent: numberIn(numbers.percent),
    minutes: numberIn(numbers.minutes),
    messages: numberIn(numbers.messages),
  }),
  watchesIntegration: true,
  defaults: { percent: 20, minutes: 15, messages: 10 },
  checkedBy: 'worker',
  phrase: ({ percent, minutes, messages }, watched) =>
    `${percent}% or more of at least ${counted(messages, 'message')} through ${watched} fail within ${counted(minutes, 'minute')}`,
  judge({ name, sent, failed, unreachableMs }: IntegrationFacts, { percent, minutes, messages }) {
    if (unreachableMs !== undefined && unreachableMs >= minutes * MINUTE_MS)
      return {
        verdict: 'holds',
        words: `The provider of ${name} has not been reachable for ${durationText(unreachableMs)}`,
      };
    const all = sent + failed;
    const range = `in the last ${counted(minutes, 'minute')}`;
    if (all === 0) return { verdict: 'clear', words: `No message was sent through ${name} ${range}` };
    const share = Math.round((failed / all) * 100);
    const holds = all >= messages && failed * 100 >= percent * all;
    const words = `${failed} of ${counted(all, 'message')} (${share}%) through ${name} failed ${range}`;
    return { verdict: holds ? 'holds' : 'clear', words };
  },
});
