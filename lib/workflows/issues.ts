import { STEP_FACTS } from '#lib/steps/facts.generated.ts';
import type { StepContentIssue, StepIssues } from '#lib/steps/issues.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';

type Issue = Pick<FlatIssue, 'issueType' | 'message'>;

interface StepWithIssues {
  type: StepTypeName;
  issues?: StepIssues | undefined;
}

export interface FlatIssue {
  /** The path of the control (`subject`), or the step type if `kind` is `integration`. */
  path: string;
  kind: 'control' | 'integration';
  issueType: string;
  message: string;
}

/** Returns the issues of one step as a flat list: controls first, each issue once. */
export function issuesOf({ type, issues }: StepWithIssues): FlatIssue[] {
  const flat = (kind: FlatIssue['kind'], group: Record<string, readonly Issue[]> | undefined): FlatIssue[] =>
    Object.entries(group ?? {}).flatMap(([path, list]) =>
      list.map(({ issueType, message }) => ({ path, kind, issueType, message })),
    );
  return [...flat('control', dedupeIssues(type, issues?.controls ?? {})), ...flat('integration', issues?.integration)];
}

type ControlIssues = Readonly<Record<string, readonly StepContentIssue[]>>;

/**
 * Returns issues by control. A control that is edited in the field of another control (its host) omits the issues that
 * the host has too: an amount and its unit can share an issue.
 */
export function dedupeIssues(type: StepTypeName, issues: ControlIssues): ControlIssues {
  if (type === 'trigger') return issues;
  const hosts: Readonly<Record<string, string>> = STEP_FACTS[type].hosts;
  const distinct = Object.entries(issues).map(([path, list]) => {
    const hostMessages = new Set(issues[hosts[path] ?? '']?.map(({ message }) => message));
    return [path, list.filter(({ message }) => !hostMessages.has(message))] as const;
  });
  return Object.fromEntries(distinct.filter(([, list]) => list.length > 0));
}
