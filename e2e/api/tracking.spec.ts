import { caller, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { createPerson } from '#e2e/person.ts';
import { Message, MessagePage } from '#lib/messages/schema.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import { RecipientPageSettings } from '#lib/recipient-page/schema.ts';
import { clickToken, openToken } from '#lib/tracking/token.ts';
import { Workflow } from '#lib/workflows/schema.ts';

const SHOP = 'https://shop.example/order?id=7';
const PATH = '/v1/environments/me/recipient-page';

/** Requests a path of the web process without following a redirect. */
const open = (path: string, init: RequestInit = {}) => fetch(`${serviceUrl}${path}`, { redirect: 'manual', ...init });

test('a click and an opening of a delivered email are events of the message, and nothing else is', async ({ call }) => {
  const integration = { name: 'Mail', providerId: 'sendgrid', channel: 'email', active: true, sandbox: true };
  const made = await call<{ _id: string }>('POST', '/v1/integrations', { body: { ...integration, credentials: {} } });
  const controlValues = { subject: 'Order', body: `<a href="${SHOP}">Order</a>`, editorType: 'html' };
  const steps = [{ name: 'Mail', type: 'email', controlValues }];
  await call('POST', '/v2/workflows', { body: { name: 'Order', workflowId: 'order', active: true, steps } });
  const to = { subscriberId: 'jane', email: 'jane@shop.example' };
  await call('POST', '/v1/events/trigger', { body: { name: 'order', to } });
  await expect.poll(async () => parsed(MessagePage, await call('GET', '/v1/messages')).data[0]?.status).toBe('sent');
  const [message] = parsed(MessagePage, await call('GET', '/v1/messages')).data;
  const { _id: messageId = '', _environmentId: environmentId } = message as Message;
  const tracked = { environmentId, messageId, integrationId: made.body._id };
  const link = `/r/click/${clickToken(tracked, SHOP)}`;
  const picture = `/r/open/${openToken(tracked)}`;

  expect((await open(`${link}?to=${encodeURIComponent('https://evil.example/')}`)).status).toBe(404);
  expect((await open(link)).status).toBe(404);
  expect((await open(picture, { method: 'POST' })).status).toBe(405);
  for (const path of [`${link}?to=${encodeURIComponent(SHOP)}`, picture]) {
    expect((await open(path, { method: 'HEAD' })).status).toBeLessThan(400);
    expect((await open(path, { headers: { 'sec-purpose': 'prefetch' } })).status).toBeLessThan(400);
  }
  const answer = await open(`${link}?to=${encodeURIComponent(SHOP)}`);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, SHOP]);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const image = await open(picture);
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/gif']);

  const read = async () => parsed(Message, await call('GET', `/v1/messages/${messageId}`));
  await expect.poll(async () => (await read()).events?.length).toBe(2);
  const kinds = ((await read()).events ?? []).map(({ kind, words }) => `${kind} ${words ?? ''}`.trim());
  expect(kinds.sort()).toEqual(['clicked shop.example', 'opened']);
  const run = parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${message?.transactionId}`));
  expect(run.data[0]?.jobs?.[0]?.status).toBe('completed');
});

test('tracking is off until an admin and the workflow switch it on, and both are in the audit log', async ({
  tenant,
  call,
}) => {
  const [admin, developer] = [await createPerson(tenant, 'admin'), await createPerson(tenant, 'developer')];
  expect(parsed(RecipientPageSettings, await call('GET', PATH))).toMatchObject({ tracking: false });
  expect((await developer.call('PUT', PATH, { body: { tracking: true } })).status).toBe(403);
  expect((await call('PUT', PATH, { body: { tracking: true } })).status).toBe(401);
  expect((await caller(null)('GET', PATH)).status).toBe(401);
  expect((await admin.call('PUT', PATH, { body: { tracking: 'yes' } })).status).toBe(422);
  expect(parsed(RecipientPageSettings, await admin.call('PUT', PATH, { body: { tracking: true } }))).toMatchObject({
    tracking: true,
  });

  const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'A', body: 'B', editorType: 'html' } }];
  const body = { name: 'Order', workflowId: 'order', active: true, steps };
  expect(parsed(Workflow, await developer.call('POST', '/v2/workflows', { body }), 201)).not.toHaveProperty(
    'isTracked',
  );
  const patch = (isTracked: boolean) => developer.call('PATCH', '/v2/workflows/order', { body: { isTracked } });
  expect(parsed(Workflow, await patch(true)).isTracked).toBe(true);
  const replaced = { ...body, workflowId: undefined, name: 'Changed', preferences: { user: null, workflow: null } };
  expect(parsed(Workflow, await developer.call('PUT', '/v2/workflows/order', { body: replaced })).isTracked).toBe(true);
  expect(parsed(Workflow, await patch(false))).not.toHaveProperty('isTracked');
  const log = await admin.call<{ data: { action: string }[] }>('GET', '/v1/audit-log');
  const actions = log.body.data.map(({ action }) => action);
  for (const action of ['workflows.unmarkTracked', 'workflows.markTracked', 'environments.updateRecipientPage'])
    expect(actions).toContain(action);
});
