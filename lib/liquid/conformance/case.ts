import type { StepContentIssue } from '#lib/steps/issues.ts';

/** A template, its output with the variables of `variables.ts`, and its issue in the analysis. */
export interface ConformanceCase {
  template: string;
  /** The rendered text. Null if the template cannot be rendered. */
  output: string | null;
  /** The type of the only issue. Absent if there is no issue. */
  issue?: StepContentIssue['issueType'];
}

/** Cases without issues, as pairs of template and output. */
export function legal(...pairs: (readonly [template: string, output: string])[]): ConformanceCase[] {
  return pairs.map(([template, output]) => ({ template, output }));
}

/** Cases that have one issue. They still render, unless the output is null. */
export function illegal(
  issue: StepContentIssue['issueType'],
  ...pairs: (readonly [template: string, output: string | null])[]
): ConformanceCase[] {
  return pairs.map(([template, output]) => ({ template, output, issue }));
}
