/** Which fields of a step's form are in sight: a chosen type hides the controls of the others, unless these have issues. */
import type { JsonObject } from '#lib/api/text.ts';
import type { UiComponent, UiSchemaProperty } from '#lib/steps/ui-schema.ts';
import { choicesOf, controlSchema } from './control-schema.ts';
import { issuesWithin, type StepFormState, useStepForm } from './form-context.ts';
import { valueAt } from './values.ts';

type Ui = Readonly<Record<string, UiSchemaProperty>>;

/** Shown only while the control of another component has this value. */
const SHOWN_FOR: Partial<Record<UiComponent, { type: UiComponent; value: string }>> = {
  DELAY_AMOUNT: { type: 'DELAY_TYPE', value: 'regular' },
  DELAY_CRON: { type: 'DELAY_TYPE', value: 'timed' },
  DELAY_DYNAMIC_KEY: { type: 'DELAY_TYPE', value: 'dynamic' },
  DIGEST_AMOUNT: { type: 'DIGEST_TYPE', value: 'regular' },
  DIGEST_CRON: { type: 'DIGEST_TYPE', value: 'timed' },
  THROTTLE_WINDOW: { type: 'THROTTLE_TYPE', value: 'fixed' },
  THROTTLE_DYNAMIC_KEY: { type: 'THROTTLE_TYPE', value: 'dynamic' },
};

/** Edited inside the field of another component, when the step has that. */
export const PART_OF: Partial<Record<UiComponent, UiComponent>> = {
  EMAIL_EDITOR_SELECT: 'EMAIL_BODY',
  DELAY_UNIT: 'DELAY_AMOUNT',
  DIGEST_UNIT: 'DIGEST_AMOUNT',
  THROTTLE_UNIT: 'THROTTLE_WINDOW',
  DESTINATION_METHOD: 'DESTINATION_URL',
};

/** The paths that get a field of their own, in the order of the `uiSchema`. */
export function shownPaths({ ui, values, dataSchema, issues }: StepFormState): string[] {
  const components = new Set(Object.values(ui).map(({ component }) => component));
  return Object.keys(ui).filter((path) => {
    const component = ui[path]?.component;
    if (!component) return false;
    const host = PART_OF[component];
    if (host && components.has(host)) return false;
    const wanted = SHOWN_FOR[component];
    if (!wanted || !components.has(wanted.type)) return true;
    if (chosen(ui, values, dataSchema, wanted.type) === wanted.value) return true;
    return issuesWithin(issues, path).length > 0;
  });
}

/** The value of a choice; without one, what the values beside it tell, or the first. */
export function useChosen(component: UiComponent, path: string): string {
  const { ui, values, dataSchema } = useStepForm();
  return chosen({ [path]: { component }, ...ui }, values, dataSchema, component);
}

function chosen(ui: Ui, values: JsonObject, dataSchema: JsonObject, component: UiComponent): string {
  const path = pathOf(ui, component) ?? '';
  const value = valueAt(values, path);
  if (typeof value === 'string' && value !== '') return value;
  const choices = choicesOf(controlSchema(dataSchema, path));
  return choices.find((choice) => isFilled(ui, values, component, choice)) ?? choices[0] ?? '';
}

function isFilled(ui: Ui, values: JsonObject, type: UiComponent, choice: string): boolean {
  return Object.keys(ui).some((path) => {
    const component = ui[path]?.component;
    const wanted = component && SHOWN_FOR[component];
    return wanted?.type === type && wanted.value === choice && valueAt(values, path) !== undefined;
  });
}

function pathOf(ui: Ui, component: UiComponent): string | undefined {
  return Object.keys(ui).find((path) => ui[path]?.component === component);
}
