/** The presentation of a step and its controls: in the list of types, the form, issues and lists of changes. */
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

/** The dashboard's view of the rendered step. Without a kind, the dashboard lists the rendered values by name. */
export type StepPreviewKind = 'mail' | 'inbox' | 'sms' | 'chat' | 'push';

/** The input that edits a control in the dashboard. */
export type Widget =
  | 'action'
  | 'addresses'
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
  | 'variable'
  | 'whatsapp';

interface Labels {
  /** The label above the control. Default: the key of the control, as text. */
  label?: string;
  /** The name of the control in the middle of a sentence and in lists of issues: "time". Default: its key as text. */
  noun?: string;
  /**
   * Names of the controls that are edited in this field, by relative path. Empty if the context already makes the name
   * clear.
   */
  parts?: Readonly<Record<string, string>>;
  help?: string;
  placeholder?: string;
  /** Labels of the possible values. */
  choices?: Readonly<Record<string, string>>;
}

interface Field extends Labels {
  /** The component in the interface's `uiSchema`. A control without a component is not part of the `uiSchema`. */
  component?: UiComponent;
  /** Whether changes inside the control are shown as one change. */
  whole?: true;
  /**
   * Whether the control is rarely needed, so that the form shows its field under *Advanced*, unless the control has a
   * value or an issue.
   */
  isAdvanced?: true;
}

/** One control, at its dotted path. */
export type StepField = Field &
  (
    | {
        widget: Widget;
        /** The values of other controls for which the field is visible. A field with issues is always visible. */
        when?: Readonly<Record<string, string>>;
      }
    /** This control is edited in the field of the control at this path. */
    | { partOf: string }
  );

/** The controls of a step in the order of its form. */
export type StepFields = Readonly<Record<string, StepField>>;

export const TEMPLATE_HELP =
  'Type {{ for variables, and | after a variable for filters. Tab accepts a suggestion, Escape closes the list.';
export const VARIABLE_HELP = 'A path such as payload.orderId.';

/** The last field of every step that can be skipped. */
export const skipField = {
  skip: {
    component: 'QUERY_EDITOR',
    widget: 'conditions',
    label: 'Skip this step when',
    noun: 'the condition for skipping',
    help: 'The step is skipped when the conditions hold. Later steps still run.',
    whole: true,
  },
} as const satisfies StepFields;

/** The switch that turns off the sanitising of the rendered HTML. */
export const unsafeHtmlField = {
  widget: 'switch',
  label: 'Keep unsafe HTML',
  noun: 'raw output',
  help: 'Scripts, forms and event handlers are normally removed from the rendered HTML. Only switch this on when every variable can be trusted.',
} as const satisfies StepField;

/** `uiSchema.properties` of the interface (spec 2.9). */
export function uiProperties(fields: StepFields): Record<string, UiSchemaProperty> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, { component }]) => (component ? [[path, { component }]] : [])),
  );
}

/** Returns the paths that are edited in the field of the control at `path`. */
export function partsOf(fields: StepFields, path: string): string[] {
  return Object.keys(fields).filter((part) => hostOf(fields, part) === path);
}

/** Returns the path of the control whose field edits the control at `path`. */
export function hostOf(fields: StepFields, path: string): string | undefined {
  const field = fields[path];
  return field && 'partOf' in field ? field.partOf : undefined;
}
