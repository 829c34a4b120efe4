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

export function isSaidElsewhere({ field }: { field: string }): boolean {
  return SAID_ELSEWHERE.includes(field);
}
