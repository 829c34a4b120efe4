import type { Page } from '@playwright/test';
import { database } from '#e2e/database.ts';
import { expect, test } from './fixtures.ts';
import { createMailIntegration } from './story.ts';

/** Returns the names of the email integrations, the highest priority first, from the database. */
async function order(environmentId: string): Promise<string[]> {
  const text = 'SELECT name FROM integrations WHERE environment_id = $1 ORDER BY priority DESC';
  return (await database().query(text, [environmentId])).rows.map(({ name }) => name);
}

const names = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 });
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` });

test.describe('the order of integrations', () => {
  test.use({ role: 'owner' });

  test.beforeEach(async ({ tenant }) => {
    await createMailIntegration(tenant, { primary: true, priority: 4 });
    await createMailIntegration(tenant, { name: 'SES', provider_id: 'ses', priority: 3 });
    await createMailIntegration(tenant, { name: 'Resend', provider_id: 'resend', priority: 2 });
    await createMailIntegration(tenant, { name: 'Mailgun', provider_id: 'mailgun', priority: 1 });
  });

  test('is changed by drag, and Undo restores it', async ({ page, tenant, visit }) => {
    await visit('/integrations');
    await expect(names(page)).toHaveText(['SendGrid EU', 'SES', 'Resend', 'Mailgun']);
    await expect(handle(page, 'SendGrid EU'), 'the primary one is fixed').toHaveCount(0);
    await handle(page, 'Mailgun').hover();
    await page.mouse.down();
    const { x = 0, y = 0 } = (await handle(page, 'SES').boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 20, { steps: 5 });
    await page.mouse.move(x + 5, y - 200, { steps: 5 });
    await page.mouse.up();
    await expect(names(page)).toHaveText(['SendGrid EU', 'Mailgun', 'SES', 'Resend']);
    await expect(page.getByText('Mailgun is now number 2 of 4 in the delivery order')).toBeVisible();
    expect(await order(tenant.environmentId)).toEqual(['SendGrid EU', 'Mailgun', 'SES', 'Resend']);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Mailgun is number 4 in the delivery order again')).toBeVisible();
    await expect(names(page)).toHaveText(['SendGrid EU', 'SES', 'Resend', 'Mailgun']);
    expect(await order(tenant.environmentId)).toEqual(['SendGrid EU', 'SES', 'Resend', 'Mailgun']);

    await handle(page, 'Mailgun').hover();
    await page.mouse.down();
    await page.mouse.move(x + 5, y + 20, { steps: 5 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(names(page), 'Escape cancels').toHaveText(['SendGrid EU', 'SES', 'Resend', 'Mailgun']);
  });

  test('is changed with the arrow keys, and from the sheet', async ({ page, tenant, visit }) => {
    await visit('/integrations');
    await handle(page, 'SES').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect(names(page)).toHaveText(['SendGrid EU', 'Resend', 'SES', 'Mailgun']);
    await expect(handle(page, 'SES')).toBeFocused();
    await expect(page.getByText('SES is now number 3 of 4 in the delivery order')).toBeVisible();
    await page.getByRole('button', { name: 'Mailgun', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Mailgun', exact: true });
    await sheet.getByRole('button', { name: 'Move up' }).click();
    await expect(page.getByText('Mailgun is now number 3 of 4 in the delivery order')).toBeVisible();
    expect(await order(tenant.environmentId)).toEqual(['SendGrid EU', 'Resend', 'Mailgun', 'SES']);
  });

  test('has numbers while failover is on, and its switch explains it according to its state', async ({
    page,
    tenant,
    visit,
  }) => {
    await visit('/integrations');
    await expect(page.getByRole('article').first()).not.toContainText('Number 1');
    const failover = page.getByRole('region', { name: /^Failover is o/ });
    await expect(failover).toContainText('If an email or SMS integration cannot send, no other integration is used.');
    await page.getByRole('switch', { name: /^Failover in / }).click();
    await expect(failover).toContainText('the next attempt uses the integration with the next number.');
    await expect(page.getByRole('article').first()).toContainText('Number 1');
    const stored = 'SELECT failover FROM environments WHERE id = $1';
    expect((await database().query(stored, [tenant.environmentId])).rows).toEqual([{ failover: true }]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Failover is off again')).toBeVisible();
  });
});

test.describe('members who may not change it', () => {
  test.use({ role: 'support' });

  test('see the order with the reason', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true, priority: 3 });
    await createMailIntegration(tenant, { name: 'SES', provider_id: 'ses', priority: 2 });
    await createMailIntegration(tenant, { name: 'Resend', provider_id: 'resend', priority: 1 });
    await visit('/integrations');
    await expect(handle(page, 'SES')).toHaveAttribute('aria-disabled', 'true');
    await handle(page, 'SES').focus();
    await page.keyboard.press('ArrowDown');
    await expect(names(page)).toHaveText(['SendGrid EU', 'SES', 'Resend']);
    expect(await order(tenant.environmentId)).toEqual(['SendGrid EU', 'SES', 'Resend']);
  });
});
