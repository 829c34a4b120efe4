/**
 * Secrets that stand in the steps of workflows in clear, from before there were environment variables. People without
 * `integrations:credentials` read a mask in their place, and a mask that they send back keeps what is stored.
 */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { may } from '#lib/auth/may.ts';
import type { JsonObject } from '#lib/json.ts';
import { isWorkflowStepType } from '#lib/steps/data-schema.ts';
import { stepType } from '#lib/steps/index.ts';
import type { StepContent } from './schema.ts';

/** Whether the caller reads masks. An API key gets what the interface says. */
export function readsMasks({ actor }: Pick<Ctx, 'actor'>): boolean {
  return actor.type === 'user' && !may(actor, 'integrations:credentials');
}

/** The controls of a step with masks in place of secrets. */
export function maskedControls(type: string, controls: JsonObject): JsonObject {
  return secretsOf(type)?.mask(controls) ?? controls;
}

/** Steps, or a workflow that holds them, with masks in place of secrets. */
export function maskedSteps<Step extends { type: string; controlValues: JsonObject }>(steps: readonly Step[]): Step[] {
  return steps.map((step) => ({ ...step, controlValues: maskedControls(step.type, step.controlValues) }));
}

/**
 * The steps that a caller wrote, with what is stored in place of masks.
 *
 * @throws ApiError `unprocessable` for a mask that stands for nothing, or beside an address that changed.
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
  const messages = [
    'is the mask of a secret that is not stored, or not for this address: write `{{ env.KEY }}`, or the value',
  ];
  const errors = Object.fromEntries(fields.map((field) => [field, { messages }]));
  return new ApiError('unprocessable', 'Validation Error', { errors });
}
