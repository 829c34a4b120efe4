/** Schemas for free text and free-form JSON, so that PostgreSQL can store them and return them unchanged. */
import { z } from 'zod';
import { type JsonObject as Json, jsonObjectProblem } from '#lib/json.ts';
import { isStorableText } from '#lib/postgres/storable.ts';
import { invisibleProblem } from '#lib/text/invisible.ts';

/** Text of at most `maxLength` UTF-16 units, without NUL and unpaired surrogates. */
export function storableText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');
}

/** Why a person does something, for the audit log. Required. */
export const GivenReason = storableText(500).trim().min(1, 'is required');

/** Text that is shown: an address, or a part of one. */
export function visibleText(maxLength: number) {
  return storableText(maxLength).superRefine((value, ctx) => {
    const problem = invisibleProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  });
}

/**
 * An ID that a caller chooses and that is part of paths. URLs resolve the segments `.` and `..`, so a record with such an
 * ID could never be read, changed or deleted.
 */
export function chosenId(maxLength: number, message = 'must not be empty') {
  return visibleText(maxLength)
    .min(1, message)
    .refine((value) => value !== '.' && value !== '..', 'must not be "." or ".."');
}

export type JsonObject = Json;

/**
 * A free-form JSON object, kept by reference and unchanged. A `__proto__` key is an ordinary own key, unless code copies
 * the keys one by one.
 */
export const JsonObject: z.ZodType<JsonObject, JsonObject> = z
  .unknown()
  .superRefine((value, ctx) => {
    const problem = jsonObjectProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<JsonObject, JsonObject>;
