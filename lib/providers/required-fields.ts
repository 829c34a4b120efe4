import type { CredentialField } from './provider.ts';

/** Whether a field needs a value. `has` returns whether another field has one. */
export function isNeeded({ required, unless }: CredentialField, has: (key: string) => boolean): boolean {
  return required && !(unless !== undefined && has(unless));
}

/** Returns the fields that need a value and have none. */
export function missingFields(
  fields: readonly CredentialField[],
  values: Readonly<Record<string, unknown>>,
): CredentialField[] {
  const has = (key: string) => Object.hasOwn(values, key) && (values[key] ?? '') !== '';
  return fields.filter((field) => isNeeded(field, has) && !has(field.key));
}
