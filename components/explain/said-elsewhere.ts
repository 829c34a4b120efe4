/**
 * Evidence that pages omit but the API returns. The sentence, the step's icon or the condition already shows such
 * evidence, or the evidence is an ID that people do not read.
 */
const SAID_ELSEWHERE: readonly string[] = [
  'attempt',
  'candidates',
  'channel',
  'condition',
  'control',
  'preference',
  'problem',
  'values',
  'words',
];

/** The address that in-app messages record. Each subscriber has one inbox, so people need no address of it. */
const INBOX = 'the inbox';

export function isSaidElsewhere({ field, value }: { field: string; value?: unknown }): boolean {
  return SAID_ELSEWHERE.includes(field) || (field === 'address' && value === INBOX);
}
