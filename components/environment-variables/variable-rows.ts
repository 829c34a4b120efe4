import type { EnvironmentVariable, EnvironmentVariableReaders } from '#lib/environment-variables/schema.ts';
import type { VariablesQuery } from './variables-query.ts';

/** Returns the variables whose key contains the searched text, in the chosen order. */
export function shownVariables(
  variables: readonly EnvironmentVariable[],
  { q, sort, order }: Pick<VariablesQuery, 'q' | 'sort' | 'order'>,
): EnvironmentVariable[] {
  const text = q.trim().toLowerCase();
  const direction = order === 'DESC' ? -1 : 1;
  return variables
    .filter(({ key }) => key.toLowerCase().includes(text))
    .toSorted((a, b) => direction * (a[sort].localeCompare(b[sort]) || a.key.localeCompare(b.key)));
}

/** Returns the value in an environment. Undefined if there is none. */
export function valueIn({ values }: Pick<EnvironmentVariable, 'values'>, environmentId: string): string | undefined {
  return values.find(({ _environmentId }) => _environmentId === environmentId)?.value;
}

/** Whether a workflow or layout of the environment reads the variable. */
export function isReadIn(readers: EnvironmentVariableReaders | undefined, environmentId: string): boolean {
  const all = readers ? [...readers.workflows, ...readers.layouts] : [];
  return all.some(({ _environmentId }) => _environmentId === environmentId);
}

/** The values of the form of a variable. */
export interface VariableForm {
  key: string;
  isSecret: boolean;
  /** The entered value by environment. A stored secret is empty until a new secret is entered. */
  values: Record<string, string>;
  /** The environments whose stored secret is to be removed. */
  removed: string[];
}

/** Returns the values that a new variable gets. Empty values are left out. */
export function enteredValues({ values }: VariableForm): { _environmentId: string; value: string }[] {
  return Object.entries(values).flatMap(([_environmentId, value]) => (value === '' ? [] : { _environmentId, value }));
}

/** Returns the values that differ from the stored values. Null for a value that is removed. */
export function changedValues(
  variable: EnvironmentVariable,
  { values, removed }: VariableForm,
): { _environmentId: string; value: string | null }[] {
  return Object.entries(values).flatMap(([_environmentId, value]) => {
    const before = valueIn(variable, _environmentId);
    if (value === '' && (before === undefined || before === '')) return [];
    if (value === '') {
      const isKept = variable.isSecret && !removed.includes(_environmentId);
      return isKept ? [] : { _environmentId, value: null };
    }
    return value === before ? [] : { _environmentId, value };
  });
}
