/**
 * Evidence that pages leave out: the sentence, the step's icon or the condition says it already, or it is an id that
 * nobody reads. The answer of the API has it.
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
