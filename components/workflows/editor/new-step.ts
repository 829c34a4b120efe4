import type { StepType } from '#lib/steps/controls.ts';
import { STEPS, stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import { slugify } from '#lib/text/slug.ts';
import type { DraftStep } from './definition.ts';
import { unused } from './step-ids.ts';

/** Every type that a new step can have, in the order of display. */
export const stepChoices = Object.keys(STEPS) as WorkflowStepType[];

/** The purpose of each step type in one line. A type without a purpose shows only its label. */
export const stepPurposes = Object.fromEntries(stepChoices.map((type) => [type, stepType(type).purpose])) as Partial<
  Record<WorkflowStepType, string>
>;

/** Returns a new step of this type. */
export function newStep(type: WorkflowStepType, taken: readonly DraftStep[]): DraftStep {
  const { draft }: StepType = STEPS[type];
  return { ...nameStep(stepLabels[type], taken), type, controls: { ...draft } };
}

/** Returns a copy of the step with a new name. */
export function copyOf(step: DraftStep, taken: readonly DraftStep[]): DraftStep {
  const { name, stepId } = nameStep(step.name.replace(/ \d+$/, ''), taken, 2);
  return { ...step, name, stepId, controls: structuredClone(step.controls) };
}

/** Returns a name and an identifier that are free in the workflow, numbered from `first`. */
function nameStep(base: string, taken: readonly DraftStep[], first = 1): Pick<DraftStep, 'name' | 'stepId'> {
  const names = new Set(taken.map((step) => step.name));
  const ids = new Set(taken.map((step) => step.stepId));
  return { name: unused(base, names, ' ', first), stepId: unused(slugify(base) || 'step', ids, '-', first) };
}
