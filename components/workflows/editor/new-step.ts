import { slugify } from '#lib/slug.ts';
import type { StepType } from '#lib/steps/controls.ts';
import { STEPS, stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import type { DraftStep } from './definition.ts';
import { unused } from './step-ids.ts';

/** Every type that a step can be given, in the order in which they are offered. */
export const stepChoices = Object.keys(STEPS) as WorkflowStepType[];

/** What a step is for, in one line; a type without one goes by its word alone. */
export const stepPurposes = Object.fromEntries(stepChoices.map((type) => [type, stepType(type).purpose])) as Partial<
  Record<WorkflowStepType, string>
>;

/** A step of this type as it is before anybody has edited it. */
export function newStep(type: WorkflowStepType, taken: readonly DraftStep[]): DraftStep {
  const { draft }: StepType = STEPS[type];
  return { ...nameStep(stepLabels[type], taken), type, controls: { ...draft } };
}

/** The same step once more, under a name of its own. */
export function copyOf(step: DraftStep, taken: readonly DraftStep[]): DraftStep {
  const { name, stepId } = nameStep(step.name.replace(/ \d+$/, ''), taken, 2);
  return { ...step, name, stepId, controls: structuredClone(step.controls) };
}

/** A name and an identifier not yet taken in the workflow, numbered from `first` on. */
function nameStep(base: string, taken: readonly DraftStep[], first = 1): Pick<DraftStep, 'name' | 'stepId'> {
  const names = new Set(taken.map((step) => step.name));
  const ids = new Set(taken.map((step) => step.stepId));
  return { name: unused(base, names, ' ', first), stepId: unused(slugify(base) || 'step', ids, '-', first) };
}
