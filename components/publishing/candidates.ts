import type { EnvironmentDiff, PreflightLine, ResourceDiff } from '#lib/publishing/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';

/** A workflow or layout that differs from the one in the target. */
export interface Candidate {
  /** Type and identifier, unique in the list. */
  key: string;
  type: 'workflow' | 'layout';
  /** Its identifier. */
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

interface Beforehand {
  isProduction: boolean;
  /** The keys in the URL. Empty: the page selects. */
  named: readonly string[];
}

/**
 * Returns the keys that are selected when the page opens: those in the URL, otherwise everything without a finding to
 * decide about. For production, only the keys in the URL are selected.
 */
export function selectedBeforehand(candidates: readonly Candidate[], { isProduction, named }: Beforehand): string[] {
  const able = candidates.filter((candidate) => !isBlocked(candidate));
  if (named.length > 0) return able.flatMap(({ key }) => (named.includes(key) ? key : []));
  if (isProduction) return [];
  return able.flatMap(({ key, findings }) => (findings.every(({ effect }) => effect === 'informs') ? key : []));
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

/** Returns whether a workflow is active in the target after publishing, and why: "Arrives paused, because something is missing". */
export function arrivalText({ activeAfter, activeThere, preflight }: ResourceDiff): string {
  if (activeThere !== undefined) return activeThere ? 'Stays active' : 'Stays paused';
  if (activeAfter) return 'Arrives active';
  return preflight.some(({ effect }) => effect === 'pauses')
    ? 'Arrives paused, because something is missing'
    : 'Arrives paused, as it is here';
}
