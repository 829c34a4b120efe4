import { isObject, type JsonObject } from '#lib/json/values.ts';
import { hostOf, type StepFields } from '#lib/steps/fields.ts';
import { stepType, type WorkflowStepType } from '#lib/steps/index.ts';
import { keyLabel } from '#lib/text/key-label.ts';
import { cronText } from '#lib/time/cron-text.ts';
import { spanText } from '#lib/time/time-unit.ts';

export interface ResolvedValue {
  key: string;
  label: string;
  value: unknown;
  /** The value is already readable text. */
  plain?: boolean;
}

/**
 * Returns the effect of a step without a channel, with the labels of its form. An amount and its unit become one value,
 * also inside the value of another control. Choices that only select other controls are left out.
 */
export function resolvedValues(type: WorkflowStepType, preview: JsonObject): ResolvedValue[] {
  const { fields, rendered = {} } = stepType(type);
  return Object.entries(preview).flatMap(([key, value]): ResolvedValue[] => {
    if (value === undefined || choosesOthers(fields, key)) return [];
    const field = fields[key];
    const label = rendered[key] ?? field?.label ?? keyLabel(key);
    if (isDuration(fields, key)) {
      const span = spanText(preview);
      return span ? [{ key, label, value: span, plain: true }] : [];
    }
    if (isDuration(fields, hostOf(fields, key))) return [];
    const schedule = isSchedule(fields, key) && typeof value === 'string' ? cronText(value) : undefined;
    if (schedule) return [{ key, label, value: schedule, plain: true }];
    if (!field && isEmpty(value)) return [{ key, label, value: 'no value in this run', plain: true }];
    const span = isObject(value) && spanText(value);
    return span ? [{ key, label, value: span, plain: true }] : [{ key, label, value }];
  });
}

/** Whether a value that the step reads from the payload is missing there. */
function isEmpty(value: unknown): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function choosesOthers(fields: StepFields, key: string): boolean {
  return Object.values(fields).some((field) => 'widget' in field && field.when && Object.hasOwn(field.when, key));
}

function isDuration(fields: StepFields, key = ''): boolean {
  return widgetOf(fields, key) === 'duration';
}

function isSchedule(fields: StepFields, key: string): boolean {
  return widgetOf(fields, key) === 'schedule';
}

function widgetOf(fields: StepFields, key: string) {
  const field = fields[key];
  return field && 'widget' in field ? field.widget : undefined;
}
