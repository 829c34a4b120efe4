import { isObject } from '#lib/json/values.ts';

/**
 * Returns the first message of the errors by field, with its field: "to.email must be an email address". Some messages
 * begin with the field already. Undefined without such a message.
 */
export function firstFieldError(errors: unknown): string | undefined {
  if (!isObject(errors)) return undefined;
  for (const [field, error] of Object.entries(errors)) {
    const [message] = isObject(error) && Array.isArray(error.messages) ? error.messages : [];
    if (typeof message !== 'string') continue;
    const namesField = field === 'general' || message.toLowerCase().startsWith(`${field.toLowerCase()} `);
    return namesField ? message : `${field} ${message}`;
  }
  return undefined;
}
