import { z } from 'zod';
import { type CredentialEnd, daysLeft, endText, WARNED_DAYS } from '#lib/integrations/credential-end.ts';
import { counted } from '#lib/text/counted.ts';
import { shortList } from '#lib/text/list-text.ts';
import { alertKind } from './definition.ts';
import { numberIn } from './number.ts';

const numbers = { days: { label: 'Before the end', unit: 'days', min: 1, max: 365 } };

/** The maximum number of further integrations that the text names. */
const MAX_NAMES = 5;

export interface CredentialsEndFacts {
  /** The known expiry times of the credentials of active integrations. */
  ends: readonly (CredentialEnd & { name: string })[];
  /** The current time in milliseconds. */
  now: number;
}

export const credentialsEnd = alertKind({
  kind: 'credentials_end',
  label: 'Credentials end',
  description: 'The client certificate or a secret of an active integration ends soon.',
  numbers,
  condition: z.object({ kind: z.literal('credentials_end'), days: numberIn(numbers.days) }),
  watchesIntegration: false,
  defaults: { days: WARNED_DAYS },
  checkedBy: 'worker',
  phrase: ({ days }) => `Credentials of an active integration end within ${counted(days, 'day')}`,
  judge({ ends, now }: CredentialsEndFacts, { days }) {
    const near = ends
      .filter((end) => daysLeft(end, now) <= days)
      .toSorted((one, other) => one.day.localeCompare(other.day));
    const [first, ...others] = near;
    if (!first) return { verdict: 'clear', words: `No known credentials end within ${counted(days, 'day')}` };
    const names = others.map(({ name }) => name);
    const more = names.length > 0 ? ` (also ending: ${shortList(names, MAX_NAMES)})` : '';
    return { verdict: 'holds', words: `${first.name}: ${endText(first, now)}${more}` };
  },
});
