import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ApiError } from '#lib/api/errors.ts';
import type { JsonObject } from '#lib/api/text.ts';
import { draftOf } from '#lib/payload-schemas/check.ts';
import type { TriggeredWorkflow } from './triggered-workflow.ts';

const CACHE_SIZE = 500;
const validators = new Map<string, ValidateFunction>();

const options = { allErrors: true, useDefaults: true, strict: false, validateFormats: false } as const;

/**
 * A copy of the payload with the schema's defaults.
 *
 * @throws ApiError 400 with `type: 'PAYLOAD_VALIDATION_ERROR'` and the problem of each field, when the workflow asks
 * for validation.
 */
export function checkedPayload(workflow: TriggeredWorkflow, payload: JsonObject): JsonObject {
  const { validatePayload, payloadSchema } = workflow;
  if (!validatePayload || !payloadSchema) return payload;
  const validate = validatorOf(payloadSchema);
  const copy = structuredClone(payload);
  if (validate(copy)) return copy;
  throw new ApiError('bad_request', 'The payload does not match the workflow’s payload schema', {
    extra: { type: 'PAYLOAD_VALIDATION_ERROR', errors: (validate.errors ?? []).map(problemOf) },
  });
}

function validatorOf(schema: JsonObject): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known) return known;
  const validate = (draftOf(schema) === '7' ? new Ajv(options) : new Ajv2020(options)).compile(schema);
  if (validators.size >= CACHE_SIZE) validators.clear();
  validators.set(key, validate);
  return validate;
}

function problemOf({ instancePath, message = 'is wrong', params, schemaPath }: ErrorObject) {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const missing = 'missingProperty' in params ? String(params.missingProperty) : '';
  const field = [path, missing].filter(Boolean).join('.');
  return { field, message: missing ? `${field} is required` : `${field || 'payload'} ${message}`, schemaPath };
}
