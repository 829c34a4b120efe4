import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Ctx } from './context.ts';
import { ApiError } from './errors.ts';
import { operation, rawJson, route } from './route.ts';

const caller = vi.hoisted(() => ({ ctx: undefined as Ctx | undefined }));

vi.mock('#lib/auth/authenticate.ts', () => ({
  authenticate: async (_request: Request, requestId: string) => {
    if (!caller.ctx) throw new ApiError('unauthorized', 'Missing authorization header');
    return { ...caller.ctx, requestId };
  },
}));
vi.mock('#lib/request-log/buffer.ts', () => ({ logRequest: () => {} }));

const ids = { organizationId: 'o', environmentId: 'e', requestId: '' };
const apiKey: Ctx = { ...ids, actor: { type: 'apiKey', apiKeyId: 'k', scope: 'all', canPublish: false } };
const member = (role: 'admin' | 'support'): Ctx => ({
  ...ids,
  actor: { type: 'user', userId: 'u', email: 'u@example.com', role, sessionId: 's' },
});

const { GET, POST, PUT, DELETE } = route({
  GET: operation({
    operationId: 'getThing',
    tag: 'Things',
    summary: 'Get a thing',
    permission: 'subscribers:read',
    params: z.object({ id: z.string().max(5) }),
    query: z.object({ names: z.array(z.string()).optional() }),
    response: z.object({ id: z.string(), names: z.array(z.string()).optional() }),
    handle: ({ ctx, params, query }) => {
      if (params.id === 'wrong') return { id: 1 } as never;
      if (params.id === 'raw') return rawJson('{"id" : "raw"}', { etag: '"1"' });
      if (params.id === 'none') throw new ApiError('not_found', 'No thing', { extra: { seen: ctx.environmentId } });
      if (params.id === 'crash') throw new Error('the password is 123');
      return { id: params.id, names: query.names };
    },
  }),
  POST: operation({
    operationId: 'createThing',
    tag: 'Things',
    summary: 'Create a thing',
    permission: 'integrations:write',
    callers: ['session'],
    status: 201,
    body: z.object({ id: z.string() }),
    response: z.object({ id: z.string() }),
    handle: async ({ body }) => body,
  }),
  DELETE: operation({
    operationId: 'deleteThing',
    tag: 'Things',
    summary: 'Delete a thing',
    permission: 'public',
    handle: () => undefined,
  }),
});

function apiRequest(handler: typeof GET, target: string, init: RequestInit = {}, id = 'a') {
  return handler(new Request(`http://made-up${target}`, init), { params: Promise.resolve({ id }) });
}

beforeEach(() => {
  caller.ctx = apiKey;
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});

describe('route', () => {
  test('parses, runs and responds', async () => {
    const response = await apiRequest(GET, '/api/things/a?names=x&names=y');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: 'a', names: ['x', 'y'] });
    expect(response.headers.get('content-type')).toMatch('application/json');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('sends JSON text as it is, with its headers', async () => {
    const response = await apiRequest(GET, '/api/things/raw', {}, 'raw');
    expect(await response.text()).toBe('{"id" : "raw"}');
    expect(response.headers.get('etag')).toBe('"1"');
  });

  test('accepts only a valid request ID', async () => {
    const sent = async (id: string) =>
      (await apiRequest(GET, '/', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await sent('abc-123')).toBe('abc-123');
    expect(await sent('a b')).not.toBe('a b');
    expect(await sent('x'.repeat(200))).toHaveLength(36);
  });

  test('returns an error of the handler in the common error body', async () => {
    const response = await apiRequest(GET, '/api/things/none?x=1', {}, 'none');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      statusCode: 404,
      timestamp: expect.any(String),
      path: '/api/things/none?x=1',
      message: 'No thing',
      code: 'not_found',
      requestId: response.headers.get('x-request-id'),
      seen: 'e',
    });
  });

  test.each(['crash', 'wrong'])('hides internal errors (%s)', async (id) => {
    const response = await apiRequest(GET, '/', {}, id);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ message: 'Internal server error', code: 'internal' });
  });

  test('returns 204 without a body', async () => {
    const response = await apiRequest(DELETE, '/');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  test('rejects in the order 405, 401, 403, 422', async () => {
    caller.ctx = undefined;
    const wrongMethod = await apiRequest(PUT, '/', { method: 'PUT' });
    expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
    expect((await apiRequest(GET, '/', {}, 'far too long')).status).toBe(401);
    caller.ctx = member('support');
    expect((await apiRequest(POST, '/', { method: 'POST', body: 'x' })).status).toBe(403);
    caller.ctx = member('admin');
    const headers = { 'content-type': 'application/json' };
    const invalid = await apiRequest(POST, '/', { method: 'POST', body: '{}', headers });
    expect(invalid.status).toBe(422);
    expect((await invalid.json()).errors).toEqual({ id: { messages: ['is required'] } });
    expect((await apiRequest(POST, '/', { method: 'POST', body: '{"id":"x"}', headers })).status).toBe(201);
  });

  test('rejects an API key on an operation for sessions', async () => {
    const response = await apiRequest(POST, '/', { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    expect((await response.json()).message).toBe('API endpoint not accessible');
  });
});
