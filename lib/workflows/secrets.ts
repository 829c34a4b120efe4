/**
 * Secrets that workflow steps contain as plain text. Callers without `integrations:credentials`, including every API
 * key, read a mask instead. A mask that they send back keeps the stored value. Each function that maps a stored step to
 * a wire shape has a parameter for the reader, and masks the controls with `shownTo`.
 */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { may } from '#lib/auth/may.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { stepType } from '#lib/steps/index.ts';
import type { StepContent } from './version-schema.ts';

/** The reader of a step: a caller, or `everyone` for a record with many readers, such as the audit log. */
export type Reader = Pick<Ctx, 'actor'> | 'everyone';

export function readsMasks(reader: Reader): boolean {
  return reader === 'everyone' || !may(reader.actor, 'integrations:credentials');
}

/** Returns the controls of a step for a reader: with masks instead of secrets, unless the reader may see the secrets. */
export function shownTo(reader: Reader, type: string, controls: JsonObject): JsonObject {
  return (readsMasks(reader) && secretsOf(type)?.mask(controls)) || controls;
}

/** Returns the steps for a reader. Their controls are masked as in `shownTo`. */
export function stepsShownTo<Step extends { type: string; controlValues: JsonObject }>(
  reader: Reader,
  steps: readonly Step[],
): Step[] {
  return steps.map((step) => ({ ...step, controlValues: shownTo(reader, step.type, step.controlValues) }));
}

/**
 * Returns the steps that a caller wrote, with the stored values instead of masks.
 *
 * @throws ApiError `unprocessable` for a mask without a stored value, or with a changed address.
 */
export function restoredSteps(written: readonly StepContent[], stored: readonly StepContent[]): StepContent[] {
  return written.map((step, at) => {
    const before = stored.find(({ _id, type }) => _id === step._id && type === step.type)?.controlValues ?? {};
    const restored = secretsOf(step.type)?.restore(step.controlValues, before);
    if (!restored) return step;
    const { controls, strayMasks } = restored;
    if (strayMasks.length > 0) throw strayMask(strayMasks.map((path) => `steps.${at}.controlValues.${path}`));
    return { ...step, controlValues: controls };
  });
}

function secretsOf(type: string) {
  return isWorkflowStepType(type) ? stepType(type).secrets : undefined;
}

function strayMask(fields: readonly string[]): ApiError {
  const messages = ['Enter the secret or `{{ env.KEY }}`: no secret is stored behind this mask for this address'];
  const errors = Object.fromEntries(fields.map((field) => [field, { messages }]));
  return new ApiError('unprocessable', 'Validation Error', { errors });
}
