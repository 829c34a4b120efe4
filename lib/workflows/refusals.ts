import { ApiError, type FieldErrors } from '#lib/api/errors.ts';
import { matchSteps } from './definition.ts';
import type { StepBody, StepDefinition } from './schema.ts';

/** What the parts of a definition must be beyond their types; see `refuse`. */
export interface Written {
  steps?: readonly StepBody[];
}

export function workflowNotFound(workflowId: string): ApiError {
  return new ApiError('not_found', 'Workflow cannot be found', { extra: { workflowId } });
}

/**
 * Refuses what no schema of one field can: steps that stand for the same stored step or have the same `stepId`.
 *
 * @throws ApiError `unprocessable`.
 */
export function refuseBadWorkflow({ steps = [] }: Written, stored: readonly StepDefinition[]): void {
  const errors: FieldErrors = {};
  const matches = matchSteps(stored, steps);
  const ids = steps.map((step) => step.stepId);
  const refuse = (field: string, message: string) => {
    errors[field] = { messages: [...(errors[field]?.messages ?? []), message] };
  };
  for (const [at, match] of matches.entries()) {
    const stepId = ids[at];
    if (match && matches.indexOf(match) < at) refuse(`steps.${at}._id`, 'must not name a step twice');
    if (stepId !== undefined && ids.indexOf(stepId) < at)
      refuse(`steps.${at}.stepId`, 'must be unique in the workflow');
  }
  if (Object.keys(errors).length > 0) throw new ApiError('unprocessable', 'Validation Error', { errors });
}
