/** How people see a step and its controls: in the list of types, in the form, in issues and in lists of changes. */
import type { UiComponent, UiSchemaProperty } from './ui-schema.ts';

/** Icons that a step type can choose. */
export type StepIcon =
  | 'bell'
  | 'chat'
  | 'code'
  | 'gauge'
  | 'globe'
  | 'hourglass'
  | 'inbox'
  | 'layers'
  | 'mail'
  | 'message'
  | 'step';

/** How the dashboard shows what goes out; the rendered values by name when a type chooses none. */
export type StepPreviewKind = 'mail' | 'inbox' | 'sms' | 'chat' | 'push';

/** What edits a control in the dashboard. */
export type Widget =
  | 'action'
  | 'choice'
  | 'conditions'
  | 'data'
  | 'duration'
  | 'email-body'
  | 'json'
  | 'json-text'
  | 'layout'
  | 'number'
  | 'optional-duration'
  | 'pairs'
  | 'redirect'
  | 'request'
  | 'schedule'
  | 'switch'
  | 'template-line'
  | 'template-text'
  | 'variable';

interface Labels {
  /** Above the control; its key in words when absent. */
  label?: string;
  /** Within a sentence, small, and in lists of issues: "time". Its key in words when absent. */
  noun?: string;
  help?: string;
  placeholder?: string;
  /** What people call the values that it may have. */
  choices?: Readonly<Record<string, string>>;
}

interface Field extends Labels {
  /** What the `uiSchema` of the interface calls it; a control without one is not part of that. */
  component?: UiComponent;
  /** Changes inside of it are told as one change of it. */
  whole?: true;
}

/** One control, at its dotted path. */
export type StepField = Field &
  (
    | {
        widget: Widget;
        /** In sight only while other controls have these values, or when it has issues. */
        when?: Readonly<Record<string, string>>;
      }
    /** Edited in the field of the control at this path. */
    | { partOf: string }
  );

/** The controls of a step in the order of its form. */
export type StepFields = Readonly<Record<string, StepField>>;

export const TEMPLATE_HELP =
  'Type {{ for variables, and | behind one for filters. Tab takes a suggestion, Escape closes the list.';
export const VARIABLE_HELP = 'A path such as payload.orderId.';

/** What every step that can be skipped has last. */
export const skipField = {
  skip: {
    component: 'QUERY_EDITOR',
    widget: 'conditions',
    label: 'Skip this step when',
    noun: 'the condition for skipping',
    help: 'The step is left out of a run when the conditions hold; the steps after it go on.',
    whole: true,
  },
} as const satisfies StepFields;

/** Whether what is rendered keeps what could do harm. */
export const unsafeHtmlField = {
  widget: 'switch',
  label: 'Keep unsafe HTML',
  noun: 'raw output',
  help: 'Scripts, forms and event handlers normally are removed from what is rendered. Only switch this on when every variable can be trusted.',
} as const satisfies StepField;

/** `uiSchema.properties` of the interface (spec 2.9). */
export function uiProperties(fields: StepFields): Record<string, UiSchemaProperty> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, { component }]) => (component ? [[path, { component }]] : [])),
  );
}

/** The paths edited in the field of the control at `path`. */
export function partsOf(fields: StepFields, path: string): string[] {
  return Object.keys(fields).filter((part) => hostOf(fields, part) === path);
}

/** The path of the control in whose field the one at `path` is edited. */
export function hostOf(fields: StepFields, path: string): string | undefined {
  const field = fields[path];
  return field && 'partOf' in field ? field.partOf : undefined;
}
