import { conditionProblems } from '#lib/conditions/check.ts';
import type { JsonObject } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import type { IssueList } from './issue-list.ts';
import { suggestionOf } from './suggest.ts';
import { type VariableScope, variableProblem } from './variables.ts';

/** Adds the problems of the rule that skips a step. */
export function addSkipIssues(
  { complete }: StepType,
  { skip }: JsonObject,
  scope: VariableScope,
  issues: IssueList,
): void {
  if (!Object.hasOwn(complete.shape, 'skip')) return;
  if (typeof skip !== 'object' || skip === null || Array.isArray(skip)) return;
  for (const problem of conditionProblems(skip as JsonObject, (path) => variableProblem(path, scope))) {
    issues.add('skip', {
      issueType: problem.kind === 'missing' ? 'MISSING_VALUE' : 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE',
      ...(problem.variable !== undefined && {
        variableName: problem.variable,
        ...suggestionOf(problem.variable, problem.meant),
      }),
      message: problem.message,
    });
  }
}
