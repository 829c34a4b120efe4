import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildOpenApi } from './openapi.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts';
import { METHODS } from './operation.ts';
import { loadRoutes } from './route-table.ts';

let document: OpenApiDocument;
let operations: (OpenApiOperation & { path: string; method: string })[];

beforeAll(async () => {
  document = await buildOpenApi();
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
  );
});

describe('the OpenAPI document', () => {
  test('contains the operations of the route files', () => {
    expect(document.paths['/v2/subscribers']).toMatchObject({ get: { operationId: 'searchSubscribers' } });
    expect(operations.length).toBeGreaterThan(10);
  });

  test('gives each operation its own id, a summary without a full stop, and a tag', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const { operationId, summary, tags } of operations) {
      expect(operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
      expect(summary, operationId).toMatch(/^[A-Z].{3,}[^.]$/);
      expect(tags, operationId).toHaveLength(1);
    }
  });

  test('declares every path parameter exactly once', () => {
    for (const { path, operationId, parameters = [] } of operations) {
      const inPath = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]).sort();
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(declared.sort(), operationId).toEqual(inPath);
      const all = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size, operationId).toBe(all.length);
    }
  });

  test('names the scopes of keys and the roles that may call an operation', () => {
    const rightsOf = (id: string) => {
      const one = operations.find(({ operationId }) => operationId === id);
      return [one?.['x-key-scopes'], one?.['x-roles']];
    };
    expect(rightsOf('triggerEvent')).toEqual([
      ['all', 'trigger'],
      ['owner', 'admin', 'developer'],
    ]);
    expect(rightsOf('listNotifications')).toEqual([['all', 'read'], undefined]);
    expect(rightsOf('createApiKey')).toEqual([undefined, ['owner', 'admin']]);
    expect(rightsOf('signIn')).toEqual([undefined, undefined]);
  });

  test('offers If-Match where an outdated one is rejected, and nowhere else', () => {
    const takesIfMatch = ({ parameters = [] }: OpenApiOperation) => parameters.some(({ name }) => name === 'If-Match');
    for (const operation of operations) {
      expect(takesIfMatch(operation), operation.operationId).toBe('412' in operation.responses);
    }
    expect(operations.filter(takesIfMatch).map(({ operationId }) => operationId)).toContain('updateWorkflow');
  });

  test('has no path that is hidden by another one', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replace(/\{.+?\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('resolves every reference and security scheme, and uses every component', () => {
    const references = referencesIn(document);
    for (const reference of references) expect(resolve(document, reference), reference).toBeDefined();
    for (const name of Object.keys(document.components.schemas ?? {}))
      expect(references).toContain(`#/components/schemas/${name}`);
    for (const scheme of operations.flatMap(({ security }) => security.flatMap(Object.keys))) {
      expect(document.components.securitySchemes).toHaveProperty(scheme);
    }
  });

  test('has one success response for each operation, and its failures', () => {
    for (const { operationId, responses, security } of operations) {
      expect(
        Object.keys(responses).filter((status) => status.startsWith('2')),
        operationId,
      ).toHaveLength(1);
      expect(responses).toHaveProperty('500');
      if (security.length > 0) expect(responses, operationId).toHaveProperty('401');
    }
  });

  test('contains only valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const [name, schema] of Object.entries(document.components.schemas ?? {})) {
      expect(ajv.validateSchema(schema as object), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
    for (const { operationId, parameters = [] } of operations) {
      for (const { name, schema } of parameters)
        expect(ajv.validateSchema(schema), `${operationId} ${name}`).toBe(true);
    }
  });

  test('has an example of each body, which its operation accepts', async () => {
    const routes = await loadRoutes();
    const declared = routes.flatMap(({ handlers }) => METHODS.flatMap((method) => handlers[method]?.operation ?? []));
    const bodies = new Map(declared.map(({ operationId, body }) => [operationId, body]));
    const rejected = operations.flatMap(({ operationId, requestBody }) => {
      const example = requestBody?.content['application/json']?.example;
      const error = requestBody && bodies.get(operationId)?.safeParse(example).error;
      return error ? [`${operationId}: ${JSON.stringify(example)} ${error.message}`] : [];
    });
    expect(rejected).toEqual([]);
  });

  test('has an example of each response, which is valid for its schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ ...document, $id: 'document' });
    const invalid = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content }) => {
        const answer = content?.['application/json'];
        if (!answer) return [];
        const { $ref } = answer.schema as { $ref: string };
        const isValid = ajv.validate({ $ref: `document${$ref}` }, answer.example);
        return isValid ? [] : [`${operationId}: ${ajv.errorsText()} ${JSON.stringify(answer.example)}`];
      }),
    );
    expect(invalid).toEqual([]);
  });

  test('describes every parameter and every field of a body for API keys', () => {
    const byKey = operations.filter(({ security }) => security.some((scheme) => 'ApiKey' in scheme));
    const silent = byKey.flatMap(({ operationId, parameters = [], requestBody }) => {
      const { $ref } = (requestBody?.content['application/json']?.schema ?? {}) as { $ref?: string };
      const { properties = {} } = ($ref ? resolve(document, $ref) : {}) as { properties?: Record<string, object> };
      const named = [...parameters, ...Object.entries(properties).map(([name, field]) => ({ name, ...field }))];
      return named.filter((one) => !('description' in one)).map(({ name }) => `${operationId} ${name}`);
    });
    expect(silent).toEqual([]);
  });
});

function referencesIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
}

function resolve(root: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], root);
}
