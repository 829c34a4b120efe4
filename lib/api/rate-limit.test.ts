import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Ctx } from './context.ts';
import { route } from './route.ts';

const caller = vi.hoisted(() => ({ ctx: undefined as Ctx | undefined }));
const limits = vi.hoisted(() => ({ value: undefined as object | false | undefined }));

vi.mock('#lib/auth/authenticate.ts', () => ({ authenticate: async () => ({ ...caller.ctx }) }));
vi.mock('#lib/inbox-sessions/authenticate-request.ts', () => ({
  authenticateInboxRequest: async () => ({ ...caller.ctx }),
}));
vi.mock('#lib/request-log/buffer.ts', () => ({ logRequest: () => {} }));
vi.mock('#lib/env.ts', async (original) => ({
  ...(await original<object>()),
  env: () => ({ RATE_LIMITS: limits.value, TRUST_PROXY: 0, BODY_LIMIT_BYTES: 1_000 }),
}));

const shared = globalThis as { belfryRateLimits?: unknown };
const take = vi.fn();
const ids = { organizationId: 'o', environmentId: 'e', requestId: '' };
const byKey: Ctx = { ...ids, actor: { type: 'apiKey', apiKeyId: 'k', scope: 'all', canPublish: false } };
const byPerson: Ctx = {
  ...ids,
  actor: { type: 'user', userId: 'u', email: 'u@example.com', role: 'owner', sessionId: 's' },
};

const byReader: Ctx = {
  ...ids,
  actor: { type: 'subscriber', subscriberId: 's', externalSubscriberId: 'jane', inboxSessionId: 'i', contextKeys: [] },
};

const described = { tag: 'Things', summary: 'Do a thing', body: z.object({ id: z.string() }), handle: () => undefined };
const { GET, PATCH, POST, PUT } = route({
  GET: { ...described, body: undefined, operationId: 'listOwnThings', permission: 'subscriber' },
  PATCH: { ...described, operationId: 'changeOwnThing', permission: 'subscriber' },
  POST: { ...described, operationId: 'createThing', permission: 'subscribers:write' },
  PUT: { ...described, operationId: 'replaceThing', permission: 'public' },
});

const send = (handler: typeof POST, method: string, body: string) => {
  const headers = { 'content-type': 'application/json' };
  return handler(new Request('http://made-up/api/things', { method, body, headers }), { params: {} });
};

beforeEach(() => {
  limits.value = { trigger: 1, configuration: 1, global: 1 };
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  take.mockReset().mockResolvedValue({ allowed: false, remaining: 0, waitSeconds: 2.5 });
  shared.belfryRateLimits = { take };
});

afterEach(() => {
  delete shared.belfryRateLimits;
});

test('a call by API key over the limit is 429 before its body is read, with the time to wait', async () => {
  caller.ctx = byKey;
  const answer = await send(POST, 'POST', '{ malformed');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3']);
  take.mockResolvedValue({ allowed: true, remaining: 4, waitSeconds: 0 });
  expect((await send(POST, 'POST', '{ malformed')).status).toBe(400);
  expect(take).toHaveBeenCalledWith('e global', { capacity: 5, rate: 1 }, 1);
});

test('neither people nor open operations are limited', async () => {
  caller.ctx = byPerson;
  expect((await send(POST, 'POST', '{"id":"x"}')).status).toBe(204);
  caller.ctx = byKey;
  expect((await send(PUT, 'PUT', '{"id":"x"}')).status).toBe(204);
  expect(take).not.toHaveBeenCalled();
});

test('the changes of a subscriber are limited, also without RATE_LIMITS, and its reads are not', async () => {
  caller.ctx = byReader;
  limits.value = false;
  expect((await GET(new Request('http://made-up/api/things'), { params: {} })).status).toBe(204);
  expect(take).not.toHaveBeenCalled();
  expect((await send(PATCH, 'PATCH', '{"id":"x"}')).status).toBe(429);
  expect(take).toHaveBeenCalledWith('e s', { capacity: 300, rate: 10 }, 1);
});
