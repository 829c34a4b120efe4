import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createMailIntegration } from './story.ts';

async function opened(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name });
}

test('a test of the connection shows its result', async ({ page, tenant, visit }) => {
  const credentials = { host: '127.0.0.2', port: '9', from: 'shop@shop.example', senderName: 'Shop' };
  await createMailIntegration(tenant, { name: 'Own server', provider_id: 'nodemailer', credentials });
  await visit('/integrations');
  const details = await opened(page, 'Own server');
  await details.getByRole('button', { name: 'Test connection' }).click();
  await expect(details.getByText('It failed')).toBeVisible();
  await expect(
    details.getByText('127.0.0.2 is not a public address. To allow it, start Belfry with OUTBOUND_ALLOW=127.0.0.2.'),
  ).toBeVisible();
  await details.getByText('Exchange with the provider').click();
  await expect(details.getByText('EHLO to 127.0.0.2:9')).toBeVisible();
});

test('a test message goes to the reader’s address unless another is given', async ({
  page,
  tenant,
  visit,
  expectError,
}) => {
  expectError(/status of 422/);
  await createMailIntegration(tenant, { sandbox: true });
  await visit('/integrations');
  const details = await opened(page, 'SendGrid EU');
  await expect(details.getByRole('button', { name: 'Test connection' })).toHaveAttribute('aria-disabled', 'true');
  const address = details.getByLabel('Email address', { exact: true });
  await expect(address).toHaveValue(/@/);
  await details.getByRole('button', { name: 'Send test' }).click();
  await expect(details.getByText('Accepted in sandbox mode; nothing was sent.')).toBeVisible();
  await address.fill('unknown');
  await details.getByRole('button', { name: 'Send test' }).click();
  await expect(details.getByRole('alert')).toContainText('Must be an email address');
  await address.fill('auth@sandbox.example');
  await details.getByRole('button', { name: 'Send test' }).click();
  await expect(details.getByRole('paragraph').filter({ hasText: 'The credentials are not valid' })).toBeVisible();
});

test('the catalogue shows which providers cannot send yet', async ({ page, visit }) => {
  await visit('/integrations');
  await page.getByRole('button', { name: 'Add integration' }).click();
  const catalogue = page.getByRole('dialog', { name: 'Add an integration', exact: true });
  await expect(catalogue.getByRole('button', { name: /Postmark/ })).not.toContainText('Not yet deliverable');
  await expect(catalogue.getByRole('button', { name: /EmailJS/ })).toHaveCount(0);
  await catalogue.getByRole('button', { name: /^Show \d+ that cannot send yet$/ }).click();
  await expect(catalogue.getByRole('button', { name: /EmailJS.*Not yet deliverable/ })).toBeVisible();
  await catalogue.getByLabel('Search providers').fill('amazon sms');
  await expect(catalogue.getByRole('listitem')).toHaveText([/^SNS/]);
  await catalogue.getByRole('tab', { name: 'Email' }).click();
  await expect(catalogue.getByRole('tabpanel', { name: 'Email' })).toBeVisible();
});

test('a provider without delivery is marked on its card and at its tests', async ({ page, tenant, visit }) => {
  await createMailIntegration(tenant, { name: 'Later', provider_id: 'emailjs' });
  await visit('/integrations');
  await expect(page.getByText('Not yet deliverable')).toBeVisible();
  const details = await opened(page, 'Later');
  const button = details.getByRole('button', { name: 'Test connection' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.hover();
  // A scroll under the resting pointer must not remove the tooltip.
  await button.dispatchEvent('scroll');
  await expect(page.getByRole('tooltip')).toHaveText('Belfry cannot send through EmailJS yet');
});
