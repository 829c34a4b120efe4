import { assertError } from '#e2e/error-answer.ts';
import { caller, expect, plainNext, serviceUrl, test } from '#e2e/fixtures.ts';
import { filled, isClosed, type ListedOperation, listOperations, neededQuery, takesApiKey } from '#e2e/operations.ts';
import { createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createApiKey, createTenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import { newId } from '#lib/id.ts';

const anonymous = caller(null);
let operations: ListedOperation[] = [];
let closed: ListedOperation[] = [];

test.beforeAll(async () => {
  operations = await listOperations();
  closed = operations.filter(isClosed);
  expect(closed.filter(takesApiKey).length).toBeGreaterThanOrEqual(8);
});

const anyPath = ({ path }: ListedOperation) => filled(path, '0'.repeat(24));
const bodyFor = ({ operation }: ListedOperation) => (operation.body ? { body: {} } : {});

test.describe('without a valid key', () => {
  const cases: [name: string, headers: Record<string, string>, message: string][] = [
    ['no header', {}, 'Missing authorization header'],
    ['another scheme', { authorization: 'Basic abc' }, 'Invalid authentication scheme: "Basic"'],
    ['a scheme in another case', { authorization: 'APIKEY abc' }, 'Invalid authentication scheme: "APIKEY"'],
    ['the scheme alone', { authorization: 'ApiKey' }, 'Unauthorized'],
    ['an unknown key', { authorization: 'ApiKey bf_unknown_0123456789' }, 'API Key not found'],
    ['a key with something behind it', { authorization: 'ApiKey a b' }, 'API Key not found'],
    ['bytes that are no ASCII', { authorization: 'ApiKey \u00e9\u00ff' }, 'API Key not found'],
    ['a very long key', { authorization: `ApiKey ${'x'.repeat(8000)}` }, 'API Key not found'],
    ['an invalid session', { authorization: 'Bearer abc.def' }, 'Unauthorized'],
    ['a forged cookie', { cookie: `${sessionCookieName()}=abc.def`, origin: serviceUrl }, 'Unauthorized'],
  ];
  for (const [name, headers, message] of cases) {
    test(`${name} is 401 on every closed operation`, async () => {
      await sideBySide(closed, async (listed) => {
        const answer = await anonymous(listed.method, anyPath(listed), { ...bodyFor(listed), headers });
        expect(assertError(answer, 401, listed.name).message, listed.name).toBe(message);
      });
    });
  }

  test('a revoked key is rejected everywhere', async ({ tenant }) => {
    const revoked = `ApiKey ${await createApiKey(tenant.environmentId, { revoked_at: new Date() })}`;
    for (const listed of closed) {
      const options = { ...bodyFor(listed), authorization: revoked };
      const answer = await anonymous(listed.method, anyPath(listed), options);
      expect(assertError(answer, 401, listed.name).message, listed.name).toBe('API Key not found');
    }
  });

  test('open operations ignore credentials', async () => {
    for (const listed of operations.filter(({ operation }) => operation.permission === 'public')) {
      const { method, path, params, operation } = listed;
      if (method !== 'GET' || params.length > 0) continue;
      const url = path + neededQuery(listed, { guide: 'concepts' });
      const answer = await anonymous('GET', url, { authorization: 'ApiKey nonsense' });
      expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(operation.status ?? 200);
    }
  });
});

test.describe('naming another environment', () => {
  test('in the header is 403 on every closed operation, whichever organization owns it', async ({ call, tenant }) => {
    const elsewhere = await createTenant();
    for (const id of [tenant.productionId, elsewhere.environmentId, newId(), 'nonsense']) {
      await sideBySide(closed, async (listed) => {
        const headers = { 'environment-id': id };
        assertError(await call(listed.method, anyPath(listed), { ...bodyFor(listed), headers }), 403, listed.name);
      });
    }
  });

  test('in the query of a workflow is 403 for a key', async ({ call, tenant }) => {
    const elsewhere = await createTenant();
    const id = await createWorkflow(tenant);
    const read = (environmentId: string) => call('GET', `/v2/workflows/${id}?environmentId=${environmentId}`);
    expect((await read(tenant.environmentId)).status).toBe(200);
    for (const other of [tenant.productionId, elsewhere.environmentId, newId()])
      assertError(await read(other), 403, other);
  });

  test('in the query of a workflow is allowed for a session only within its organization', async ({ tenant }) => {
    const elsewhere = await createTenant();
    const { call } = await signedIn(tenant, 'owner');
    const id = await createWorkflow({ environmentId: tenant.productionId });
    const read = (environmentId: string) => call('GET', `/v2/workflows/${id}?environmentId=${environmentId}`);
    expect((await read(tenant.productionId)).status).toBe(200);
    assertError(await read(tenant.environmentId), 404, 'it is not in this one');
    expect([403, 404], 'of another organization').toContain((await read(elsewhere.environmentId)).status);
    assertError(await read('nonsense'), 400, 'no id');
  });
});

test.describe('writes by cookie', () => {
  test('without a matching origin are 403 on every writing operation', async ({ tenant }) => {
    const { token } = await signedIn(tenant, 'owner');
    const cookie = `${sessionCookieName()}=${encodeURIComponent(token)}`;
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${serviceUrl}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { referer: `${serviceUrl}/` },
    ];
    const writes = closed.filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(5);
    for (const headers of foreign) {
      await sideBySide(writes, async (listed) => {
        const answer = await anonymous(listed.method, anyPath(listed), {
          ...bodyFor(listed),
          headers: { cookie, ...headers },
        });
        assertError(answer, 403, `${listed.name} ${JSON.stringify(headers)}`);
      });
    }
  });

  test('with the origin of the page, or marked same-origin by the browser, are accepted', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const { token } = await signedIn(tenant, 'owner');
    const cookie = `${sessionCookieName()}=${encodeURIComponent(token)}`;
    const ours: Record<string, string>[] = [{ origin: serviceUrl }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of ours) {
      const body = { subscriberId: 's0', firstName: JSON.stringify(headers) };
      const answer = await anonymous('POST', '/v2/subscribers', { body, headers: { cookie, ...headers } });
      expect(answer.status, answer.text).toBe(201);
    }
    expect((await call('GET', '/v2/subscribers/s0')).body).toMatchObject({ __v: 2 });
  });

  test('an API key is rejected by every operation for sessions', async ({ call }) => {
    for (const listed of closed.filter((each) => !takesApiKey(each))) {
      const answer = await call(listed.method, anyPath(listed), bodyFor(listed));
      expect(assertError(answer, 401, listed.name).message, listed.name).toBe('API endpoint not accessible');
    }
  });
});

