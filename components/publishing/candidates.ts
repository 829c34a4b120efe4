import type { EnvironmentDiff, PreflightLine, ResourceDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';

/** A workflow or layout that differs from its counterpart in the target. */
export interface Candidate {
  /** Type and identifier, unique in the list. */
  key: string;
  type: 'workflow' | 'layout';
  /** The identifier of the workflow or layout. */
  id: string;
  name: string;
  status: 'new' | 'changed';
  findings: readonly PreflightLine[];
  /** The comparison of a workflow. */
  resource?: ResourceDiff;
}

/** Returns everything that differs: workflows first, each kind by name. */
export function candidatesOf({ resources, layouts }: EnvironmentDiff): Candidate[] {
  const workflows = resources.flatMap((resource): Candidate[] => {
    const { sourceResource: workflow, status, preflight: findings } = resource;
    if (!workflow || status === 'same') return [];
    const { id, name } = workflow;
    return [{ key: keyOf('workflow', id), type: 'workflow', id, name, status, findings, resource }];
  });
  const differing = layouts.flatMap(({ layoutId: id, name, status }): Candidate[] =>
    status === 'same' ? [] : [{ key: keyOf('layout', id), type: 'layout', id, name, status, findings: [] }],
  );
  return [...workflows, ...differing];
}

export function keyOf(type: Candidate['type'], id: string): string {
  return `${type} ${id}`;
}

/** Whether a finding prevents publishing the candidate. */
export function isBlocked({ findings }: Pick<Candidate, 'findings'>): boolean {
  return findings.some(({ effect }) => effect === 'blocks');
}

/** Returns the keys that are selected when the page opens: the keys in the URL that can be published. */
export function selectedBeforehand(candidates: readonly Candidate[], named: readonly string[]): string[] {
  return candidates.flatMap((candidate) =>
    !isBlocked(candidate) && named.includes(candidate.key) ? candidate.key : [],
  );
}

/** Returns the names of the selected workflows that need a layout which the target lacks, by the layout’s key. */
export function layoutsAlong(chosen: readonly Candidate[]): ReadonlyMap<string, string[]> {
  const along = new Map<string, string[]>();
  for (const { name, resource } of chosen) {
    for (const layout of resource?.layouts ?? []) {
      const key = keyOf('layout', layout);
      along.set(key, [...(along.get(key) ?? []), name]);
    }
  }
  return along;
}

/** Whether a name or identifier contains the text, ignoring case. */
export function matches({ name, id }: Pick<Candidate, 'name' | 'id'>, text: string): boolean {
  return `${name}\n${id}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Returns "3 workflows and 1 layout". */
export function namedCounts(items: readonly Pick<Candidate, 'type'>[]): string {
  const count = (wanted: Candidate['type']) => items.filter(({ type }) => type === wanted).length;
  const [workflows, layouts] = [count('workflow'), count('layout')];
  const parts = [
    ...(workflows > 0 || layouts === 0 ? [counted(workflows, 'workflow')] : []),
    ...(layouts > 0 ? [counted(layouts, 'layout')] : []),
  ];
  return listText(parts);
}
