/** Checks a value against a user's schema, within time limits. This program runs in a separate thread. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '#lib/json/values.ts';
import { ProcessorBusyError, TimeLimitError, withinWork } from '#lib/rendering/within-time.ts';
import { draftOf } from './check.ts';
import { patternOf } from './linear-pattern.ts';

/**
 * The schema and the value, both as JSON text. A text costs less to pass to the thread than a value, and each attempt
 * needs a separate copy of the value.
 */
export interface SchemaTask {
  schema: string;
  value: string;
}

type SchemaAnswer =
  | { valid: true /** JSON, if the schema's defaults changed the value. */; value?: string }
  | { valid: false; problems: SchemaProblem[] }
  | { failure: 'schema' | 'time' | 'busy'; message: string };

export interface SchemaProblem {
  instancePath: string;
  message: string;
  schemaPath: string;
  missingProperty?: string;
}

/**
 * Limits of processor time, in milliseconds. `read` includes compiling a schema, which takes some tenths of a second
 * for the largest schemas and is done once.
 */
const TIME = { read: 1_000, check: 150 } as const;
const MAX_PROBLEMS = 100;

const engine = Object.assign((pattern: string) => patternOf(pattern), { code: 'patternOf' });
const options = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  validateFormats: false,
  code: { regExp: engine },
} as const;

/** Compiled validators by schema. Their total size is limited, in characters of the schemas. */
const validators = new LRUCache<string, ValidateFunction>({ maxSize: 2_000_000 });

export async function checkValue({ schema, value }: SchemaTask): Promise<SchemaAnswer> {
  try {
    const validate = validators.get(schema) ?? (await withinWork(TIME.read, () => compiled(schema)));
    validators.set(schema, validate, { size: schema.length });
    return await withinWork(TIME.check, () => checked(validate, value));
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ProcessorBusyError) return { failure: 'busy', message };
    return { failure: error instanceof TimeLimitError || error instanceof RangeError ? 'time' : 'schema', message };
  }
}

function compiled(text: string): ValidateFunction {
  const schema = JSON.parse(text) as JsonObject;
  return (draftOf(schema) === '7' ? new Ajv(options) : new Ajv2020(options)).compile(schema);
}

function checked(validate: ValidateFunction, text: string): SchemaAnswer {
  const value: unknown = JSON.parse(text);
  if (!validate(value)) {
    return { valid: false, problems: (validate.errors ?? []).slice(0, MAX_PROBLEMS).flatMap(problemsOf) };
  }
  const filled = JSON.stringify(value);
  return { valid: true, ...(filled !== text && { value: filled }) };
}

/**
 * Returns the problems of an error. The library reports an invalid property name twice: first with the problem, then
 * only as invalid. Only the first report is returned.
 */
function problemsOf({
  keyword,
  instancePath,
  message,
  schemaPath,
  params,
  propertyName,
}: ErrorObject): SchemaProblem[] {
  if (keyword === 'propertyNames') return [];
  const missing = 'missingProperty' in params ? { missingProperty: String(params.missingProperty) } : {};
  const rule = RULES[keyword] ?? message ?? 'is wrong';
  const of = propertyName === undefined ? '' : `has the property "${propertyName}", whose name `;
  return [{ instancePath, message: of + rule, schemaPath, ...missing }];
}

/** Replacements for messages of the library that only authors of schemas understand. */
const RULES: Readonly<Record<string, string>> = {
  'false schema': 'is not allowed',
  not: 'has a form that the schema excludes',
};
