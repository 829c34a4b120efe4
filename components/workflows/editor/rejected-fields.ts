import { fieldSentence } from '#components/ui/field-sentence.ts';
import type { ApiFailure } from '#lib/api/client.ts';
import type { WorkflowDefinition } from './definition.ts';

/** A field that the API rejected. */
export interface RejectedField {
  /** The step of the field. Undefined for a setting of the workflow. */
  stepId?: string;
  /** The dotted path of the control, `name` of a step, or the setting. */
  path: string;
  message: string;
}

/** Maps the field errors of a 422 to the fields of the page. */
export function rejectedFields({ errors }: Pick<ApiFailure, 'errors'>, sent: WorkflowDefinition): RejectedField[] {
  return Object.entries(errors).map(([field, { messages }]) => {
    const message = fieldSentence(messages.join(' '));
    const [, at, path] = /^steps\.(\d+)(?:\.(.+))?$/.exec(field) ?? [];
    const step = at === undefined ? undefined : sent.steps[Number(at)];
    if (!step) return { path: field, message };
    return { stepId: step.stepId, path: (path ?? 'name').replace(/^controlValues\.?/, '') || 'name', message };
  });
}
