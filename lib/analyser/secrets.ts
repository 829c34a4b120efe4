import type { JsonObject } from '#lib/json/values.ts';
import type { StepType } from '#lib/steps/controls.ts';
import type { IssueList } from './issue-list.ts';

/**
 * Adds an issue for each plain-text secret in the controls, because everyone with access to the workflow can read it.
 */
export function addSecretIssues({ secrets }: StepType, controls: JsonObject, issues: IssueList): void {
  for (const { path } of secrets?.find(controls) ?? []) {
    const message =
      'This looks like a secret in plain text. Store it as a secret environment variable, and write `{{ env.KEY }}` with its key here.';
    issues.add(path, { issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE', message });
  }
}
