import { slugify } from '#lib/text/slug.ts';
import type { DraftStep, WorkflowDefinition } from './definition.ts';

/** The new IDs of steps, by their current IDs. */
export type StepIds = ReadonlyMap<string, string>;

/**
 * Returns the IDs that steps get from their names before their first save. A step keeps its ID if another step's
 * template refers to the ID, or if the step was ever saved, because templates, code and past runs may refer to it.
 */
export function idsFromNames(now: WorkflowDefinition, saved: WorkflowDefinition): StepIds {
  const known = new Set(saved.steps.map(({ stepId }) => stepId));
  const taken = new Set(now.steps.map(({ stepId }) => stepId));
  const ids = new Map<string, string>();
  for (const step of now.steps) {
    const base = slugify(step.name);
    if (known.has(step.stepId) || base === '' || isNamed(step.stepId, now.steps)) continue;
    taken.delete(step.stepId);
    const stepId = unused(base, taken, '-', 1);
    taken.add(stepId);
    if (stepId !== step.stepId) ids.set(step.stepId, stepId);
  }
  return ids;
}

export function withIds(definition: WorkflowDefinition, ids: StepIds): WorkflowDefinition {
  const steps = definition.steps.map((step) => ({ ...step, stepId: ids.get(step.stepId) ?? step.stepId }));
  return { ...definition, steps };
}

/** Returns `base` followed by the first number that makes it unique; without a number for 1. */
export function unused(base: string, taken: ReadonlySet<string>, separator: string, first: number): string {
  for (let count = first; ; count++) {
    const candidate = count === 1 ? base : `${base}${separator}${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function isNamed(stepId: string, steps: readonly DraftStep[]): boolean {
  return steps.some((step) => step.stepId !== stepId && JSON.stringify(step.controls).includes(`steps.${stepId}`));
}
