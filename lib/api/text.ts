/** Rules for free text and free-form JSON, so that PostgreSQL can store them and return them unchanged. */
import { z } from 'zod';
import { invisibleProblem } from '#lib/invisible.ts';

const NUL = '\u0000';

/** PostgreSQL stores neither the NUL character nor unpaired surrogates. */
export function isStorableText(value: string): boolean {
  return !value.includes(NUL) && value.isWellFormed();
}

const REPLACEMENT = '\ufffd';

const ESCAPED = /\\(?:(u0000|ud[89a-f][0-9a-f]{2})|.)/g;

/**
 * JSON of values from outside that nobody has checked, such as the answer of a provider: the replacement character (U+FFFD)
 * stands for what PostgreSQL does not store.
 */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  // JSON.stringify escapes these characters, and those of a pair not.
  if (!json.includes('\\u0000') && !json.includes('\\ud')) return json;
  return json.replace(ESCAPED, (same, unstorable) => (unstorable ? REPLACEMENT : same));
}

/** As `storableJson`, for a text that is sent as UTF-8: unpaired surrogates are replaced by that already. */
export function withoutNul(text: string): string {
  return text.includes(NUL) ? text.replaceAll(NUL, REPLACEMENT) : text;
}

/** Text of at most `maxLength` UTF-16 units, without NUL and unpaired surrogates. */
export function storableText(maxLength: number) {
  return z
    .string()
    .max(maxLength, `must be at most ${maxLength} characters`)
    .refine(isStorableText, 'must not contain the NUL character or unpaired surrogates');
}

/** Text that is seen: an address, or a part of one. */
export function visibleText(maxLength: number) {
  return storableText(maxLength).superRefine((value, ctx) => {
    const problem = invisibleProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  });
}

/**
 * An id that a caller chooses and that stands in paths. A path of `.` or `..` leads elsewhere, so such an id could never be
 * read, changed or deleted.
 */
export function chosenId(maxLength: number, message = 'must not be empty') {
  return visibleText(maxLength)
    .min(1, message)
    .refine((value) => value !== '.' && value !== '..', 'must not be a dot or two');
}

/** How deep a free-form object may be nested. */
export const JSON_MAX_DEPTH = 100;

export type JsonObject = Record<string, unknown>;

/**
 * A free-form JSON object, kept by reference and unchanged. A `__proto__` key is an ordinary own key. It stays one as
 * long as no code copies the keys one by one.
 */
export const JsonObject: z.ZodType<JsonObject, JsonObject> = z
  .unknown()
  .superRefine((value, ctx) => {
    const problem = jsonObjectProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<JsonObject, JsonObject>;

/** The first reason why `value` is not a storable JSON object, or undefined. Walks without recursion. */
export function jsonObjectProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > JSON_MAX_DEPTH) return `must not be nested deeper than ${JSON_MAX_DEPTH} levels`;
    const next: object[] = [];
    for (const container of level) {
      const problem = containerProblem(container, next);
      if (problem) return problem;
    }
    level = next;
  }
  return undefined;
}

function containerProblem(container: object, nested: object[]): string | undefined {
  const isArray = Array.isArray(container);
  for (const [key, value] of Object.entries(container)) {
    if (!isArray && !isStorableText(key)) return 'must not contain keys with the NUL character or unpaired surrogates';
    if (typeof value === 'string' && !isStorableText(value)) {
      return 'must not contain text with the NUL character or unpaired surrogates';
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return 'must not contain numbers out of range';
    if (typeof value === 'object' && value !== null) nested.push(value);
  }
  return undefined;
}
