import { isObject } from '#lib/json/values.ts';

/**
 * Returns the first message of the errors by field, with its field: "to.email must be an email address". Some messages
 * begin with the field already. After a code (`workflow_not_found`), the sentence that explains the code is returned.
 * Undefined without such a message.
 */
export function firstFieldError(errors: unknown): string | undefined {
  if (!isObject(errors)) return undefined;
  for (const [field, error] of Object.entries(errors)) {
    const [message, explanation] = isObject(error) && Array.isArray(error.messages) ? error.messages : [];
    if (typeof message !== 'string') continue;
    if (isCode(message) && typeof explanation === 'string') return explanation;
    const namesField = field === 'general' || message.toLowerCase().startsWith(`${field.toLowerCase()} `);
    return namesField ? message : `${field} ${message}`;
  }
  return undefined;
}

/** Whether a message is a code for programs: `workflow_not_found`. */
export function isCode(message: string): boolean {
  return /^[a-z]+(_[a-z]+)+$/.test(message);
}
