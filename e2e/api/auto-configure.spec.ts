import { clientOf, packages, type Version } from '#e2e/client/clients.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { AutoConfigured, EventAddress } from '#lib/delivery-events/schema.ts';
import { type RunningService, startService } from '#scripts/service.ts';
import { startVendor, type VendorServer } from '#testing/vendor-server.ts';

/** A Belfry with a public address. */
let service: RunningService;
let vendor: VendorServer;

test.beforeAll(async () => {
  [service, vendor] = await Promise.all([
    startService({ variables: { PUBLIC_URL: 'https://belfry.example' }, apiOnly: true }),
    startVendor(),
  ]);
});
test.afterAll(async () => {
  await Promise.all([service?.stop(), vendor?.stop()]);
});

const SIGNING_KEY = 'signing-key-of-the-account';
const TYPES = 8;

/** A Mailgun that stores the addresses. */
function mailgun(): Record<string, { urls: string[] }> {
  const webhooks: Record<string, { urls: string[] }> = {};
  vendor.behave(({ method, path, body }) => {
    if (path.endsWith('/http_signing_key')) return { status: 200, body: { http_signing_key: SIGNING_KEY } };
    const form = new URLSearchParams(body);
    const type = form.get('id') ?? path.split('/').at(-1) ?? '';
    if (method !== 'GET') webhooks[type] = { urls: form.getAll('url') };
    return { status: 200, body: { webhooks } };
  });
  return webhooks;
}

async function createIntegration(call: CallApi, more: object = {}): Promise<string> {
  const credentials = { apiKey: 'key-1a2b3c', user: 'api', domain: 'shop.example', baseUrl: vendor.origin };
  const body = {
    ...{ name: 'Mailgun', providerId: 'mailgun', channel: 'email', kind: 'delivery', active: true },
    credentials: { ...credentials, from: 'a@shop.example', senderName: 'Shop' },
    ...more,
  };
  const answer = await call<{ _id: string }>('POST', '/v1/integrations', { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body._id;
}

const path = (integrationId: string, operation = 'auto-configure') => `/v1/integrations/${integrationId}/${operation}`;

test('the address is registered once, and the key is stored encrypted', async ({ call, tenant }) => {
  const publicly = caller(`ApiKey ${tenant.apiKey}`, service.url);
  const webhooks = mailgun();
  const integrationId = await createIntegration(call);
  const before = parsed(EventAddress, await publicly('GET', path(integrationId, 'event-address')));
  expect([before.exists, before.registration]).toEqual([false, {}]);
  const first = parsed(AutoConfigured, await publicly('POST', path(integrationId)));
  expect(first).toMatchObject({
    success: true,
    message: 'Mailgun now sends its events to Belfry.',
    integration: { _id: integrationId, configurations: { inboundWebhookEnabled: true } },
  });
  const shown = parsed(EventAddress, await publicly('GET', path(integrationId, 'event-address')));
  expect(shown).toMatchObject({ exists: true, key: { entered: true } });
  expect(Object.values(webhooks)).toEqual(Array.from({ length: TYPES }, () => ({ urls: [shown.address] })));

  await publicly('POST', path(integrationId, 'event-address'));
  const second = parsed(AutoConfigured, await publicly('POST', path(integrationId)));
  expect(second.message).toBe('The existing webhook at Mailgun now has the current address.');
  const { address } = parsed(EventAddress, await publicly('GET', path(integrationId, 'event-address')));
  expect(address).not.toBe(shown.address);
  expect(Object.values(webhooks)).toEqual(Array.from({ length: TYPES }, () => ({ urls: [address] })));

  const { rows } = await database().query('SELECT configurations FROM integrations WHERE id = $1', [integrationId]);
  const log = await database().query('SELECT * FROM audit_log WHERE organization_id = $1', [tenant.organizationId]);
  const secrets = [SIGNING_KEY, address?.slice(-43) ?? 'none', 'key-1a2b3c'];
  for (const secret of secrets)
    expect(JSON.stringify([rows, log.rows, first, second]), 'only encrypted').not.toContain(secret);
  const { call: owner } = await signedIn(tenant, 'owner');
  const { data } = parsed(AuditPage, await owner('GET', '/v1/audit-log?action=integrations.autoConfigure'));
  expect(data.map(({ resource }) => resource)).toMatchObject([{ _id: integrationId }, { _id: integrationId }]);
});

test('a refusal of the provider is a result, with its words and a remedy', async ({ call, tenant }) => {
  const publicly = caller(`ApiKey ${tenant.apiKey}`, service.url);
  const integrationId = await createIntegration(call);
  vendor.behave({ status: 401, body: 'Forbidden: key-1a2b3c' });
  const refused = parsed(AutoConfigured, await publicly('POST', path(integrationId)));
  expect(refused).toEqual({
    success: false,
    message: expect.stringMatching(/^Mailgun refused: 401: Forbidden: •+\. The key probably lacks the right to manage/),
  });
  const sandboxed = await createIntegration(call, { sandbox: true });
  expect(parsed(AutoConfigured, await publicly('POST', path(sandboxed)))).toEqual({
    success: false,
    message: 'The integration Mailgun is in sandbox mode: switch sandbox mode off first',
  });
  const empty = await createIntegration(call, { active: false, credentials: { apiKey: 'k' } });
  expect(parsed(AutoConfigured, await publicly('POST', path(empty))).message).toMatch(
    /^Enter the credentials first: User name, Domain/,
  );
});

test('it needs a public address, a provider with such an API, and the right to change integrations', async ({
  call,
  tenant,
}) => {
  mailgun();
  const integrationId = await createIntegration(call);
  const { success, message } = parsed(AutoConfigured, await call('POST', path(integrationId)));
  expect([success, message]).toEqual([false, expect.stringContaining('set PUBLIC_URL to a public https address')]);
  expect(vendor.received).toEqual([]);
  const credentials = { apiKey: 'k', secretKey: 's', region: 'eu-central-1', from: 'a@b.example', senderName: 'Shop' };
  const ses = await createIntegration(call, { name: 'SES', providerId: 'ses', credentials });
  assertError(await call('POST', path(ses)), 400, 'SES');
  expect(parsed(EventAddress, await call('GET', path(ses, 'event-address')))).not.toHaveProperty('registration');
  const former = { accessKey: 'k', from: 'Shop' };
  const bird = await createIntegration(call, {
    name: 'Bird',
    providerId: 'messagebird',
    channel: 'sms',
    credentials: former,
  });
  const publicly = caller(`ApiKey ${tenant.apiKey}`, service.url);
  const lacking = 'Enter the credentials first: Workspace ID and Channel ID';
  const shown = parsed(EventAddress, await publicly('GET', path(bird, 'event-address')));
  expect(shown.registration).toEqual({ whyNot: lacking });
  expect(parsed(AutoConfigured, await publicly('POST', path(bird)))).toEqual({ success: false, message: lacking });
  const support = await signedIn(tenant, 'support');
  assertError(await support.call('POST', path(integrationId)), 403, 'support');
});

for (const version of Object.keys(packages) as Version[]) {
  test(`the official client ${version} reads the response`, async ({ call, tenant }) => {
    mailgun();
    const integrationId = await createIntegration(call);
    const client = clientOf(version, service.url, tenant.apiKey);
    // Opens a connection, because the client does not retry.
    await client.integrations.list();
    const { result } = await client.integrations.integrationsControllerAutoConfigureIntegration(integrationId);
    expect(result).toMatchObject({ success: true, message: expect.stringContaining('Mailgun now sends its events') });
  });
}
