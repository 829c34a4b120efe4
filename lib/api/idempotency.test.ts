import { beforeEach, describe, expect, test, vi } from 'vitest';
import { beginRequest } from './api-request.ts';
import type { Ctx } from './context.ts';
import { ApiError } from './errors.ts';
import { assertKeyLength, idempotencyKeyOf, isRecorded, runOnce } from './idempotency.ts';
import type { Claim } from './idempotency-store.ts';
import type { Operation } from './operation.ts';
import type { Reply } from './reply.ts';

const store = vi.hoisted(() => ({
  records: new Map<string, { bodyHash: string; reply: unknown }>(),
  locked: new Set<string>(),
  overtakes: 0,
}));

vi.mock('#lib/postgres/db.ts', () => ({ transaction: (work: () => unknown) => work() }));
vi.mock('./idempotency-store.ts', () => ({
  takeClaim: async ({ scopeHash }: Claim) => ({
    locked: !store.locked.has(scopeHash),
    stored: store.records.get(scopeHash),
  }),
  storeReply: async (claim: Claim, reply: Reply) => {
    const isOvertaken = store.overtakes-- > 0;
    store.records.set(claim.scopeHash, { bodyHash: claim.bodyHash, reply: isOvertaken ? created('other') : reply });
    return !isOvertaken;
  },
}));

function created(text: string): Reply {
  return { status: 201, text, headers: undefined };
}

const user: Ctx['actor'] = { type: 'user', userId: 'u', email: '', role: 'admin', sessionId: '' };

function callOf({
  key = 'k',
  path = '/a',
  method = 'POST',
  actor = { type: 'apiKey', apiKeyId: '1', scope: 'all', canPublish: false } as Ctx['actor'],
} = {}) {
  const apiRequest = beginRequest(new Request(`http://h${path}`, { method }), key);
  apiRequest.ctx = { organizationId: 'o', environmentId: 'e', requestId: apiRequest.requestId, actor };
  return apiRequest;
}

beforeEach(() => {
  store.records.clear();
  store.locked.clear();
  store.overtakes = 0;
});

describe('runOnce', () => {
  test('returns the stored response the second time', async () => {
    const work = vi.fn(async () => created('first'));
    await runOnce(callOf(), '{}', work);
    expect(await runOnce(callOf(), '{}', work)).toEqual({
      status: 201,
      text: 'first',
      headers: { 'idempotency-replay': 'true' },
    });
    expect(work).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['another key', { key: 'other' }],
    ['another path', { path: '/b' }],
    ['another method', { method: 'PATCH' }],
    ['another caller', { actor: user }],
  ])('runs again for %s', async (_, change) => {
    const work = vi.fn(async () => created('x'));
    await runOnce(callOf(), '{}', work);
    await runOnce(callOf(change), '{}', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('treats two API keys of an environment as one caller, and another role as another', async () => {
    const work = vi.fn(async () => created('x'));
    await runOnce(callOf(), '', work);
    await runOnce(callOf({ actor: { type: 'apiKey', apiKeyId: '2', scope: 'all', canPublish: false } }), '', work);
    expect(work).toHaveBeenCalledTimes(1);
    await runOnce(callOf({ actor: user }), '', work);
    await runOnce(callOf({ actor: { ...user, role: 'support' } }), '', work);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test.each([
    ['body', { path: '/a' }, '{"b":1}'],
    ['query', { path: '/a?b=1' }, '{}'],
  ])('rejects the key with another %s', async (_, change, body) => {
    const work = async () => created('x');
    await runOnce(callOf(), '{}', work);
    await expect(runOnce(callOf(change), body, work)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('being reused for a different body'),
    });
  });

  test('rejects a second request while the first is in progress', async () => {
    const work = vi.fn(async () => created('x'));
    await runOnce(callOf(), '', work);
    const [scope = ''] = store.records.keys();
    store.records.clear();
    store.locked.add(scope);
    await expect(runOnce(callOf(), '', work)).rejects.toMatchObject({ status: 409, headers: { 'retry-after': '1' } });
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("records the handler's own error with its body", async () => {
    const work = vi.fn(async () => {
      throw new ApiError('conflict', 'There');
    });
    const first = await runOnce(callOf(), '', work);
    expect(first).toMatchObject({ status: 409, text: expect.stringContaining('There') });
    expect(await runOnce(callOf(), '', work)).toMatchObject({ status: 409, text: (first as Reply).text });
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('records no temporary failure', async () => {
    const work = vi.fn(async () => {
      throw new Error('down');
    });
    await expect(runOnce(callOf(), '', work)).rejects.toMatchObject({ status: 500 });
    await expect(runOnce(callOf(), '', work)).rejects.toMatchObject({ status: 500 });
    expect(work).toHaveBeenCalledTimes(2);
  });

  test('returns the response of a request that finished earlier', async () => {
    store.overtakes = 1;
    expect(await runOnce(callOf(), '', async () => created('mine'))).toMatchObject({ text: 'other' });
  });
});

test.each([
  [200, true],
  [204, true],
  [400, true],
  [404, true],
  [409, true],
  [422, true],
  [401, false],
  [403, false],
  [408, false],
  [429, false],
  [500, false],
  [503, false],
])('a reply with status %i is recorded: %s', (status, expected) => {
  expect(isRecorded(status)).toBe(expected);
});

test.each([
  ['POST', {}, 'k'],
  ['PATCH', {}, 'k'],
  ['PUT', {}, undefined],
  ['GET', {}, undefined],
  ['DELETE', {}, undefined],
  ['POST', { idempotent: false }, undefined],
])('the key of %s %o is %s', (method, operation, expected) => {
  const request = new Request('http://h/', { method, headers: { 'idempotency-key': 'k' } });
  expect(idempotencyKeyOf(operation as Operation, request)).toBe(expected);
});

test('a key may have 255 characters', () => {
  expect(() => assertKeyLength('x'.repeat(255))).not.toThrow();
  expect(() => assertKeyLength('x'.repeat(256))).toThrow('maximum allowed length of 255');
});
