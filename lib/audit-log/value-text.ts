import { roleNames } from '#lib/auth/permissions.ts';
import { capitalised } from '#lib/reasons/definition.ts';
import { reasonLabels, waitLabels } from '#lib/reasons/labels.ts';
import { absoluteTime } from '#lib/time/time.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The labels of values, by field and value. */
const known: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(roleNames).map(([role, name]) => [`role ${role}`, name])),
  ...Object.fromEntries(
    Object.entries({ ...reasonLabels, ...waitLabels }).map(([code, label]) => [`reason ${code}`, label]),
  ),
};

/** The labels of fields that differ from the fields' names. */
const labels = new Map([
  ['messagesPerSecond', 'rate limit'],
  ['messagesPerDay', 'daily quota'],
  ['credentialsEndOn', 'expiry of the credentials'],
  ['certificateEndsAt', 'expiry of the client certificate'],
]);

/** The units of numbers, by field. */
const units = new Map([
  ['messagesPerSecond', 'per second'],
  ['messagesPerDay', 'per day'],
]);

/** Returns a stored value as text for people, with times in the zone. Undefined if there is no value. */
export function valueText(path: string, value: unknown, zone?: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return TIMESTAMP.test(value) ? absoluteTime(value, zone) : (known[`${path} ${value}`] ?? value);
  if (Array.isArray(value)) return listText(value);
  return typeof value === 'number' ? numberText(path, value) : JSON.stringify(value);
}

function numberText(path: string, value: number): string {
  const unit = units.get(path);
  return `${value.toLocaleString('en')}${unit ? ` ${unit}` : ''}`;
}

/** Returns the label of a field: "payload schema" for `payloadSchema`. */
export function fieldLabel(field: string): string {
  return (
    labels.get(field) ??
    field.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  );
}

/**
 * Returns the label of a path: "Primary action › redirect › url" for "primaryAction.redirect.url", and "Subject of mail"
 * for a field of a step.
 */
export function pathText(path: string): string {
  return capitalised(stepFieldLabel(path) ?? fieldLabel(path).replaceAll('.', ' › '));
}

/** Returns "subject of mail" for "steps.mail.controlValues.subject". Undefined for other paths. */
export function stepFieldLabel(path: string): string | undefined {
  const [, step, field] = /^steps\.([^.]+)\.(?:controlValues\.)?(.+)$/.exec(path) ?? [];
  return field === undefined ? undefined : `${fieldLabel(field).replaceAll('.', ' › ')} of ${step}`;
}

function listText(values: readonly unknown[]): string {
  const isPlain = values.every((value) => typeof value !== 'object');
  return isPlain ? values.join(', ') : values.map((value) => JSON.stringify(value)).join('\n');
}
