import type { Explanation } from '#lib/explain/schema.ts';

/** Returns "Nothing in Development matches “jan”." Undefined if there is a match. */
export function noMatchText({ code, decisive }: Explanation, environment: string): string | undefined {
  if (code !== 'subscriber_unknown') return undefined;
  return `Nothing in ${environment} matches “${searchedIn(decisive)}”.`;
}

/** Returns the search text of an answer that has no match or several matches. */
export function searchedIn({ reason: { evidence } }: Explanation['decisive']): string {
  return 'value' in evidence ? String(evidence.value) : '';
}
