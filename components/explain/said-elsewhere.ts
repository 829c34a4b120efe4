interface Named {
  field: string;
  value?: unknown;
}

/**
 * Evidence that pages omit but the API returns. The sentence, the step's icon or the condition already shows such
 * evidence, or the evidence is an ID that people do not read.
 */
const SAID_ELSEWHERE: readonly string[] = [
  'attempt',
  'candidates',
  'channel',
  'connection',
  'condition',
  'control',
  'event',
  'preference',
  'problem',
  'sender',
  'values',
  'words',
];

/** The address that in-app messages record. Each subscriber has one inbox, so people need no address of it. */
const INBOX = 'the inbox';

/** @param all the evidence of the same reason. A sentence about a provider that cannot be reached omits the problem. */
export function isSaidElsewhere({ field, value }: Named, all: readonly Named[] = []): boolean {
  if (field === 'problem' && all.some((other) => other.field === 'connection')) return false;
  return SAID_ELSEWHERE.includes(field) || (field === 'address' && value === INBOX);
}
