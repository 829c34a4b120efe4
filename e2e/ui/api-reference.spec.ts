import { createWorkflow } from '#e2e/workflow-rows.ts';
import { INBOX_TEST } from '#lib/workflows/inbox-test.ts';
import { expect, phone, test } from './fixtures.ts';

test('the API reference can be searched, and shows fields, code with the reader’s key, and the response', async ({
  page,
  tenant,
  visit,
}) => {
  await visit('/api-reference');
  await expect(page.getByRole('heading', { name: 'Call Development from your code' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('online status');
  await page
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: 'Retrieve whether a subscriber is online' })
    .click();
  await expect(page).toHaveURL(/#updateSubscriberOnlineStatus$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused();
  const body = page.getByRole('region', { name: 'Body' });
  await expect(body.getByRole('listitem')).toHaveText(/^isOnline.*boolean.*required/);
  const example = page.getByRole('region', { name: 'Example of a request' });
  await example.getByLabel('Your API key, for the examples').fill(tenant.apiKey);
  await example.getByRole('tab', { name: 'Python' }).click();
  await expect(example.getByLabel('Code', { exact: true })).toContainText(`"Authorization": "ApiKey ${tenant.apiKey}"`);
  await expect(page.getByRole('region', { name: 'example of the response' })).toContainText('"subscriberId": "jane"');
  await expect(page).toHaveURL(/[?&]lang=python/);
  await page.reload();
  await expect(example.getByRole('tab', { name: 'Python', selected: true })).toBeVisible();
  await expect(example.getByLabel('Code', { exact: true })).toContainText('ApiKey $KEY');
});

test('the former address of the API reference leads to the same operation', async ({ page, visit }) => {
  await visit('/api-reference');
  await page.goto('/api/reference#cancelEvent');
  await expect(page).toHaveURL('/development/api-reference#cancelEvent');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(/^Cancel/);
  await page.getByRole('navigation', { name: 'Previous and next operation' }).getByRole('link').last().click();
  await expect(page).toHaveURL(/#dryRunEvent$/);
  await page.goBack();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(/^Cancel/);
});

test('on a phone a button opens the operations, and nothing is wider than the screen', async ({ page, visit }) => {
  await page.setViewportSize(phone);
  await visit('/api-reference#triggerEvent');
  await page.getByRole('button', { name: 'Contents' }).click();
  const list = page.getByRole('navigation', { name: 'Operations' });
  await list.getByRole('button', { name: 'Topics' }).click();
  await list.getByRole('link', { name: 'Create a topic, or update it' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(/^Create/);
  await expect(list).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('the palette finds the API reference by synonyms', async ({ page, visit }) => {
  await visit('/activity');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('docs');
  await page.getByRole('option', { name: /API reference/ }).click();
  await expect(page).toHaveURL('/development/api-reference');
});

test('the first call names a workflow of the environment', async ({ page, tenant, visit }) => {
  await createWorkflow(tenant, { name: 'Parcel lost', identifier: 'parcel-lost' });
  await createWorkflow(tenant, { name: 'Inbox test', identifier: INBOX_TEST });
  await visit('/api-reference');
  const example = page.getByRole('region', { name: 'Example of a request' });
  await expect(example.getByLabel('Code', { exact: true })).toContainText('"name": "parcel-lost"');
});
