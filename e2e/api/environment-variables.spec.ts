import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import {
  EnvironmentVariable,
  EnvironmentVariableList,
  EnvironmentVariableUsage,
} from '#lib/environment-variables/schema.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import { Layout } from '#lib/layouts/schema.ts';
import { Workflow } from '#lib/workflows/schema.ts';

/** Expects that the call is rejected because of these fields. */
function assertFields({ status, text, body }: Answer, fields: Record<string, RegExp>) {
  expect(status, text).toBe(422);
  const { errors } = body as { errors: Record<string, { messages: string[] }> };
  expect(Object.keys(errors).sort()).toEqual(Object.keys(fields).sort());
  for (const [field, message] of Object.entries(fields)) expect(errors[field]?.messages.join()).toMatch(message);
}

const PATH = '/v1/environment-variables';
const of = (_environmentId: string, value: string) => ({ _environmentId, value });
const create = async (call: CallApi, body: object) => parsed(EnvironmentVariable, await call('POST', PATH, { body }));

test('a key has a value for each environment, and secrets are encrypted and masked', async ({ tenant }) => {
  const { call } = await signedIn(tenant, 'admin');
  const { environmentId: dev, productionId: prod } = tenant;
  const made = await create(call, { key: 'API_KEY', isSecret: true, values: [of(dev, 'dev-canary')] });
  expect(made).toMatchObject({ key: 'API_KEY', type: 'string', isSecret: true, values: [of(dev, CREDENTIAL_MASK)] });
  const merged = await call('PATCH', `${PATH}/API_KEY`, { body: { values: [of(prod, 'prod-canary')] } });
  const values = [of(dev, CREDENTIAL_MASK), of(prod, CREDENTIAL_MASK)];
  expect(parsed(EnvironmentVariable, merged).values).toHaveLength(2);
  expect(parsed(EnvironmentVariable, merged).values).toEqual(expect.arrayContaining(values));
  await create(call, { key: 'BASE_URL', values: [of(dev, 'https://a.example')] });
  const all = parsed(EnvironmentVariableList, await call('GET', `${PATH}?search=base_`));
  expect(all.map(({ key, values: shown }) => [key, shown])).toEqual([['BASE_URL', [of(dev, 'https://a.example')]]]);
  const { rows } = await database().query(
    'SELECT "values"::text FROM environment_variables WHERE organization_id = $1',
    [tenant.organizationId],
  );
  expect(JSON.stringify(rows)).not.toMatch(/dev-canary|prod-canary/);
  const log = await call('GET', '/v1/audit-log?limit=50');
  expect(log.text).not.toMatch(/dev-canary|prod-canary/);
  const entries = parsed(AuditPage, log).data.filter(({ action }) => action.startsWith('environment-variables'));
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    [
      'environment-variables.create',
      { key: 'BASE_URL', isSecret: false, values: { Development: 'https://a.example' } },
    ],
    ['environment-variables.update', expect.objectContaining({ key: 'API_KEY', isSecret: true })],
    ['environment-variables.create', expect.objectContaining({ key: 'API_KEY', isSecret: true })],
  ]);
  expect((await call('DELETE', `${PATH}/API_KEY`)).status).toBe(204);
  assertError(await call('GET', `${PATH}/API_KEY`), 404, 'deleted');
});

test('invalid variables are rejected', async ({ tenant }) => {
  const { call } = await signedIn(tenant, 'admin');
  const { environmentId: dev } = tenant;
  const post = (body: object) => call('POST', PATH, { body });
  await create(call, { key: 'KEY', isSecret: true, values: [of(dev, 'x-canary')] });
  assertFields(await post({ key: 'KEY' }), { key: /Already in use/ });
  for (const key of ['', '1A', 'a-b', 'ä', 'a b']) assertFields(await post({ key }), { key: /letter/ });
  assertFields(await post({ key: 'B', values: [of(dev, CREDENTIAL_MASK)] }), { 'values.0.value': /mask/ });
  assertFields(await post({ key: 'B', values: [of(dev, 'a'), of(dev, 'b')] }), { values: /once/ });
  expect((await post({ key: 'B', values: [of('f'.repeat(24), 'a')] })).status).toBe(403);
  const patch = (body: object) => call('PATCH', `${PATH}/KEY`, { body });
  assertFields(await patch({ isSecret: false }), { isSecret: /values of all environments/ });
  assertFields(await patch({ values: [of(dev, CREDENTIAL_MASK)] }), { 'values.0.value': /mask/ });
  const open = parsed(EnvironmentVariable, await patch({ isSecret: false, values: [of(dev, 'plain')] }));
  expect(open.values).toEqual([of(dev, 'plain')]);
  expect(parsed(EnvironmentVariable, await patch({ isSecret: true })).values).toEqual([of(dev, CREDENTIAL_MASK)]);
});

