/** A tab of the page: messages that match its filter. */
export interface Tab {
  label: string;
  filter?: { tags?: unknown; data?: unknown; severity?: string | string[] };
}

/** Returns the valid tabs among the tabs that a page sets. `problem` is undefined if all are valid. */
export function tabsOf(given: unknown): { tabs: readonly Tab[]; problem?: string } {
  if (given === undefined || given === null) return { tabs: [] };
  if (!Array.isArray(given)) return { tabs: [], problem: 'tabs is not a list' };
  const tabs = given.filter(isTab);
  return {
    tabs,
    ...(tabs.length < given.length && { problem: 'each tab needs a label, and its filter must be an object' }),
  };
}

function isTab(given: unknown): given is Tab {
  if (typeof given !== 'object' || given === null) return false;
  const { label, filter = {} } = given as { label?: unknown; filter?: unknown };
  return typeof label === 'string' && typeof filter === 'object' && filter !== null;
}

/** Returns the filter of a tab as query parameters of the list. */
export function filterQuery({
  tags,
  data,
  severity,
}: NonNullable<Tab['filter']> = {}): [name: string, value: string][] {
  const groups = tagGroups(tags);
  const isOne = groups.length === 1;
  return [
    ...groups.flatMap((group, index) =>
      group.map((tag): [string, string] => [isOne ? 'tags[]' : `tags[${index}][]`, tag]),
    ),
    ...[severity ?? []].flat().map((value): [string, string] => ['severity[]', value]),
    ...(data === undefined ? [] : [['data', JSON.stringify(data)] as [string, string]]),
  ];
}

/**
 * Returns groups of tags. A message needs one tag of each. Accepts `['a']`, `{ or: ['a'] }` or `{ and: [{ or: ['a'] }]
 * }`.
 */
function tagGroups(tags: unknown): string[][] {
  if (typeof tags === 'string') return [[tags]];
  if (Array.isArray(tags)) return tags.length > 0 ? [tags.map(String)] : [];
  const { or, and } = (tags ?? {}) as { or?: unknown; and?: unknown };
  return Array.isArray(and) ? and.flatMap(tagGroups) : tagGroups(or ?? []);
}
