import { createHmac } from 'node:crypto';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { EventAddress } from '#lib/delivery-events/schema.ts';
import { newId } from '#lib/id.ts';
import { type Message, MessagePage } from '#lib/messages/schema.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';
import { SuppressionEffect, SuppressionPage } from '#lib/suppressions/schema.ts';

const KEY = 'signing-key-of-mailgun';
const anonymous = caller(null);

const mailgun = {
  ...{ name: 'Mailgun', providerId: 'mailgun', channel: 'email', kind: 'delivery', active: true, sandbox: true },
  credentials: { apiKey: 'k', user: 'api', domain: 'shop.example', from: 'a@shop.example', senderName: 'Shop' },
  configurations: { inboundWebhookSigningKey: KEY },
};

const to = { subscriberId: 'jane', email: 'Jane@Shop.example' };

/** A workflow with an email step, and the address to which the provider pushes its events. */
async function world(call: CallApi) {
  const { body } = await call<{ _id: string }>('POST', '/v1/integrations', { body: mailgun });
  const answer = await call('POST', `/v1/integrations/${body._id}/event-address`);
  const { address = '' } = parsed(EventAddress, answer);
  const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'Hi', body: 'Hi', editorType: 'html' } }];
  await call('POST', '/v2/workflows', { body: { name: 'Mail', workflowId: 'mail', active: true, steps } });
  return address.replace(/^.*\/api\//, '/');
}

/** Triggers the workflow, and returns the state of its run once it has ended. */
async function outcome(call: CallApi): Promise<{ status: string; message: Message | undefined }> {
  const { body } = await call<{ transactionId: string }>('POST', '/v1/events/trigger', { body: { name: 'mail', to } });
  const ofRun = `transactionId=${body.transactionId}`;
  const jobs = async () => parsed(NotificationPage, await call('GET', `/v1/notifications?${ofRun}`)).data[0]?.jobs;
  await expect.poll(async () => (await jobs())?.[0]?.status).toMatch(/completed|skipped/);
  const { data } = parsed(MessagePage, await call('GET', `/v1/messages?${ofRun}`));
  return { status: (await jobs())?.[0]?.status ?? '', message: data[0] };
}

async function push(address: string, message: Message | undefined, event: object): Promise<void> {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), newId()];
  const signature = createHmac('sha256', KEY)
    .update(timestamp + token)
    .digest('hex');
  const about = { recipient: to.email, 'user-variables': { message_id: message?._id } };
  const data = { id: newId(), timestamp: Date.now() / 1000, ...about, ...event };
  const body = JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data });
  expect((await anonymous('POST', address, { body })).status).toBe(200);
}

const listed = async (call: CallApi) => parsed(SuppressionPage, await call('GET', '/v1/suppressions')).data;

test('a bounce suppresses the address, the next run is skipped, support removes it, and the next is sent', async ({
  call,
  tenant,
}) => {
  const address = await world(call);
  const first = await outcome(call);
  expect(first.status).toBe('completed');
  const words = '550 5.1.1 The email account does not exist';
  const bounced = { event: 'failed', severity: 'permanent', reason: 'bounce', 'delivery-status': { message: words } };
  await push(address, first.message, bounced);
  await expect.poll(async () => (await listed(call)).length).toBe(1);
  const [suppression] = await listed(call);
  expect(suppression).toMatchObject({
    ...{ channel: 'email', address: 'jane@shop.example', cause: 'bounced', words },
    messageId: first.message?._id,
  });
  expect((await outcome(call)).status).toBe('skipped');

  const { call: support } = await signedIn(tenant, 'support');
  const path = `/v1/suppressions/${suppression?._id}`;
  const effect = parsed(SuppressionEffect, await support('GET', path));
  expect(effect).toMatchObject({ subscriberIds: ['jane'], skipped: { count: 1, capped: false } });
  const body = { reason: 'Her mailbox works again' };
  expect((await support('POST', `${path}/remove`, { body })).status).toBe(200);
  expect((await outcome(call)).status).toBe('completed');
  assertError(await support('POST', `${path}/remove`, { body }), 404, 'removed twice');
});

test('a complaint suppresses the address; five soft bounces in a row do, four do not', async ({ call }) => {
  const address = await world(call);
  const soft = { event: 'failed', severity: 'permanent', reason: 'old' };
  const sent = [];
  for (let one = 0; one < 5; one += 1) sent.push((await outcome(call)).message);
  for (const message of sent.slice(0, 4)) await push(address, message, soft);
  const path = `/v1/messages/${sent[3]?._id}`;
  await expect.poll(async () => (await call<{ events?: object[] }>('GET', path)).body.events?.length).toBe(1);
  expect(await listed(call)).toEqual([]);
  await push(address, sent[4], soft);
  await expect.poll(async () => (await listed(call)).map(({ cause }) => cause)).toEqual(['soft_bounced']);
  await push(address, sent[0], { event: 'complained' });
  await expect.poll(async () => (await listed(call)).map(({ cause }) => cause)).toEqual(['complained']);
});

test('support sees and removes suppressed addresses, and adds none', async ({ tenant }) => {
  const { call } = await signedIn(tenant, 'support');
  expect((await call('GET', '/v1/suppressions')).status).toBe(200);
  expect((await call('GET', '/v1/suppressions/export')).headers.get('content-type')).toContain('text/csv');
  assertError(await call('POST', '/v1/suppressions', { body: { address: 'a@b.example' } }), 403, 'add');
  const body = { suppressions: [{ address: 'a@b.example' }] };
  assertError(await call('POST', '/v1/suppressions/bulk', { body }), 403, 'import');
});
