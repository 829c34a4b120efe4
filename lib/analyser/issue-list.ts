import type { StepContentIssue, StepIssues } from '#lib/steps/issues.ts';

/** Maximum issues reported for one control. */
export const MAX_ISSUES = 50;

/** Collects the issues of a step by control path. The same issue about the same variable is reported once. */
export class IssueList {
  readonly #issues = new Map<string, Map<string, StepContentIssue>>();

  /** A control named __proto__ is written in brackets, because zod's records omit such a key. */
  add(path: string, issue: StepContentIssue): void {
    const key = path === '__proto__' ? "['__proto__']" : path;
    const list = this.#issues.get(key) ?? new Map<string, StepContentIssue>();
    this.#issues.set(key, list);
    const same = JSON.stringify([issue.issueType, issue.variableName, issue.message]);
    if (!list.has(same) && list.size < MAX_ISSUES) list.set(same, issue);
  }

  has(path: string): boolean {
    return this.#issues.has(path);
  }

  /** Returns the issues by control path. Undefined if there are none. */
  toControls(): StepIssues['controls'] | undefined {
    if (this.#issues.size === 0) return undefined;
    return Object.fromEntries([...this.#issues].map(([path, list]) => [path, [...list.values()]]));
  }
}