test('an API key sees and changes the values of its own environment only', async ({ tenant, call }) => {
  const { call: admin } = await signedIn(tenant, 'admin');
  const { environmentId: dev, productionId: prod } = tenant;
  await create(admin, { key: 'SHARED', values: [of(dev, 'd'), of(prod, 'p')] });
  expect(parsed(EnvironmentVariable, await call('GET', `${PATH}/SHARED`)).values).toEqual([of(dev, 'd')]);
  const patch = (body: object) => call('PATCH', `${PATH}/SHARED`, { body });
  expect(parsed(EnvironmentVariable, await patch({ values: [of(dev, 'e')] })).values).toEqual([of(dev, 'e')]);
  for (const answer of [
    await patch({ values: [of(prod, 'x')] }),
    await patch({ key: 'OTHER' }),
    await patch({ isSecret: true }),
    await call('DELETE', `${PATH}/SHARED`),
  ]) {
    expect(answer.status, answer.text).toBe(403);
  }
  const production = caller(`ApiKey ${tenant.productionApiKey}`);
  expect(parsed(EnvironmentVariable, await production('GET', `${PATH}/SHARED`)).values).toEqual([of(prod, 'p')]);
});

test('null removes the value of an environment; workflows and layouts of all environments are listed as readers', async ({
  tenant,
  call,
}) => {
  const { call: admin } = await signedIn(tenant, 'admin');
  const { environmentId: dev, productionId: prod } = tenant;
  await create(admin, { key: 'SHOP', isSecret: true, values: [of(dev, 'd'), of(prod, 'p')] });
  await create(admin, { key: 'UNUSED' });
  const workflow = {
    ...{ name: 'Text', workflowId: 'text', active: true },
    steps: [{ name: 'Text', type: 'sms', controlValues: { body: 'See {{ env.SHOP }}' } }],
  };
  parsed(Workflow, await call('POST', '/v2/workflows', { body: workflow }), 201);
  const production = caller(`ApiKey ${tenant.productionApiKey}`);
  const layout = parsed(Layout, await production('POST', '/v2/layouts', { body: { name: 'L', layoutId: 'l' } }), 201);
  const email = { body: '<p>{{ env.SHOP }}</p>{{ content }}', editorType: 'html' };
  const saved = await production('PUT', `/v2/layouts/${layout._id}`, { body: { name: 'L', controlValues: { email } } });
  expect(saved.status, saved.text).toBe(200);
  const readers = async (each: CallApi) => {
    const all = parsed(EnvironmentVariableList, await each('GET', `${PATH}?readers=true`));
    return Object.fromEntries(all.map(({ key, readers: found }) => [key, found]));
  };
  const text = { _environmentId: dev, name: 'Text', workflowId: 'text' };
  const frame = { _environmentId: prod, name: 'L', layoutId: 'l' };
  const none = { workflows: [], layouts: [] };
  expect(await readers(admin)).toEqual({ SHOP: { workflows: [text], layouts: [frame] }, UNUSED: none });
  expect(await readers(call)).toEqual({ SHOP: { workflows: [text], layouts: [] }, UNUSED: none });
  expect(parsed(EnvironmentVariable, await call('GET', `${PATH}/SHOP`)).readers).toBeUndefined();

  const remove = { values: [{ _environmentId: dev, value: null }] };
  expect((await production('PATCH', `${PATH}/SHOP`, { body: remove })).status).toBe(403);
  const left = parsed(EnvironmentVariable, await admin('PATCH', `${PATH}/SHOP`, { body: remove }));
  expect(left.values).toEqual([of(prod, CREDENTIAL_MASK)]);
  assertFields(await admin('POST', PATH, { body: { key: 'B', ...remove } }), { 'values.0.value': /./ });
});

test('developers and support can read variables, but not change them', async ({ tenant }) => {
  for (const role of ['developer', 'support'] as const) {
    const { call } = await signedIn(tenant, role);
    expect((await call('GET', PATH)).status).toBe(200);
    expect((await call('POST', PATH, { body: { key: 'A' } })).status).toBe(403);
  }
});

