import type { ReplayDifference } from '#lib/replay/schema.ts';

/** The largest number of equal differences that are listed without folding. */
const MAX_LISTED = 3;

export interface DifferenceGroup {
  key: string;
  /** The runs that are listed. */
  shown: ReplayDifference[];
  /** More runs with the same change of the same steps, which are folded. */
  folded: ReplayDifference[];
}

/**
 * Groups runs with the same change of the same steps, in the order of their first run. A group of more than three runs
 * lists one run as the example.
 */
export function differenceGroups(differences: readonly ReplayDifference[]): DifferenceGroup[] {
  const groups = new Map<string, ReplayDifference[]>();
  for (const difference of differences) {
    const key = [difference.change, ...difference.steps.map(({ stepId, change }) => `${stepId} ${change}`)].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return [...groups].map(([key, all]) => {
    const count = all.length > MAX_LISTED ? 1 : all.length;
    return { key, shown: all.slice(0, count), folded: all.slice(count) };
  });
}
