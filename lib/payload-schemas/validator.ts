import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject } from '#lib/api/text.ts';
import { draftOf } from './check.ts';

const CACHE_SIZE = 500;
const validators = new Map<string, ValidateFunction>();

const options = { allErrors: true, useDefaults: true, strict: false, validateFormats: false } as const;

/** Checks values against a schema, and adds its defaults to them. Compiled once per schema. @throws Error for a wrong schema. */
export function validatorOf(schema: JsonObject): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const validate = (draftOf(schema) === '7' ? new Ajv(options) : new Ajv2020(options)).compile(schema);
  if (validators.size >= CACHE_SIZE) validators.clear();
  validators.set(key, validate);
  return validate;
}
