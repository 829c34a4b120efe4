import type { ApiFailure } from '#lib/api/client.ts';
import type { WorkflowDefinition } from './definition.ts';

/** A field that the API would not store. */
export interface RejectedField {
  /** Of the step it is in; absent for a setting of the workflow. */
  stepId?: string;
  /** Dotted path of the control, `name` of a step, or the setting. */
  path: string;
  message: string;
}

/** The field errors of a 422 at the places where people see the fields. */
export function rejectedFields({ errors }: Pick<ApiFailure, 'errors'>, sent: WorkflowDefinition): RejectedField[] {
  return Object.entries(errors).map(([field, { messages }]) => {
    const message = messages.join(' ');
    const [, at, path] = /^steps\.(\d+)(?:\.(.+))?$/.exec(field) ?? [];
    const step = at === undefined ? undefined : sent.steps[Number(at)];
    if (!step) return { path: field, message };
    return { stepId: step.stepId, path: (path ?? 'name').replace(/^controlValues\.?/, '') || 'name', message };
  });
}
