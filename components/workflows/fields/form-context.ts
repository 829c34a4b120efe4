'use client';

import { createContext, use } from 'react';
import { withQuickFix } from '#components/workflows/quick-fix.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { valueAt } from '#lib/json/values.ts';
import { partsOf, type StepFields } from '#lib/steps/fields.ts';
import type { StepContentIssue } from '#lib/steps/issues.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import { choicesOf, controlSchema, isRequired } from './control-schema.ts';
import { isWithin } from './values.ts';

export type ControlIssue = StepContentIssue & {
  position?: { line: number; column: number; length: number } | undefined;
};

export interface Focus {
  path: string;
  /** A new number focuses the same place again. */
  at: number;
  position?: { line: number; column: number } | undefined;
}

export interface StepFormState {
  values: JsonObject;
  issues: Readonly<Record<string, readonly ControlIssue[]>>;
  variables: JsonObject;
  dataSchema: JsonObject;
  fields: StepFields;
  focus?: Focus | undefined;
  readOnly?: string | undefined;
  set: (path: string, value: unknown) => void;
  /** Sets several controls together. */
  setAll: (values: JsonObject) => void;
}

export const StepFormContext = createContext<StepFormState | undefined>(undefined);

export function useStepForm(): StepFormState {
  const form = use(StepFormContext);
  if (!form) throw new Error('Fields of a step must be inside its form');
  return form;
}

/** Returns everything that a field needs for its control. */
export function useControl(path: string) {
  const form = useStepForm();
  const { values, dataSchema, focus, set } = form;
  return {
    value: valueAt(values, path),
    text: textOf(valueAt(values, path)),
    schema: controlSchema(dataSchema, path),
    required: isRequired(dataSchema, values, path),
    issues: form.issues[path] ?? NO_ISSUES,
    variables: form.variables,
    readOnly: form.readOnly,
    focus: focus?.path === path ? focus : undefined,
    set: (value: unknown) => set(path, value),
    /** Sets the text. An empty text removes the control, unless the step requires it. */
    setText: (text: string) => set(path, text === '' && !isRequired(dataSchema, values, path) ? undefined : text),
  };
}

const NO_ISSUES: readonly ControlIssue[] = [];

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Returns the path of the control that is edited in the field of the control at `path`. */
export function usePart(path: string): string | undefined {
  return partsOf(useStepForm().fields, path)[0];
}

/** Returns the suggested name of an issue with a function that writes it. Undefined without a suggestion, or if the form is read-only. */
export function useQuickFix(): (issue: ControlIssue) => { name: string; apply: () => void } | undefined {
  const { values, issues, readOnly, set } = useStepForm();
  return (issue) => {
    const fix = readOnly === undefined ? issue.suggestion : undefined;
    const path = Object.keys(issues).find((each) => issues[each]?.includes(issue));
    if (!fix || path === undefined) return undefined;
    return { name: fix.right, apply: () => set(path, valueAt(withQuickFix(values, path, fix), path)) };
  };
}

/** Returns the values that the schema allows for a control, with their labels. */
export function useChoices(path: string): { value: string; label: string }[] {
  const { fields, dataSchema } = useStepForm();
  const labels = fields[path]?.choices ?? {};
  return choicesOf(controlSchema(dataSchema, path)).map((value) => ({
    value,
    label: labels[value] ?? keyLabel(value),
  }));
}

/** Returns the issues at a path and below it, each with its path. */
export function issuesWithin(issues: StepFormState['issues'], path: string): { path: string; issue: ControlIssue }[] {
  return Object.entries(issues)
    .filter(([at]) => isWithin(at, path))
    .flatMap(([at, list]) => list.map((issue) => ({ path: at, issue })));
}
