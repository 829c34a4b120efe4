/**
 * Decides which fields of a step's form are visible. A choice hides the controls of the other choices, unless these
 * have issues.
 */
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import type { StepFields } from '#lib/steps/fields.ts';
import { choicesOf, controlSchema } from './control-schema.ts';
import { issuesWithin, type StepFormState, useStepForm } from './form-context.ts';

/** Returns the paths that get their own field, in the order of the form. */
export function shownPaths({ fields, values, dataSchema, issues }: StepFormState): string[] {
  return Object.entries(fields).flatMap(([path, field]) => {
    if ('partOf' in field) return [];
    const fits = Object.entries(field.when ?? {}).every(
      ([choice, value]) => chosen(fields, values, dataSchema, choice) === value,
    );
    return fits || issuesWithin(issues, path).length > 0 ? [path] : [];
  });
}

/** Returns the chosen value. If none is stored, the other values imply it; otherwise it is the first value. */
export function useChosen(path: string): string {
  const { fields, values, dataSchema } = useStepForm();
  return chosen(fields, values, dataSchema, path);
}

function chosen(fields: StepFields, values: JsonObject, dataSchema: JsonObject, path: string): string {
  const value = valueAt(values, path);
  if (typeof value === 'string' && value !== '') return value;
  const choices = choicesOf(controlSchema(dataSchema, path));
  const isFilled = (choice: string) =>
    Object.entries(fields).some(
      ([other, field]) => 'widget' in field && field.when?.[path] === choice && valueAt(values, other) !== undefined,
    );
  return choices.find(isFilled) ?? choices[0] ?? '';
}