test.describe('paths and methods', () => {
  test('an unknown path is 404 with every method, with and without a key', async ({ call }) => {
    const unknown = [
      ...(plainNext ? [] : ['/']),
      '/v1',
      '/v1/nonsense',
      '/v2/messages/x/y',
      '/v3/subscribers',
      '/V1/me',
      '/v1/me/x',
    ];
    for (const path of unknown) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        for (const authorization of [undefined, null]) {
          const answer = await call(method, path, { authorization });
          expect(assertError(answer, 404, `${method} ${path}`).message).toBe('There is nothing at this path');
        }
      }
    }
  });

  test('a missing method of a path is 405 with Allow, before the check of credentials', async () => {
    const paths = Map.groupBy(operations, ({ path }) => path);
    for (const [path, listed] of paths) {
      const known = listed.map(({ method }) => method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !known.includes(each))) {
        const answer = await anonymous(method, filled(path, '0'.repeat(24)));
        assertError(answer, 405, `${method} ${path}`);
        const allow = answer.headers.get('allow')?.split(', ') ?? [];
        expect(allow, `${method} ${path}`).toEqual(expect.arrayContaining(known));
        expect(allow, `${method} ${path}`).not.toContain(method);
      }
    }
  });

  test('HEAD is GET without a body', async ({ call }) => {
    const head = await call('HEAD', '/v2/subscribers');
    expect(head).toMatchObject({ status: 200, text: '' });
    expect((await anonymous('HEAD', '/v2/subscribers')).status).toBe(401);
  });

  test('a valid request ID of the caller is returned', async ({ call }) => {
    const sane = await call('GET', '/v1/nonsense', { headers: { 'x-request-id': 'req_1:2/3' } });
    expect(assertError(sane, 404, 'sane').requestId).toBe('req_1:2/3');
    const odd = await call('GET', '/v1/nonsense', { headers: { 'x-request-id': '<script>' } });
    expect(assertError(odd, 404, 'odd').requestId).not.toBe('<script>');
  });
});
