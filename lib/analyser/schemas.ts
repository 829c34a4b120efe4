import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { payloadSchemaProblems } from '#lib/payload-schemas/check.ts';
import type { StepType } from '#lib/steps/controls.ts';
import type { IssueList } from './issue-list.ts';

/** Adds issues for controls that should contain a JSON Schema and do not. */
export function addSchemaIssues({ schemas = [] }: StepType, controls: JsonObject, issues: IssueList): void {
  for (const path of schemas) {
    const schema = valueAt(controls, path);
    if (typeof schema !== 'object' || schema === null) continue;
    const [problem] = payloadSchemaProblems(schema as JsonObject);
    if (problem) {
      issues.add(path, {
        issueType: 'MISSING_VALUE',
        variableName: path,
        message: `This is not a valid JSON Schema: ${problem}`,
      });
    }
  }
}
