import { ApiError } from '#lib/api/errors.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { type SchemaProblem, validated } from '#lib/payload-schemas/validate.ts';
import type { Check } from './payload-checks.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

/**
 * Returns a copy of the payload with the schema's defaults.
 *
 * @throws ApiError 400 with `type: 'PAYLOAD_VALIDATION_ERROR'` and the problem of each field, if the workflow validates
 * payloads; 503 if the machine has no time for the check.
 */
export async function checkedPayload(
  environmentId: string,
  workflow: DescribedWorkflow,
  payload: JsonObject,
  check: Check = validated,
): Promise<JsonObject> {
  const { validatePayload, payloadSchema } = workflow;
  if (!validatePayload || !payloadSchema) return payload;
  const result = await check(environmentId, payloadSchema, payload);
  if (result.valid) return result.value as JsonObject;
  const errors = 'failure' in result ? [unchecked(result.failure)] : result.problems.map(problemOf);
  throw new ApiError('bad_request', 'The payload does not match the workflow’s payload schema', {
    extra: { type: 'PAYLOAD_VALIDATION_ERROR', errors },
  });
}

function problemOf({ instancePath, message, missingProperty: missing = '', schemaPath }: SchemaProblem) {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const field = [path, missing].filter(Boolean).join('.');
  return { field, message: missing ? `${field} is required` : `${field || 'payload'} ${message}`, schemaPath };
}

/** Returns the problem of a schema that cannot be read, or of a check that exceeds its limits. */
function unchecked(failure: string) {
  return { field: 'payload', message: `payload cannot be checked: ${failure}`, schemaPath: '#' };
}
