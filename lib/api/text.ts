/** Schemas for free text and free-form JSON. They accept only values that PostgreSQL can store and return unchanged. */
import { z } from 'zod';
import { type JsonObject as Json, jsonObjectProblem } from '#lib/json/values.ts';
import { isStorableText } from '#lib/postgres/storable.ts';
import { invisibleProblem } from '#lib/text/invisible.ts';

/** Returns the schema of a text with at most `maxLength` UTF-16 units, without NUL and unpaired surrogates. */
export function storableText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');
}

/** The schema of the reason that a user enters for an action, for the audit log. Required. */
export const GivenReason = storableText(500).trim().min(1, 'is required');

/** Returns the schema of a visible text without invisible characters, such as an address or a part of one. */
export function visibleText(maxLength: number) {
  return storableText(maxLength).superRefine((value, ctx) => {
    const problem = invisibleProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  });
}

/**
 * Returns the schema of an ID that a caller chooses and that is part of paths. Rejects `.` and `..`, which URLs
 * resolve: a record with such an ID could never be read, changed or deleted.
 */
export function chosenId(maxLength: number, message = 'must not be empty') {
  return visibleText(maxLength)
    .min(1, message)
    .refine((value) => value !== '.' && value !== '..', 'must not be "." or ".."');
}

export type JsonObject = Json;

/**
 * The schema of a free-form JSON object, which is returned as the same object. `__proto__` is an ordinary key of the
 * object. Code that copies the keys one by one must not lose it.
 */
export const JsonObject: z.ZodType<JsonObject, JsonObject> = z
  .unknown()
  .superRefine((value, ctx) => {
    const problem = jsonObjectProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<JsonObject, JsonObject>;
