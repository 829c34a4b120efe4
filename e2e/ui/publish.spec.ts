import type { Page } from '@playwright/test';
import { parsed } from '#e2e/fixtures.ts';
import type { SessionUser } from '#e2e/session.ts';
import { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import { Layout } from '#lib/layouts/schema.ts';
import { expectAccessible } from './accessible.ts';
import { author, receipt } from './authoring.ts';
import { expect, phone, question, test } from './fixtures.ts';
import { createOrderWorkflow } from './story.ts';

const text = {
  stepId: 'text',
  name: 'Text the customer',
  type: 'sms',
  controlValues: { body: 'On its way, {{env.SHOP}}' },
} as const;
const hook = {
  stepId: 'hook',
  name: 'Look up the order',
  type: 'http_request',
  controlValues: { method: 'GET', url: 'https://dev.shop.example/orders' },
} as const;

/**
 * Creates an email in a layout that the target lacks, an SMS with a variable that has no value in the target, and a
 * step with an address of Development.
 */
async function authorAll(member: SessionUser, tenant: { environmentId: string }): Promise<void> {
  const layout = { name: 'House', layoutId: 'house' };
  parsed(Layout, await member.call('POST', '/v2/layouts', { body: layout }), 201);
  const values = [{ _environmentId: tenant.environmentId, value: 'Fennel' }];
  const variable = await member.call('POST', '/v1/environment-variables', { body: { key: 'SHOP', values } });
  parsed(EnvironmentVariable, variable);
  const mail = { ...receipt, controlValues: { ...receipt.controlValues, layoutId: 'house' } };
  await author(member, [mail], { name: 'Receipt', workflowId: 'receipt' });
  await author(member, [text, hook], { name: 'Text', workflowId: 'text' });
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

test('workflows are compared, published to production after its name is typed, and undone', async ({
  page,
  member,
  tenant,
  visit,
}) => {
  test.slow();
  await authorAll(member, tenant);
  await visit('/workflows');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/development/publish');
  const button = page.getByRole('button', { name: 'Publish to Production…' });
  await expect(select(page, 'Receipt')).not.toBeChecked();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(row(page, 'Text')).toContainText('Arrives paused');
  await expect(row(page, 'Text')).toContainText('Missing: Production has no value for env.SHOP');
  await expect(row(page, 'Text')).toContainText('dev.shop.example looks like an address of Development.');
  const variables = page.getByRole('region', { name: 'Variables' });
  await expect(variables).toContainText('SHOP has a value in Development, and none in Production.');
  await expectAccessible(page);

  await variables.getByRole('button', { name: 'Copy value… of SHOP to Production' }).click();
  await expect(question(page)).toContainText('Fennel');
  await question(page).getByRole('button', { name: 'Copy value' }).click();
  await expect(variables).toHaveCount(0);
  await expect(row(page, 'Text')).not.toContainText('env.SHOP');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('SHOP has no value in Production again')).toBeVisible();
  await expect(row(page, 'Text')).toContainText('Missing: Production has no value for env.SHOP');
  await expect(row(page, 'Text').getByRole('link', { name: 'Set value' })).toHaveAttribute(
    'href',
    '/settings/environment-variables?variable=SHOP&in=production',
  );

  await select(page, 'Receipt').check();
  await expect(row(page, 'Receipt')).toContainText(
    'Production lacks the layout “House”. Publishing the workflow brings it along',
  );
  await expect(select(page, 'House')).toBeChecked();
  await button.click();
  await expect(question(page)).toContainText('Publish 1 workflow and 1 layout to Production?');
  const confirm = question(page).getByRole('button', { name: 'Publish 1 workflow and 1 layout' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await question(page).getByLabel('Type “Production” to confirm').fill('Production');
  await confirm.click();
  await expect(page.getByText('1 workflow and 1 layout were published to Production')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the workflows of Production' })).toHaveAttribute(
    'href',
    '/production/workflows',
  );
  const last = page.getByRole('region', { name: 'Last publication' });
  await expect(last).toContainText('1 workflow and 1 layout');
  await expect(select(page, 'Receipt')).toHaveCount(0);
  const paused = page.getByRole('region', { name: 'Paused in Production' });
  await expect(paused).toContainText('Receipt');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The publication to Production was undone')).toBeVisible();
  await expect(select(page, 'Receipt')).not.toBeChecked();
  await expect(last).toHaveCount(0);
});

test('a changed workflow shows its differences, and the page can undo a publication later', async ({
  page,
  member,
  tenant,
  visit,
}) => {
  const { _id } = await author(member);
  const sync = { body: { targetEnvironmentId: tenant.productionId } };
  expect((await member.call('PUT', `/v2/workflows/${_id}/sync`, sync)).status).toBe(200);
  const body = { name: 'Order sent', tags: ['vip'] };
  expect((await member.call('PATCH', `/v2/workflows/${_id}`, { body })).status).toBe(200);
  await visit('/workflows');
  await page.getByRole('button', { name: 'Actions for Order sent' }).click();
  await page.getByRole('menuitem', { name: 'Publish…' }).click();
  await expect(select(page, 'Order sent')).toBeChecked();
  await expect(row(page, 'Order sent')).toContainText('Renamed from “Order shipped” to “Order sent”');
  await page.getByRole('button', { name: /^Order sent/ }).press('Enter');
  await expect(row(page, 'Order sent').getByText('Added tag vip', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Publish to Production…' }).press('Enter');
  await question(page).getByLabel('Type “Production” to confirm').fill('Production');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing differs')).toBeVisible();
  await expect(page.getByText('1 workflow was published to Production')).toBeVisible();
  await page.getByRole('button', { name: 'Undo…' }).click();
  await expect(question(page)).toContainText('Restored to the earlier content: 1 workflow');
  await question(page).getByRole('button', { name: 'Undo publication' }).click();
  await expect(select(page, 'Order sent')).not.toBeChecked();
  await expect(page.getByText('1 workflow was published to Production')).toHaveCount(0);
});

test('between other environments too, nothing is selected initially, and the search narrows the list', async ({
  page,
  member,
  tenant,
  visit,
}) => {
  expect((await member.call('POST', '/v1/environments', { body: { name: 'Staging' } })).status).toBe(201);
  await authorAll(member, tenant);
  await author(member, [], { name: 'Plain', workflowId: 'plain' });
  await author(member, [receipt], { name: 'Second receipt', workflowId: 'second-receipt' });
  await visit('/publish?target=staging');
  await expect(select(page, 'Plain')).not.toBeChecked();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('Nothing selected');
  await select(page, 'Plain').check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 workflow selected');
  const shared = page.getByRole('region', { name: 'Concerns several workflows' });
  await expect(shared).toContainText('Staging has no active integration for email');
  await expect(shared).toContainText('Receipt and Second receipt');
  await expect(row(page, 'Second receipt')).toContainText('Arrives paused: lacks Email');
  await expect(select(page, 'Text')).not.toBeChecked();
  await page.getByRole('searchbox', { name: 'Search differences' }).fill('tex');
  await expect(select(page, 'Plain')).toHaveCount(0);
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(select(page, 'Text')).toBeChecked();
  await page.getByRole('button', { name: 'Select none' }).click();
  await expect(select(page, 'Text')).not.toBeChecked();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(select(page, 'Plain')).toBeChecked();
  await page.setViewportSize(phone);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('a workflow that is active here and paused there is listed, and activated there', async ({
  page,
  member,
  tenant,
  visit,
}) => {
  const { _id } = await author(member);
  const sync = { body: { targetEnvironmentId: tenant.productionId } };
  expect((await member.call('PUT', `/v2/workflows/${_id}/sync`, sync)).status).toBe(200);
  const there = { headers: { 'environment-id': tenant.productionId }, body: { active: false } };
  expect((await member.call('PATCH', '/v2/workflows/order-shipped', there)).status).toBe(200);
  await visit('/publish');
  await expect(page.getByText('The content is the same', { exact: true })).toBeVisible();
  const paused = page.getByRole('region', { name: 'Paused in Production' });
  await paused.getByRole('button', { name: 'Activate there…' }).click();
  await question(page).getByRole('button', { name: 'Activate workflow' }).click();
  await expect(page.getByText('Order shipped is active in Production')).toBeVisible();
  await expect(paused).toHaveCount(0);
  await expect(page.getByText('Nothing differs')).toBeVisible();
});

test('an environment without workflows offers those of another one', async ({ page, member, visit }) => {
  await author(member);
  await visit('/workflows');
  await page.goto('/production/workflows');
  await page.getByRole('link', { name: 'Publish from Development' }).click();
  await expect(page).toHaveURL('/development/publish?target=production');
  await expect(select(page, 'Order shipped')).not.toBeChecked();
});

test.describe('for support', () => {
  test.use({ role: 'support' });

  test('the differences are shown, and the disabled button shows who may publish', async ({ page, visit, tenant }) => {
    await createOrderWorkflow(tenant);
    await visit('/publish');
    await expect(page.getByText('Only owners, admins and developers may change workflows')).toBeVisible();
    await page.getByRole('checkbox').first().check();
    await expect(page.getByRole('button', { name: 'Publish to Production…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
