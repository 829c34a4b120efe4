import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { expect, test } from './fixtures.ts';
import { createMailIntegration, createMessage, createSentRun, createSubscriber } from './story.ts';

const DELIVERED = {
  messageId: 'vendor-1',
  destination: '4915155501001',
  status: { groupName: 'DELIVERED', name: 'DELIVERED_TO_HANDSET' },
  error: { name: 'NO_ERROR' },
};
const BOUNCED = {
  messageId: 'vendor-1',
  destination: '4915155501001',
  status: { groupName: 'UNDELIVERABLE', name: 'UNDELIVERABLE_NOT_DELIVERED' },
  error: { name: 'EC_UNKNOWN_SUBSCRIBER', description: 'Unknown Subscriber' },
};

/** Creates an SMS that Infobip accepted. The local server returns `log` for it. */
async function acceptedMessage(tenant: Tenant, log: object) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ results: [{ ...log, doneAt: new Date().toISOString() }] }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const id = newId();
  const { environmentId } = tenant;
  const credentials = sealCredentials(
    { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'infobip-key', from: 'Shop' },
    { environmentId, integrationId: id },
  );
  const infobip = { provider_id: 'infobip-sms', channel: 'sms' };
  await createMailIntegration(tenant, { ...infobip, id, name: 'Infobip EU', credentials });
  const jane = await createSubscriber(tenant);
  const { id: notification_id, jobIds } = await createSentRun(tenant, jane);
  const sent = {
    ...infobip,
    integration_id: id,
    notification_id,
    job_id: jobIds[0],
    email: null,
    phone: '+4915155501001',
  };
  const messageId = await createMessage(tenant, jane, { ...sent, provider_message_id: 'vendor-1', content: 'Hi' });
  return { messageId, close: () => new Promise((done) => server.close(done)) };
}

test('the answer of the provider about a message is on its page', async ({ page, tenant, visit }) => {
  const { messageId, close } = await acceptedMessage(tenant, BOUNCED);
  await visit(`/messages/${messageId}`);
  const outcome = page.getByRole('region', { name: 'Outcome' });
  await outcome.getByRole('button', { name: 'Ask the provider' }).click();
  await expect(outcome.getByRole('status')).toContainText('Infobip reports: Bounced (hard)');
  await expect(outcome.getByRole('status')).toContainText('EC_UNKNOWN_SUBSCRIBER Unknown Subscriber');
  await expect(page.getByRole('region', { name: 'Events' })).toContainText(/Bounced \(hard\)/);
  await close();
});

test('Explain fetches the answer of the provider, and leads with it', async ({ page, tenant, visit }) => {
  const { messageId, close } = await acceptedMessage(tenant, DELIVERED);
  await visit(`/explain?subscriber=${messageId}`);
  const lost = page.getByRole('region', { name: 'If it did not arrive' });
  await expect(lost.getByRole('button', { name: 'Ask the provider' })).toBeVisible();
  await lost.getByRole('button', { name: 'Ask the provider' }).click();
  await expect(lost.getByRole('status')).toContainText('Infobip reports: Delivered');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toContainText(/delivered/i);
  await visit(`/explain?subscriber=${messageId}`);
  await expect(lost).toBeVisible();
  await expect(lost.getByRole('button', { name: 'Ask the provider' })).toBeHidden();
  await close();
});

test('a message of the sandbox says why its provider cannot be called', async ({ page, tenant, visit }) => {
  const integration_id = await createMailIntegration(tenant, { name: 'Mailgun EU', provider_id: 'mailgun' });
  const reason = reasonFor('sandboxed', { provider: 'Mailgun', attempt: 1 });
  const through = { integration_id, provider_id: 'mailgun', provider_message_id: 'sandbox-1' };
  const messageId = await createMessage(tenant, await createSubscriber(tenant), { ...through, reason });
  await visit(`/messages/${messageId}`);
  const ask = page.getByRole('button', { name: 'Ask the provider' });
  await expect(ask).toBeDisabled();
  await expect(ask).toHaveAccessibleDescription('The sandbox accepted the message, so no provider knows the message');
});