const url = 'https://api.example.com/orders?api_key=clear-canary-1';
const headers = [{ key: 'Authorization', value: 'Bearer clear-canary-2' }];
const request = (controlValues: object) => ({
  name: 'Ask',
  type: 'http_request',
  controlValues: { method: 'POST', ...controlValues },
});
const clear = { url, headers, body: '{"password":"clear-canary-3"}' };
const CLEAR = /clear-canary/;

test('the usage names workflows that read a variable; previews and dry runs show a mask', async ({ tenant, call }) => {
  const { environmentId: dev } = tenant;
  await create(call, { key: 'TOKEN', isSecret: true, values: [of(dev, 'token-canary')] });
  const step = request({
    url: 'https://a.example/',
    headers: [{ key: 'Authorization', value: 'Bearer {{ env.TOKEN }}' }],
  });
  const body = { name: 'Asks', workflowId: 'asks', active: true, steps: [step] };
  const workflow = parsed(Workflow, await call('POST', '/v2/workflows', { body }), 201);
  expect(workflow.steps[0]?.issues?.controls).toBeUndefined();
  expect(JSON.stringify(workflow.steps[0]?.variables)).toContain('"TOKEN"');
  const usage = await call('GET', `${PATH}/TOKEN/usage`);
  expect(parsed(EnvironmentVariableUsage, usage)).toEqual({ workflows: [{ name: 'Asks', workflowId: 'asks' }] });
  const { stepId } = workflow.steps[0] as { stepId: string };
  const preview = await call('POST', `/v2/workflows/asks/step/${stepId}/preview`, { body: {} });
  expect(preview.text).toContain(`Bearer ${CREDENTIAL_MASK}`);
  const dryRun = await call('POST', '/v1/events/dry-run', { body: { name: 'asks', to: 'jane', payload: {} } });
  expect(dryRun.status, dryRun.text).toBeLessThan(300);
  expect(preview.text + dryRun.text).not.toContain('token-canary');
});

test('a secret in plain text is an issue, and masked for roles without access to credentials', async ({
  tenant,
  call,
}) => {
  const body = { name: 'Asks', workflowId: 'asks', active: true, steps: [request(clear)] };
  const made = parsed(Workflow, await call('POST', '/v2/workflows', { body }), 201);
  expect(Object.keys(made.steps[0]?.issues?.controls ?? {}).sort()).toEqual(['body', 'headers.0.value', 'url']);
  const { stepId } = made.steps[0] as { stepId: string };
  const admin = await signedIn(tenant, 'admin');
  const paths = [
    '/v2/workflows/asks',
    `/v2/workflows/asks/steps/${stepId}`,
    '/v2/workflows/asks/versions',
    '/v2/workflows/asks/versions/1',
  ];
  expect((await admin.call('GET', '/v2/workflows/asks')).text).toMatch(CLEAR);
  for (const role of ['developer', 'support'] as const) {
    const { call: member } = await signedIn(tenant, role);
    for (const path of [...paths, '/v1/audit-log?limit=50'])
      expect((await member('GET', path)).text, path).not.toMatch(CLEAR);
    const dryRun = await member('POST', '/v1/events/dry-run', { body: { name: 'asks', to: 'jane', payload: {} } });
    expect(dryRun.text).not.toMatch(CLEAR);
  }
  const { call: developer } = await signedIn(tenant, 'developer');
  const shown = parsed(Workflow, await developer('GET', '/v2/workflows/asks'));
  const [step] = shown.steps;
  const put = (controlValues: object) =>
    developer('PUT', '/v2/workflows/asks', {
      body: {
        name: 'Renamed',
        workflowId: 'asks',
        active: true,
        preferences: {},
        steps: [{ ...request({}), _id: step?._id, controlValues }],
      },
    });
  const values = step?.controlValues as Record<string, unknown>;
  const saved = await put(values);
  expect(saved.status, saved.text).toBe(200);
  expect(saved.text).not.toMatch(CLEAR);
  const kept = parsed(Workflow, await admin.call('GET', '/v2/workflows/asks'));
  expect(kept).toMatchObject({ name: 'Renamed', steps: [{ controlValues: clear }] });
  assertFields(await put({ ...values, url: 'https://evil.example/' }), {
    'steps.0.controlValues.headers.0.value': /mask/,
    'steps.0.controlValues.body': /mask/,
  });
});
