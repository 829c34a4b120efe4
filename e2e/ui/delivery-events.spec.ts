import { createHmac } from 'node:crypto';
import { caller } from '#e2e/fixtures.ts';
import { newId } from '#lib/id.ts';
import { expect, test } from './fixtures.ts';
import { createMailIntegration, createMessage, createSentRun, createSubscriber } from './story.ts';

const KEY = 'signing-key-of-mailgun';

function signed(event: object): string {
  const [timestamp, token] = [String(Math.floor(Date.now() / 1000)), newId()];
  const signature = createHmac('sha256', KEY)
    .update(timestamp + token)
    .digest('hex');
  return JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': event });
}

test('from a new address, over its key and a refusal, to the event on the page of the message', async ({
  page,
  tenant,
  visit,
}) => {
  const integrationId = await createMailIntegration(tenant, { name: 'Mailgun EU', provider_id: 'mailgun' });
  const jane = await createSubscriber(tenant);
  const { id: notification_id, jobIds } = await createSentRun(tenant, jane);
  const through = { integration_id: integrationId, provider_id: 'mailgun', notification_id, job_id: jobIds[0] };
  const messageId = await createMessage(tenant, jane, through);
  await visit('/integrations');
  await page.getByRole('button', { name: 'Mailgun EU', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Mailgun EU', exact: true });
  const register = sheet.getByRole('button', { name: 'Register the address' });
  await expect(register).toHaveAccessibleDescription(/set PUBLIC_URL to a public https address/);
  await sheet.getByRole('button', { name: 'Create address' }).click();
  await expect(sheet.getByRole('button', { name: 'Replace', exact: true })).toBeVisible();
  const { body } = await caller(`ApiKey ${tenant.apiKey}`)<{ address: string }>(
    'GET',
    `/v1/integrations/${integrationId}/event-address`,
  );
  const push = (text: string) => caller(null)('POST', body.address.replace(/^.*\/api/, ''), { body: text });
  const at = Date.now() / 1000;
  const bounced = {
    ...{ event: 'failed', severity: 'permanent', reason: 'bounce', id: newId(), timestamp: at },
    'user-variables': { message_id: messageId },
    'delivery-status': { code: 550, message: 'mailbox unknown' },
  };
  expect((await push(signed(bounced))).status).toBe(401);
  await expect(sheet.getByText('The integration has no signing key')).toBeVisible();
  await sheet.getByLabel('HTTP webhook signing key').fill(KEY);
  await sheet.getByRole('button', { name: 'Save key' }).click();
  await expect(sheet.getByText('A key is stored.')).toBeVisible();
  await expect(sheet.getByLabel('HTTP webhook signing key')).toHaveAttribute('placeholder', '••••••••');
  expect((await push(signed(bounced))).status).toBe(200);
  await expect(sheet.getByText(/^Bounced/)).toBeVisible();
  await visit(`/messages/${messageId}`);
  await expect(page.getByRole('region', { name: 'Events' })).toContainText(/Bounced \(hard\).*550 mailbox unknown/s);
});

test('a switch makes each message name the address for events', async ({ page, tenant, visit }) => {
  const integrationId = await createMailIntegration(tenant, { name: 'Texts', provider_id: 'twilio', channel: 'sms' });
  await visit('/integrations');
  await page.getByRole('button', { name: 'Texts', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Texts', exact: true });
  const named = sheet.getByRole('switch', { name: 'Send the event address with each message' });
  await expect(named).not.toBeChecked();
  await named.click();
  await expect(named).toBeChecked();
  const { body } = await caller(`ApiKey ${tenant.apiKey}`)<object>(
    'GET',
    `/v1/integrations/${integrationId}/event-address`,
  );
  expect(body).toMatchObject({ byMessage: { isNamed: true } });
});
