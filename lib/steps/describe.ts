/** Describes the controls of steps as text. */
import type { JsonObject } from '#lib/json/values.ts';
import { keyPhrase } from '#lib/text/key-label.ts';
import { oneLine } from '#lib/text/one-line.ts';
import type { StepField } from './fields.ts';
import { stepType, type WorkflowStepType } from './index.ts';
import { type StepTypeName, WORKFLOW_STEP_TYPES } from './type-names.ts';

const SUMMARY_MAX_LENGTH = 140;

/**
 * Returns the controls of a step in one line: its text, its waiting time, or the URL that it calls. Empty if there is
 * nothing to show.
 */
export function stepSummary(type: WorkflowStepType, controls: JsonObject): string {
  const { summary = subjectOrBody } = stepType(type);
  return oneLine(summary(controls)).slice(0, SUMMARY_MAX_LENGTH);
}

function subjectOrBody({ subject, body }: JsonObject): string {
  return [subject, body].find((text): text is string => typeof text === 'string' && oneLine(text) !== '') ?? '';
}

/**
 * Returns the name of a control within a sentence: `primaryAction.redirect.url` is "primary action › link".
 *
 * @param type the step's type; without it, the first type that has such a control.
 */
export function controlName(type: StepTypeName | undefined, path: string): string {
  const keys = path.split('.');
  const names: string[] = [];
  for (const [at, key] of keys.entries()) {
    const field = fieldAt(type, keys.slice(0, at + 1).join('.'));
    names.push(/^\d+$/.test(key) ? String(Number(key) + 1) : (field?.noun ?? keyPhrase(key)));
    const part = field?.parts?.[keys.slice(at + 1).join('.')];
    if (part !== undefined) return [...names, part].filter(Boolean).join(' › ');
  }
  return names.join(' › ');
}

/** Sorts items of controls in the order of the form's fields. Unknown controls come last. */
export function inFormOrder<T>(type: StepTypeName, items: readonly T[], pathOf: (item: T) => string): T[] {
  const keys = type === 'trigger' ? [] : Object.keys(stepType(type).fields);
  const place = (item: T) => {
    const path = pathOf(item);
    const at = keys.indexOf(path.split('.')[0] ?? path);
    return at < 0 ? keys.length : at;
  };
  return [...items].sort((one, other) => place(one) - place(other));
}

/** Whether changes inside a control are shown as one change of the control. */
export function isWhole(type: StepTypeName | undefined, control: string): boolean {
  return fieldAt(type, control)?.whole === true;
}

function fieldAt(type: StepTypeName | undefined, path: string): StepField | undefined {
  const types = type === undefined || type === 'trigger' ? WORKFLOW_STEP_TYPES : [type];
  const fields = types.map((each) => stepType(each).fields).find((each) => Object.hasOwn(each, path));
  return fields?.[path];
}
