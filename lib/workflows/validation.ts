import { ApiError, type FieldErrors } from '#lib/api/errors.ts';
import { conditionLimitProblem } from '#lib/conditions/check.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { payloadSchemaProblems } from '#lib/payload-schemas/check.ts';
import { matchSteps } from './definition.ts';
import type { StepBody } from './schema.ts';
import type { StepContent } from './version-schema.ts';

export function workflowNotFound(workflowId: string): ApiError {
  return new ApiError('not_found', 'Workflow cannot be found', { extra: { workflowId } });
}

interface Written {
  payloadSchema?: JsonObject | null | undefined;
  steps?: readonly StepBody[] | undefined;
}

/**
 * Checks rules over several fields: invalid payload schemas, several steps for the same stored step or with the same
 * `stepId`, and conditions that are too large. The analyser checks whether a condition makes sense.
 *
 * @param stored the currently stored steps.
 * @throws ApiError `unprocessable`.
 */
export function assertValidWorkflow({ payloadSchema, steps = [] }: Written, stored: readonly StepContent[]): void {
  const problems = [
    ...(payloadSchema ? payloadSchemaProblems(payloadSchema) : []).map(
      (message): Problem => ['payloadSchema', message],
    ),
    ...identityProblems(steps, stored),
    ...steps.flatMap(conditionProblem),
  ];
  if (problems.length === 0) return;
  const errors: FieldErrors = {};
  for (const [field, message] of problems) errors[field] = { messages: [...(errors[field]?.messages ?? []), message] };
  throw new ApiError('unprocessable', 'Validation Error', { errors });
}

type Problem = [field: string, message: string];

function identityProblems(steps: readonly StepBody[], stored: readonly StepContent[]): Problem[] {
  const matches = matchSteps(stored, steps);
  const ids = steps.map((step) => step.stepId);
  return steps.flatMap(({ stepId }, at): Problem[] => [
    ...(matches[at] && matches.indexOf(matches[at]) < at
      ? [[`steps.${at}._id`, 'must not name a step twice'] satisfies Problem]
      : []),
    ...(stepId !== undefined && ids.indexOf(stepId) < at
      ? [[`steps.${at}.stepId`, 'must be unique in the workflow'] satisfies Problem]
      : []),
  ]);
}

function conditionProblem({ controlValues }: StepBody, at: number): Problem[] {
  const problem = conditionLimitProblem(controlValues?.skip);
  return problem ? [[`steps.${at}.controlValues.skip`, `${problem}: make it smaller`]] : [];
}
