import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure, api } from './client.ts';

const sent: { url: string; init: RequestInit }[] = [];
const assign = vi.fn();

function answer(status: number, body?: unknown, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
}

beforeEach(() => {
  sent.length = 0;
  assign.mockReset();
  vi.stubGlobal('location', { pathname: '/development/activity', search: '?range=7d', hash: '', assign });
});
afterEach(() => vi.unstubAllGlobals());

test('a query repeats the keys of arrays and leaves out what is empty', async () => {
  answer(200, []);
  await api('/v1/messages', { query: { transactionId: ['a', 'b'], page: 0, channel: '', subscriberId: undefined } });
  expect(sent[0]?.url).toBe('/api/v1/messages?transactionId=a&transactionId=b&page=0');
});

test('the environment goes into its header, a body goes as JSON', async () => {
  answer(200, {});
  await api('/v1/x', { method: 'POST', environmentId: 'e1', body: { a: 1 } });
  expect(sent[0]?.init.headers).toMatchObject({ 'environment-id': 'e1', 'content-type': 'application/json' });
  expect(sent[0]?.init.body).toBe('{"a":1}');
});

test('an error body is thrown with its fields and request ID', async () => {
  answer(422, {
    statusCode: 422,
    code: 'unprocessable',
    message: 'Validation Error',
    requestId: 'r1',
    errors: { name: { messages: ['is required'] } },
  });
  const failure = await api('/v1/x').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiFailure);
  expect(failure).toMatchObject({
    statusCode: 422,
    code: 'unprocessable',
    requestId: 'r1',
    errors: { name: { messages: ['is required'] } },
  });
});

test('a response that is not JSON and a missing response are failures', async () => {
  vi.stubGlobal(
    'fetch',
    async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'x-request-id': 'r2' } }),
  );
  await expect(api('/v1/x')).rejects.toMatchObject({ statusCode: 502, requestId: 'r2' });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(api('/v1/x')).rejects.toMatchObject({ statusCode: 0, code: 'network' });
});

test('a 204 response is undefined', async () => {
  answer(204);
  expect(await api('/v1/x', { method: 'DELETE' })).toBeUndefined();
});

test('a request without a session opens sign-in with a return address, and throws no error', async () => {
  vi.resetModules();
  const page = await import('./client.ts');
  answer(401, { statusCode: 401, message: 'Unauthorized' });
  const settled = vi.fn();
  void page.api('/v1/me').then(settled, settled);
  await expect.poll(() => assign.mock.calls).toContainEqual(['/sign-in?next=%2Fdevelopment%2Factivity%3Frange%3D7d']);
  expect(settled).not.toHaveBeenCalled();
});

test('a session that ends while its page is open is reported as ended', async () => {
  answer(200, {});
  await api('/v1/me');
  answer(401, { statusCode: 401, message: 'Unauthorized' });
  void api('/v1/me');
  await expect
    .poll(() => assign.mock.calls)
    .toContainEqual(['/sign-in?next=%2Fdevelopment%2Factivity%3Frange%3D7d&ended=1']);
});

test('a request that fails during sign-out opens no page', async () => {
  vi.resetModules();
  const page = await import('./client.ts');
  answer(200, {});
  await page.signOut();
  answer(401, { statusCode: 401, message: 'Unauthorized' });
  await expect(page.api('/v1/me')).rejects.toThrow('Unauthorized');
  expect(assign).not.toHaveBeenCalled();
});

test('on the sign-in page a 401 is an ordinary failure', async () => {
  vi.stubGlobal('location', { pathname: '/sign-in', search: '', assign });
  answer(401, { statusCode: 401, message: 'The email address or the password is wrong' });
  await expect(api('/auth/sign-in/email', { method: 'POST', body: {} })).rejects.toThrow('wrong');
  expect(assign).not.toHaveBeenCalled();
});

test('a required two-step sign-in opens its setup with a return address', async () => {
  answer(403, { statusCode: 403, code: 'two_step_setup_required', message: 'Set it up first' });
  const settled = vi.fn();
  void api('/v1/me').then(settled, settled);
  const setup = '/sign-in/two-step?next=%2Fdevelopment%2Factivity%3Frange%3D7d';
  await expect.poll(() => assign.mock.calls).toContainEqual([setup]);
  expect(settled).not.toHaveBeenCalled();
});

test('a required sign-in provider opens the sign-in page, which shows the reason', async () => {
  answer(403, { statusCode: 403, code: 'sign_in_provider_required', message: 'Use the provider' });
  void api('/v1/me');
  const page = '/sign-in?next=%2Fdevelopment%2Factivity%3Frange%3D7d&problem=required';
  await expect.poll(() => assign.mock.calls).toContainEqual([page]);
});

test('a page that accepts a code stays open without it', async () => {
  vi.stubGlobal('location', { pathname: '/invitation/t', search: '', assign });
  answer(401, { statusCode: 401, code: 'two_step_code_required', message: 'Enter the code' });
  await expect(api('/v1/x', { method: 'POST', body: {} })).rejects.toMatchObject({ code: 'two_step_code_required' });
  expect(assign).not.toHaveBeenCalled();
});
