import type { StepContentIssue, StepIssues } from '#lib/steps/issues.ts';

/** Issues told of one control. */
const MAX_ISSUES = 50;

/** Collects the issues of a step by control path; the same issue of the same variable is told once. */
export class IssueList {
  readonly #issues = new Map<string, Map<string, StepContentIssue>>();

  add(path: string, issue: StepContentIssue): void {
    const list = this.#issues.get(path) ?? new Map<string, StepContentIssue>();
    this.#issues.set(path, list);
    const key = JSON.stringify([issue.issueType, issue.variableName, issue.variableName ? '' : issue.message]);
    if (!list.has(key) && list.size < MAX_ISSUES) list.set(key, issue);
  }

  has(path: string): boolean {
    return this.#issues.has(path);
  }

  /** Undefined when there is none. */
  toControls(): StepIssues['controls'] | undefined {
    if (this.#issues.size === 0) return undefined;
    return Object.fromEntries([...this.#issues].map(([path, list]) => [path, [...list.values()]]));
  }
}
