import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import { API_KEY_SCOPES, apiKeyCan, can, ROLES } from '#lib/auth/permissions.ts';
import { describeFields, noteOf } from './field-notes.ts';
import { isKeyed, KEY_MAX_LENGTH } from './idempotency.ts';
import { EXAMPLE_ANSWERS, EXAMPLE_BODIES } from './openapi-bodies.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi-document.ts';
import { failureComponents, failureResponse, failureStatuses } from './openapi-errors.ts';
import { exampleOf } from './openapi-examples.ts';
import { collectSchemas, inlineSchema, type SchemaSet } from './openapi-schemas.ts';
import { METHODS, type Method, type Operation } from './operation.ts';
import { loadRoutes } from './route-table.ts';

interface Listed {
  path: string;
  method: Method;
  operation: Operation;
}

/** Builds the OpenAPI 3.1 document from the operations of all routes under `app/api`. */
export async function buildOpenApi(root: string = process.cwd()): Promise<OpenApiDocument> {
  const listed = await listOperations(root);
  const operations = listed.map(({ operation }) => operation);
  const schemas = await collectSchemas(operations, root);
  const paths: OpenApiDocument['paths'] = {};
  for (const { path, method, operation } of listed) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = operationObject(operation, method, schemas);
  }
  const statuses = listed.flatMap(({ operation, method }) => failureStatuses(operation, takesKey(operation, method)));
  return {
    openapi: '3.1.0',
    info: infoOf(root),
    servers: [{ url: '/api' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas.components).map(([name, schema]) => [name, describeFields(name, schema)]),
      ),
      responses: failureComponents(statuses),
      securitySchemes: securitySchemes(),
    },
  };
}

async function listOperations(root: string): Promise<Listed[]> {
  const entries = await loadRoutes(root);
  return entries.flatMap(({ segments, handlers }) =>
    METHODS.flatMap((method) => {
      const operation = handlers[method]?.operation;
      return operation && !operation.hidden ? [{ path: pathOf(segments), method, operation }] : [];
    }),
  );
}

/** Returns the path of a route: `/v2/{id}` for `api`, `v2`, `[id]`. The server URL already ends in `/api`. */
function pathOf(segments: readonly string[]): string {
  return `/${segments
    .slice(1)
    .map((segment) => segment.replace(/^\[{1,2}(?:\.{3})?([^[\]]+)\]{1,2}$/, '{$1}'))
    .join('/')}`;
}

function infoOf(root: string): Record<string, unknown> {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  return { title: 'Belfry API', version, description, license: { name: 'MIT', identifier: 'MIT' } };
}

function securitySchemes(): Record<string, object> {
  return {
    ApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The word `ApiKey`, a space and the key of an environment.',
    },
    Session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName(),
      description: 'The session of a person signed in at the dashboard.',
    },
    InboxToken: { type: 'http', scheme: 'bearer', description: 'The token of an inbox session.' },
    SessionToken: { type: 'http', scheme: 'bearer', description: 'The same session, for scripts.' },
  };
}

function operationObject(operation: Operation, method: Method, schemas: SchemaSet): OpenApiOperation {
  const { operationId, tag, summary, description, body, acceptsAnyType } = operation;
  const parameters = parametersOf(operation, method);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: securityOf(operation),
    ...rightsOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyContent(operation, schemas.reference(body), schemas) } }),
    ...(acceptsAnyType && !body && { requestBody: { required: true, content: { '*/*': { schema: {} } } } }),
    responses: responsesOf(operation, method, schemas),
  };
}

function securityOf({ permission, callers = ['apiKey', 'session'] }: Operation): Record<string, string[]>[] {
  if (permission === 'public') return [];
  if (permission === 'subscriber') return [{ InboxToken: [] }];
  return [
    ...(callers.includes('apiKey') ? [{ ApiKey: [] }] : []),
    ...(callers.includes('session') ? [{ Session: [] }, { SessionToken: [] }] : []),
  ];
}

/** Returns the scopes of API keys and the roles that may call an operation. */
function rightsOf({ permission, callers = ['apiKey', 'session'] }: Operation) {
  if (permission === 'public' || permission === 'subscriber') return {};
  const isOpen = permission === 'authenticated';
  const scopes = API_KEY_SCOPES.filter((scope) => isOpen || apiKeyCan(scope, permission));
  const roles = ROLES.filter((role) => isOpen || can(role, permission));
  return {
    ...(callers.includes('apiKey') && { 'x-key-scopes': scopes }),
    ...(callers.includes('session') && roles.length < ROLES.length && { 'x-roles': roles }),
  };
}

function bodyContent({ operationId }: Operation, schema: JsonSchema, { components }: SchemaSet) {
  const example = EXAMPLE_BODIES[operationId] ?? exampleOf(schema, components);
  return { 'application/json': { schema, example } };
}

function responsesOf(operation: Operation, method: Method, schemas: SchemaSet): Record<string, OpenApiResponse> {
  const { operationId, response, status = response ? 200 : 204 } = operation;
  const schema = response && schemas.reference(response);
  const success = {
    description: 'Success.',
    ...(schema && {
      content: {
        'application/json': { schema, example: EXAMPLE_ANSWERS[operationId] ?? exampleOf(schema, schemas.components) },
      },
    }),
    ...(operation.streams && { content: { 'text/event-stream': { schema: { type: 'string' } } } }),
  };
  const failures = failureStatuses(operation, takesKey(operation, method));
  return { [status]: success, ...Object.fromEntries(failures.map((code) => [code, failureResponse(code)])) };
}

function takesKey(operation: Operation, method: Method): boolean {
  return operation.permission !== 'public' && isKeyed(operation, method);
}

function parametersOf(operation: Operation, method: Method): OpenApiParameter[] {
  const key = { type: 'string', maxLength: KEY_MAX_LENGTH };
  const description = 'Makes repeating the request safe for 24 hours: the first response is returned again.';
  return [
    ...fieldsOf(operation, 'path'),
    ...fieldsOf(operation, 'query'),
    ...(takesKey(operation, method)
      ? [{ name: 'Idempotency-Key', in: 'header' as const, required: false, description, schema: key }]
      : []),
    ...(operation.errors?.includes(412) ? [IF_MATCH] : []),
  ];
}

const IF_MATCH: OpenApiParameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of the version that you read. If the resource has changed since then, nothing is written. Without this header, the last write wins.',
  schema: { type: 'string' },
};

function fieldsOf({ operationId, params, query }: Operation, where: 'path' | 'query'): OpenApiParameter[] {
  const declared = where === 'path' ? params : query;
  if (!declared) return [];
  const { properties = {}, required = [] } = inlineSchema(declared) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description = noteOf(operationId, name), ...schema }]) => {
    const isRequired = where === 'path' || required.includes(name);
    return {
      name,
      in: where,
      required: isRequired,
      ...(typeof description === 'string' && { description }),
      schema,
      ...(isRequired && { example: exampleOf(schema, {}, name) }),
    };
  });
}

let document: Promise<OpenApiDocument> | undefined;

/** Returns the document of this release, built on first use. */
function openApiDocument(): Promise<OpenApiDocument> {
  document ??= buildOpenApi();
  return document;
}

export async function openApiText(): Promise<string> {
  return JSON.stringify(await openApiDocument());
}
