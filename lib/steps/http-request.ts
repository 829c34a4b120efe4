import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { type StepDefinition, skip, skipUi } from './controls.ts';

const KeyValue = z.strictObject({ key: z.string(), value: z.string() });

/** Spec 2.9, http_request. `method` and `url` are always there, the url empty in a draft. */
export const HttpRequestControls = z.strictObject({
  skip,
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
  url: z.string(),
  headers: z.array(KeyValue).optional(),
  /** Raw JSON; pairs are the legacy form. */
  body: z.union([z.string(), z.array(KeyValue)]).optional(),
  responseBodySchema: JsonObject.optional(),
  enforceSchemaValidation: z.boolean().optional(),
  continueOnFailure: z.boolean().optional(),
});
export type HttpRequestControls = z.infer<typeof HttpRequestControls>;

export const httpRequest = {
  type: 'http_request',
  label: 'HTTP request',
  controls: HttpRequestControls,
  uiSchema: {
    group: 'HTTP_REQUEST',
    properties: {
      method: { component: 'DESTINATION_METHOD' },
      url: { component: 'DESTINATION_URL' },
      headers: { component: 'DESTINATION_HEADERS' },
      body: { component: 'DESTINATION_BODY' },
      responseBodySchema: { component: 'DESTINATION_RESPONSE_BODY_SCHEMA' },
      enforceSchemaValidation: { component: 'DESTINATION_ENFORCE_SCHEMA_VALIDATION' },
      continueOnFailure: { component: 'DESTINATION_CONTINUE_ON_FAILURE' },
      ...skipUi,
    },
  },
  draft: { method: 'GET', url: '' },
  result: ({ controls }) =>
    JsonObject.safeParse(controls.responseBodySchema).data ?? { type: 'object', additionalProperties: true },
} as const satisfies StepDefinition;
