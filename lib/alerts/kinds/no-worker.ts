import { counted } from '#lib/text/counted.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { durationText } from '#lib/time/time.ts';
import { alertKind } from './definition.ts';
import { minutesKind } from './number.ts';

export interface WorkerFacts {
  /** The number of workers that are alive. */
  alive: number;
  /** The time for which this web process has seen no living worker, in milliseconds. */
  missingMs: number;
}

/**
 * Soon after its start, a web process cannot know yet that a worker is missing, so it does not end another process’s
 * alert.
 */
export const noWorker = alertKind({
  ...minutesKind('no_worker', 'Time without a worker'),
  label: 'No worker',
  description: 'No worker is alive, so nothing is delivered. The web process notices and sends this alert itself.',
  defaults: { minutes: 2 },
  phrase: ({ minutes }) => `No worker has been alive for ${counted(minutes, 'minute')}`,
  judge({ alive, missingMs }: WorkerFacts, { minutes }) {
    if (alive > 0)
      return {
        verdict: 'clear',
        words: `${counted(alive, 'worker is', 'workers are')} alive, and messages are delivered`,
      };
    const words = `No worker has been alive for ${durationText(missingMs)}, so nothing is delivered`;
    return { verdict: missingMs >= minutes * MINUTE_MS ? 'holds' : 'unclear', words };
  },
});
