import type { EnvironmentDiff } from '#lib/publishing/schema.ts';

/** A workflow by its identifier, which is the same in both environments. */
export interface PausedThere {
  id: string;
  name: string;
}

/** Returns the numbers of workflows and layouts in which nothing differs, so that the page does not list them. */
export function unlistedCounts(diff: Pick<EnvironmentDiff, 'resources' | 'layouts'>) {
  const same = (items: readonly { status: string }[]) => items.filter(({ status }) => status === 'same').length;
  return { workflows: same(diff.resources) - pausedThere(diff).length, layouts: same(diff.layouts) };
}

/** Returns the workflows with the same content that are active in the source and paused in the target. */
export function pausedThere({ resources }: Pick<EnvironmentDiff, 'resources'>): PausedThere[] {
  return resources.flatMap(({ sourceResource, status, activeHere, activeThere }) =>
    sourceResource && status === 'same' && activeHere && activeThere === false
      ? { id: sourceResource.id, name: sourceResource.name }
      : [],
  );
}
