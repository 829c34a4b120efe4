/**
 * Evidence that pages omit: the sentence, the step's icon or the condition already shows it, or it is an ID that people do
 * not read. The API's response has it.
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
