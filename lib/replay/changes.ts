/** The differences of runs and steps with a draft. Runs in the browser too. */
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';

/**
 * The kinds of change, the most important first. `rejected`: the trigger would start no run. `fails`: the step fails
 * only with the draft. `skipped`: a message is sent only without the draft. `sent`: a message is sent only with the
 * draft. `texts`: a text differs. `other`: a wait, request or result differs.
 */
export const REPLAY_CHANGES = ['rejected', 'fails', 'skipped', 'sent', 'texts', 'other'] as const;
export type ReplayChange = (typeof REPLAY_CHANGES)[number];

const PARTS: Record<ReplayChange, (count: number) => string> = {
  rejected: (count) => `${count} would be rejected`,
  fails: (count) => `${count} would fail`,
  skipped: (count) => `${count} would now be skipped`,
  sent: (count) => `${count} would now be sent`,
  texts: (count) => `${count} would have ${count === 1 ? 'a changed text' : 'changed texts'}`,
  other: (count) => `${count} would differ in waits, requests or results`,
};

/** Returns the result in one sentence: "Of 200 runs, 3 would now be skipped and 12 would have changed texts." */
export function replaySentence({ runs, changes }: { runs: number; changes: Record<ReplayChange, number> }): string {
  const parts = REPLAY_CHANGES.flatMap((change) => (changes[change] > 0 ? [PARTS[change](changes[change])] : []));
  if (runs === 0) return 'No run could be replayed.';
  if (parts.length === 0)
    return runs === 1 ? 'The run would be the same.' : `All ${counted(runs, 'run')} would be the same.`;
  return `Of ${counted(runs, 'run')}, ${listText(parts)}.`;
}
