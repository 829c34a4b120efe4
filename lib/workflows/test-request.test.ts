import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { createEnvironmentVariable } from '#lib/environment-variables/service.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';
import { testRequest } from './test-request.ts';

ownScratchDatabase();

const SECRET = 'canary-secret-7f3a';

let vendor: VendorServer;
let ctx: Ctx;

beforeAll(async () => {
  vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
  vendor = await startVendor();
  ({ ctx } = await sampleEnvironment());
  await createEnvironmentVariable(ctx, {
    key: 'TOKEN',
    isSecret: true,
    values: [{ _environmentId: ctx.environmentId, value: SECRET }],
  } as never);
});

afterAll(() => vendor.stop());

const tested = (controlValues: JsonObject, previewPayload = {}) => {
  const step = { stepId: 'call', name: 'Call', type: 'http_request', controlValues };
  return testRequest(ctx, { workflow: { name: 'Orders', steps: [step] } as never, stepId: 'call', previewPayload });
};

test('a test request has sample data and variables, and secrets are removed from its response', async () => {
  vendor.behave(({ headers }) => ({
    status: 201,
    headers: { 'x-order': 'A-1', 'set-cookie': 'session=abc' },
    body: { order: 'A-1', echoed: headers.authorization },
  }));
  const result = await tested(
    {
      ...{ method: 'POST', url: `${vendor.origin}/orders/{{ payload.id }}?key={{ env.TOKEN }}` },
      ...{ headers: [{ key: 'Authorization', value: 'Bearer {{ env.TOKEN }}' }], body: '{"id":"{{ payload.id }}"}' },
    },
    { payload: { id: 'A-1' } },
  );
  const [received] = vendor.received;
  expect(received).toMatchObject({ method: 'POST', path: `/orders/A-1?key=${SECRET}`, body: '{"id":"A-1"}' });
  expect(received?.headers.authorization).toBe(`Bearer ${SECRET}`);
  expect(Object.keys(received?.headers ?? {}).some((name) => name.endsWith('-signature'))).toBe(true);
  expect(result.response).toMatchObject({ status: 201, isCut: false, headers: { 'x-order': 'A-1' } });
  expect(JSON.parse(result.response?.body ?? '')).toMatchObject({ order: 'A-1' });
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(JSON.stringify(result)).not.toContain('session=abc');
  expect(result.problem).toBeUndefined();
});

test('a test request is audited without its response', async () => {
  vendor.behave({ status: 204 });
  await tested({ method: 'GET', url: vendor.origin });
  const entry = await prisma().auditEntry.findFirst({
    where: { organizationId: ctx.organizationId, action: 'workflows.testRequest' },
    orderBy: { id: 'desc' },
  });
  expect(entry?.after).toEqual({ step: 'call', method: 'GET', host: new URL(vendor.origin).host, status: 204 });
});

test('an error of the server is a response', async () => {
  vendor.behave({ status: 500, body: 'Broken' });
  expect((await tested({ method: 'GET', url: vendor.origin })).response).toMatchObject({ status: 500, body: 'Broken' });
});

test('a long response is cut', async () => {
  vendor.behave({ status: 200, body: 'x'.repeat(300_000) });
  const { response } = await tested({ method: 'GET', url: vendor.origin });
  expect(response?.isCut).toBe(true);
  expect(response?.body).toHaveLength(262_144);
});

test('a restricted address and a server without a response are problems with a fix', async () => {
  const blocked = await tested({ method: 'GET', url: 'http://192.0.2.1/' });
  expect(blocked.problem).toMatchObject({ code: 'outbound_blocked', message: expect.stringContaining('192.0.2.1') });
  expect(blocked.problem?.fix).toBeTruthy();
  const unreachable = await tested({ method: 'GET', url: 'http://127.0.0.1:9/' });
  expect(unreachable.problem?.code).toBe('request_failed');
  expect(unreachable.response).toBeUndefined();
});

test('a step without a request, or with an invalid template, is rejected', async () => {
  await expect(tested({ method: 'GET', url: '' })).rejects.toThrow(/URL/i);
  await expect(tested({ method: 'GET', url: '{{ payload.id | no_such }}' })).rejects.toThrow(/no_such/);
  const steps = [{ stepId: 'call', name: 'Wait', type: 'delay', controlValues: {} }];
  await expect(testRequest(ctx, { workflow: { name: 'Orders', steps } as never, stepId: 'call' })).rejects.toThrow(
    'makes no request',
  );
});
