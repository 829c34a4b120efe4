import type { JsonObject } from '#lib/api/text.ts';
import { slugify } from '#lib/slug.ts';
import type { StepDefinition } from '#lib/steps/controls.ts';
import { STEPS, type WorkflowStepType } from '#lib/steps/index.ts';
import { stepWords } from '#lib/steps/words.ts';

/** Every type that a step can be given, in the order in which they are offered. */
export const stepChoices = Object.keys(STEPS) as WorkflowStepType[];

/** What a step is for, in one line; a type without one goes by its word alone. */
export const stepPurposes: Partial<Record<WorkflowStepType, string>> = {
  in_app: 'A message in your product’s inbox',
  email: 'A mail, written in blocks or in HTML',
  sms: 'A text message to a phone',
  push: 'A notification on a phone or a desktop',
  chat: 'A message to a chat tool',
  delay: 'Waits for a time or until a schedule',
  digest: 'Collects events, then goes on once for all',
  custom: 'Runs code of your own and hands on its result',
  throttle: 'Lets only so many through in a window of time',
  http_request: 'Calls a URL and hands on its answer',
};

/** The name and identifier of a further step of a workflow, both not yet taken there. */
export function nameStep(base: string, taken: readonly { name: string; stepId: string }[]) {
  const name = unused(base, new Set(taken.map((step) => step.name)), ' ');
  const stepId = unused(slugify(name) || 'step', new Set(taken.map((step) => step.stepId)), '-');
  return { name, stepId };
}

/** A step of this type as it is before anybody has edited it. */
export function newStep(type: WorkflowStepType, taken: readonly { name: string; stepId: string }[]) {
  const { draft }: StepDefinition = STEPS[type];
  return { ...nameStep(stepWords[type], taken), type, controls: { ...draft } as JsonObject };
}

function unused(base: string, taken: ReadonlySet<string>, separator: string): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? base : `${base}${separator}${count}`;
    if (!taken.has(candidate)) return candidate;
  }
}
