import type { StepIssues } from '#lib/steps/issues.ts';

type Issue = Pick<FlatIssue, 'issueType' | 'message'>;

interface StepWithIssues {
  issues?: StepIssues | undefined;
}

export interface FlatIssue {
  /** Control path (`subject`) or, for `integration`, the step type. */
  path: string;
  kind: 'control' | 'integration';
  issueType: string;
  message: string;
}

/** The issues of one step as a flat list: controls first. */
export function issuesOf({ issues }: StepWithIssues): FlatIssue[] {
  const flat = (kind: FlatIssue['kind'], group: Record<string, readonly Issue[]> | undefined): FlatIssue[] =>
    Object.entries(group ?? {}).flatMap(([path, list]) =>
      list.map(({ issueType, message }) => ({ path, kind, issueType, message })),
    );
  return [...flat('control', issues?.controls), ...flat('integration', issues?.integration)];
}
