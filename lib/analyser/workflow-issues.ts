/**
 * Issues of a workflow's own fields. They report workflows whose runs may send nothing although every step is correct.
 */
import type { JsonObject } from '#lib/json/values.ts';
import { payloadSchemaProblems } from '#lib/payload-schemas/check.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { RuntimeIssue } from '#lib/workflows/schema.ts';
import type { Budget } from './budget.ts';
import { pathInSchema } from './schema-path.ts';
import { closest } from './suggest.ts';

export interface WorkflowFields {
  active: boolean;
  validatePayload?: boolean;
  payloadSchema: JsonObject | null;
  steps: readonly unknown[];
}

/**
 * Returns one issue per field. Undefined if there are none. Names, identifiers and tags have no issues, because saving
 * rejects invalid ones. Only issues of steps change the workflow's status.
 */
export function workflowIssues(
  { active, validatePayload, payloadSchema, steps }: WorkflowFields,
  budget: Budget,
): Record<string, RuntimeIssue> | undefined {
  const problems = {
    steps: steps.length === 0 ? active && NO_STEP : budget.isSpent && TOO_MUCH,
    payloadSchema: payloadSchema ? schemaProblem(payloadSchema) : validatePayload && NOTHING_TO_CHECK,
  };
  const issues = Object.entries(problems).flatMap(([field, message]) =>
    message ? [[field, { issueType: 'MISSING_VALUE', variableName: field, message }] as const] : [],
  );
  return issues.length > 0 ? Object.fromEntries(issues) : undefined;
}

const NO_STEP = 'The workflow has no step, so its triggers start no run. Add a step.';
const TOO_MUCH =
  'The steps contain more than can be checked: some issues may be missing here. Divide the workflow, or make its templates and its payload schema simpler.';
const NOTHING_TO_CHECK =
  '“Check payloads” is on, but there is no schema: any payload passes. Write a schema, or switch the check off.';

/**
 * Returns the problem of a stored schema. Saving checks schemas, but an earlier version of Belfry may have stored an
 * invalid schema.
 */
function schemaProblem(schema: JsonObject): string | undefined {
  const [problem] = payloadSchemaProblems(schema);
  if (problem) return `This is not a valid JSON Schema: ${problem}`;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  for (const name of required) {
    const result = pathInSchema(schema, [name]);
    if (result.known) continue;
    const meant = didYouMean(closest(name, result.names)) || ' Describe it, or do not require it.';
    return `The payload schema requires \`${name}\` but does not describe it.${meant}`;
  }
  return undefined;
}
