import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { newId } from '#lib/id.ts';
import { FetchedFate, Message, MessagePage } from '#lib/messages/schema.ts';
import { NotificationPage } from '#lib/notifications/schema.ts';

/** A local Infobip that accepts every message, and returns the log that the test sets. */
interface Vendor {
  origin: string;
  log: (status: number, log: object) => void;
  /** The paths of the requests for logs. */
  requested: string[];
  close: () => Promise<void>;
}

async function startVendor(): Promise<Vendor> {
  const requested: string[] = [];
  let logged = { status: 200, body: { results: [] } as object };
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isLog = request.method === 'GET';
      if (isLog) requested.push(request.url ?? '');
      const accepted = {
        messages: [{ messageId: 'vendor-1', status: { groupName: 'PENDING', name: 'PENDING_ACCEPTED' } }],
      };
      response.writeHead(isLog ? logged.status : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isLog ? logged.body : accepted));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log: (status, body) => {
      logged = { status, body };
    },
    requested,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

const results = (status: object, error: object = { name: 'NO_ERROR' }) => ({
  results: [
    {
      messageId: 'vendor-1',
      destination: '15555550123',
      sentAt: new Date().toISOString(),
      doneAt: new Date().toISOString(),
      status,
      error,
    },
  ],
});
const UNKNOWN_NUMBER = [
  { groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED' },
  { name: 'EC_UNKNOWN_SUBSCRIBER', description: 'Unknown Subscriber' },
] as const;

async function sentMessage(call: CallApi, credentials: object, more: object = {}): Promise<Message> {
  const integration = { name: 'Infobip', providerId: 'infobip-sms', channel: 'sms', kind: 'delivery', active: true };
  const body = { ...integration, credentials, ...more };
  expect((await call('POST', '/v1/integrations', { body })).status).toBe(201);
  const workflowId = `text-${newId()}`;
  const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
  await call('POST', '/v2/workflows', { body: { name: 'Text', workflowId, active: true, steps } });
  const to = { subscriberId: 'jane', phone: '+15555550123' };
  const triggered = await call<{ transactionId: string }>('POST', '/v1/events/trigger', {
    body: { name: workflowId, to },
  });
  const path = `/v1/messages?transactionId=${triggered.body.transactionId}`;
  await expect.poll(async () => parsed(MessagePage, await call('GET', path)).data[0]?.status).toBe('sent');
  return parsed(MessagePage, await call('GET', path)).data[0] as Message;
}

test('support fetches the fate of a message: it is on the message and its run, and suppresses the number', async ({
  call,
  tenant,
}) => {
  const vendor = await startVendor();
  const credentials = { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' };
  const message = await sentMessage(call, credentials);
  const path = `/v1/messages/${message._id}/fate`;
  vendor.log(200, results(...UNKNOWN_NUMBER));
  const support = await signedIn(tenant, 'support');
  expect(parsed(Message, await support.call('GET', `/v1/messages/${message._id}`)).fate).toEqual({});
  const fetched = parsed(FetchedFate, await support.call('POST', path));
  expect(fetched).toMatchObject({
    outcome: 'found',
    message: 'Infobip reports: Bounced (hard)',
    state: 'UNDELIVERABLE_NOT_DELIVERED',
    events: [{ kind: 'bounced', bounce: 'hard', words: 'Unknown Subscriber', code: 'EC_UNKNOWN_SUBSCRIBER' }],
    isNew: true,
  });
  expect(vendor.requested).toEqual(['/sms/3/logs?messageId=vendor-1']);

  const read = parsed(Message, await call('GET', `/v1/messages/${message._id}`));
  expect(read).not.toHaveProperty('fate');
  expect(read.events).toMatchObject([{ kind: 'bounced', bounce: 'hard', words: 'Unknown Subscriber' }]);
  const runs = parsed(NotificationPage, await call('GET', `/v1/notifications?transactionId=${message.transactionId}`));
  const details = runs.data[0]?.jobs?.[0]?.executionDetails ?? [];
  expect(details.filter(({ source }) => source === 'Webhook')).toMatchObject([{ detail: 'Message bounced' }]);
  const suppressed = await call<{ data: object[] }>('GET', '/v1/suppressions');
  expect(suppressed.body.data).toMatchObject([{ channel: 'sms', address: '+15555550123' }]);
  const developer = await signedIn(tenant, 'developer');
  const { data } = parsed(AuditPage, await developer.call('GET', `/v1/audit-log?resourceId=${message._id}`));
  expect(data).toMatchObject([{ action: 'messages.fetchFate', after: { outcome: 'found' } }]);
  await vendor.close();
});

test('a message is fetched once in ten seconds, for all callers together', async ({ call, tenant }) => {
  const vendor = await startVendor();
  vendor.log(200, results({ groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' }));
  const message = await sentMessage(call, { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' });
  const path = `/v1/messages/${message._id}/fate`;
  const support = await signedIn(tenant, 'support');
  const answers = await Promise.all([1, 2, 3].flatMap(() => [call('POST', path), support.call('POST', path)]));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.text).toMatch(/in the last 10 seconds: try again in \d+ seconds?/);
  expect(vendor.requested).toHaveLength(1);
  await vendor.close();
});

test('a provider that does not know the message, refuses or does not answer leads to a result', async ({ call }) => {
  const vendor = await startVendor();
  const first = await sentMessage(call, { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' });
  const path = `/v1/messages/${first._id}/fate`;
  const unknown = parsed(FetchedFate, await call('POST', path));
  expect(unknown).toMatchObject({ outcome: 'unknown', events: [], isNew: false });
  expect(unknown.message).toContain('Infobip does not know the message');
  const second = await sentMessage(call, { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' });
  vendor.log(401, { description: 'Invalid login details' });
  const refused = parsed(FetchedFate, await call('POST', `/v1/messages/${second._id}/fate`));
  expect(refused.outcome).toBe('failed');
  expect(refused.message).toBe('Infobip refused the credentials of the integration: Invalid login details');
  const third = await sentMessage(call, { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' });
  await vendor.close();
  const silent = parsed(FetchedFate, await call('POST', `/v1/messages/${third._id}/fate`));
  expect(silent.message).toMatch(/^Infobip did not answer. Try again later: .*could not be reached/);
  expect(parsed(Message, await call('GET', `/v1/messages/${third._id}`))).not.toHaveProperty('events');
});

test('a message that cannot be fetched says why', async ({ call, tenant }) => {
  const credentials = { baseUrl: 'https://api.shop.example', apiKey: 'infobip-key', from: 'Shop' };
  const sandboxed = await sentMessage(call, credentials, { sandbox: true });
  const path = `/v1/messages/${sandboxed._id}/fate`;
  const reason = 'The sandbox accepted the message, so no provider knows the message';
  expect((await call('POST', path)).text).toContain(reason);
  assertError(await call('POST', path), 422, 'a message of the sandbox');
  const support = await signedIn(tenant, 'support');
  const { fate } = parsed(Message, await support.call('GET', `/v1/messages/${sandboxed._id}`));
  expect(fate).toEqual({ whyNot: reason });
  assertError(await call('POST', `/v1/messages/${newId()}/fate`), 404, 'an unknown message');
  assertError(await caller('ApiKey wrong')('POST', path), 401, 'another key');
  const other = await createTenant();
  assertError(await caller(`ApiKey ${other.apiKey}`)('POST', path), 404, 'the message of another tenant');
});

test('after the pause, a fetched message is fetched again, and nothing is recorded twice', async ({ call }) => {
  const vendor = await startVendor();
  const message = await sentMessage(call, { baseUrl: vendor.origin, apiKey: 'infobip-key', from: 'Shop' });
  const path = `/v1/messages/${message._id}/fate`;
  vendor.log(200, results({ groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' }));
  expect(parsed(FetchedFate, await call('POST', path)).isNew).toBe(true);
  await expect.poll(async () => (await call('POST', path)).status, { timeout: 15_000, intervals: [1_000] }).toBe(200);
  const { events, deliveredAt } = parsed(Message, await call('GET', `/v1/messages/${message._id}`));
  expect(events).toHaveLength(1);
  expect(deliveredAt).toHaveLength(1);
  await vendor.close();
});
