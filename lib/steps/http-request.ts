import { z } from 'zod';
import { JsonObject } from '#lib/api/text.ts';
import { isConnectionHeader } from '#lib/providers/http/connection-headers.ts';
import { clearSecrets, withoutClearSecrets, withStoredSecrets } from './clear-secrets.ts';
import { needed, type StepType, skip } from './controls.ts';
import { skipField } from './fields.ts';
import { DraftPair, objectOf, Pair } from './pairs.ts';
import { nothingToSend, type StepInput, type StepOutcome } from './run.ts';

const Method = z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']);

const Header = Pair.extend({
  key: Pair.shape.key.refine((name) => !isConnectionHeader(name), 'Belfry sets this header itself. Remove the line.'),
});

/** Removes line breaks, because a value must not start another header. */
const inOneLine = (text: string) => text.replace(/[\r\n\0]+/g, ' ');

/** The controls of an HTTP step (spec 2.9). */
const HttpRequestControls = z.looseObject({
  skip,
  method: Method.optional(),
  url: z.string().optional(),
  headers: z.array(DraftPair).optional(),
  /** JSON text. A list of pairs is the legacy form. */
  body: z.union([z.string(), z.array(DraftPair)]).optional(),
  responseBodySchema: JsonObject.optional(),
  enforceSchemaValidation: z.boolean().optional(),
  continueOnFailure: z.boolean().optional(),
});

export const httpRequest = {
  type: 'http_request',
  label: 'HTTP request',
  icon: 'globe',
  purpose: 'Calls a URL and passes on its response',
  controls: HttpRequestControls,
  complete: z.strictObject({
    skip,
    method: z.enum(Method.options, needed('The method is missing. Choose one.')),
    url: z.string(needed('The URL is missing. Enter the address to call.')).min(1),
    headers: z.array(Header).optional(),
    body: z.union([z.string(), z.array(Pair)]).optional(),
    responseBodySchema: JsonObject.optional(),
    enforceSchemaValidation: z.boolean().optional(),
    continueOnFailure: z.boolean().optional(),
  }),
  templates: { url: 'endpoint', headers: 'text', body: 'json' },
  render: ({ method, url, headers, body }) => ({
    method: method ?? 'GET',
    url: url ?? '',
    headers: Object.fromEntries(Object.entries(objectOf(headers)).map((header) => header.map(inOneLine))),
    ...(body !== undefined && body !== '' && { body: Array.isArray(body) ? objectOf(body) : body }),
  }),
  run: request,
  request,
  secrets: { find: clearSecrets, mask: withoutClearSecrets, restore: withStoredSecrets },
  schemas: ['responseBodySchema'],
  group: 'HTTP_REQUEST',
  fields: {
    method: { component: 'DESTINATION_METHOD', partOf: 'url' },
    url: {
      component: 'DESTINATION_URL',
      widget: 'request',
      label: 'URL',
      help: 'A full URL that starts with https://, or a variable. Values are encoded for their place; | raw keeps a value unchanged.',
      placeholder: 'https://api.example.com/orders/{{ payload.orderId }}',
    },
    headers: { component: 'DESTINATION_HEADERS', widget: 'pairs', help: 'Values can contain variables.', whole: true },
    body: { component: 'DESTINATION_BODY', widget: 'json-text', help: 'JSON. Values can contain variables.' },
    responseBodySchema: {
      component: 'DESTINATION_RESPONSE_BODY_SCHEMA',
      widget: 'json',
      label: 'Response schema',
      noun: 'response schema',
      help: 'JSON Schema of the response. Later steps can use its properties.',
      whole: true,
    },
    enforceSchemaValidation: {
      component: 'DESTINATION_ENFORCE_SCHEMA_VALIDATION',
      widget: 'switch',
      label: 'Reject other responses',
      noun: 'checking of the response',
      help: 'A response that does not match the response schema fails the step.',
    },
    continueOnFailure: {
      component: 'DESTINATION_CONTINUE_ON_FAILURE',
      widget: 'switch',
      label: 'Continue after a failure',
      noun: 'continuing after a failure',
      help: 'Otherwise a failed request cancels the steps after it.',
    },
    ...skipField,
  },
  summary: ({ method, url }) => [method, url].filter(Boolean).join(' '),
  draft: { method: 'GET', url: '' },
  result: ({ controls }) =>
    JsonObject.safeParse(controls.responseBodySchema).data ?? { type: 'object', additionalProperties: true },
} as const satisfies StepType;

function request({ output, controls }: Pick<StepInput, 'output' | 'controls'>): StepOutcome {
  const { method, url, headers, body } = output;
  if (url === '') return nothingToSend('url');
  const { enforceSchemaValidation, responseBodySchema, continueOnFailure } = controls;
  const schema = enforceSchemaValidation === true ? JsonObject.safeParse(responseBodySchema).data : undefined;
  const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return {
    type: 'request',
    request: {
      method: Method.parse(method),
      url: String(url),
      headers: headers as Record<string, string>,
      ...(sent?.trim() && { body: sent }),
    },
    schema,
    goesOn: continueOnFailure === true,
  };
}
