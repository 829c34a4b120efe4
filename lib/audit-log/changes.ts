import { isObject } from '#lib/json/values.ts';
import type { AuditEntry } from './schema.ts';

/** A field that differs between the two states of a resource. Missing values are undefined. */
export interface FieldChange {
  /** "role", "controlValues.subject" */
  path: string;
  before: unknown;
  after: unknown;
}

/** The field with the name of the environment from which a workflow was copied. */
export const SOURCE_ENVIRONMENT = 'sourceEnvironment';

/** Fields that are not compared, because any change may set them and their values do not describe the action. */
const BOOKKEEPING = new Set([
  '_id',
  '_environmentId',
  '_organizationId',
  'primaryIntegrationId',
  'createdAt',
  'updatedAt',
  '__v',
  'version',
  SOURCE_ENVIRONMENT,
]);

/**
 * Returns the fields that differ between two states, in the order of the states. If one state is missing, returns all
 * fields of the other state that have a value. Objects are compared field by field, lists as a whole.
 */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path), after: now.get(path) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

/** Actions that make the resource of their entry. */
const MAKES = /\.(create\w*|duplicate|sync|join|accept)$/;

/** Returns the heading of the changes of an entry. Actions without a state before may also have a result. */
export function changesTitle({ action, before, after }: Pick<AuditEntry, 'action' | 'before' | 'after'>): string {
  if (before == null) return MAKES.test(action) ? 'The initial values' : 'Result';
  return after == null ? 'The last values' : 'What changed';
}

/** Returns the values of a state by path. Empty values are omitted. */
function fieldsOf(state: unknown, at = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (!isObject(state)) return fields;
  for (const [key, value] of Object.entries(state)) {
    if (at === '' && BOOKKEEPING.has(key)) continue;
    const path = at === '' ? key : `${at}.${key}`;
    if (isObject(value)) for (const [inner, each] of fieldsOf(value, path)) fields.set(inner, each);
    else if (!isEmpty(value)) fields.set(path, value);
  }
  return fields;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
