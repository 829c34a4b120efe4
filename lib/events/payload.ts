import type { ErrorObject } from 'ajv';
import { ApiError } from '#lib/api/errors.ts';
import type { JsonObject } from '#lib/api/text.ts';
import { validatorOf } from '#lib/payload-schemas/validator.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

/**
 * A copy of the payload with the schema's defaults.
 *
 * @throws ApiError 400 with `type: 'PAYLOAD_VALIDATION_ERROR'` and the problem of each field, when the workflow asks
 * for validation.
 */
export function checkedPayload(workflow: DescribedWorkflow, payload: JsonObject): JsonObject {
  const { validatePayload, payloadSchema } = workflow;
  if (!validatePayload || !payloadSchema) return payload;
  const validate = validatorOf(payloadSchema);
  const copy = structuredClone(payload);
  if (validate(copy)) return copy;
  throw new ApiError('bad_request', 'The payload does not match the workflow’s payload schema', {
    extra: { type: 'PAYLOAD_VALIDATION_ERROR', errors: (validate.errors ?? []).map(problemOf) },
  });
}

function problemOf({ instancePath, message = 'is wrong', params, schemaPath }: ErrorObject) {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const missing = 'missingProperty' in params ? String(params.missingProperty) : '';
  const field = [path, missing].filter(Boolean).join('.');
  return { field, message: missing ? `${field} is required` : `${field || 'payload'} ${message}`, schemaPath };
}
