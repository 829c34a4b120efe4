import type { StepContentIssue } from '#lib/steps/issues.ts';

/** A template, what it becomes with the variables of `variables.ts`, and what the analysis says of it. */
export interface ConformanceCase {
  template: string;
  /** null: it cannot be rendered. */
  output: string | null;
  /** The one issue it has; none when absent. */
  issue?: StepContentIssue['issueType'];
}

/** Cases without issue, as pairs of template and output. */
export function legal(...pairs: (readonly [template: string, output: string])[]): ConformanceCase[] {
  return pairs.map(([template, output]) => ({ template, output }));
}

/** Cases that have one issue; they are rendered nevertheless unless the output is null. */
export function illegal(
  issue: StepContentIssue['issueType'],
  ...pairs: (readonly [template: string, output: string | null])[]
): ConformanceCase[] {
  return pairs.map(([template, output]) => ({ template, output, issue }));
}
