import { parsed } from '#e2e/fixtures.ts';

import { Environment, EnvironmentList } from '#lib/environments/schema.ts';
import { bodyRows, expect, expectRowVisible, phone, question, rowWith, table, test } from './fixtures.ts';
import { createSentRun, createSubscriber } from './story.ts';

test('environments are listed with their contents, and can be opened', async ({ page, tenant, visit }) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  await visit('/settings/environments');
  const list = table(page, 'Environments');
  await expectRowVisible(list, {
    Environment: /Development.*You are here/,
    Address: '/development',
    Subscribers: '1',
    'Last run': /ago|now/,
  });
  await expectRowVisible(list, {
    Environment: /Production/,
    Address: '/production',
    Subscribers: '0',
    'Last run': 'Never',
  });
  await expect(list.getByText(tenant.environmentId)).toHaveCount(0);
  await list.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Open' }).click();
  await expect(page).toHaveURL('/production/activity');
});

test('an environment is created, opened, renamed and marked as production', async ({
  page,
  member,
  visit,
  expectError,
}) => {
  expectError(/status of 422/);
  await visit('/settings/environments');
  await page.getByRole('button', { name: 'New environment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New environment' });
  await dialog.getByRole('button', { name: 'Create environment' }).click();
  await expect(dialog.getByText('This is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('development');
  await expect(dialog.getByLabel('Address')).toHaveValue('development');
  await dialog.getByRole('radio', { name: 'Violet' }).check();
  await dialog.getByLabel('Address').fill('stage');
  await dialog.getByRole('button', { name: 'Create environment' }).click();
  await expect(dialog.getByText('Already in use: choose another one')).toBeVisible();
  await dialog.getByLabel('Name').fill('Staging');
  await dialog.getByRole('button', { name: 'Create environment' }).click();
  const list = table(page, 'Environments');
  await expectRowVisible(list, { Environment: 'Staging', Address: '/stage', Workflows: '0', 'Last run': 'Never' });

  await page.getByRole('button', { name: 'Environment: Development' }).click();
  await page.getByRole('menuitemradio', { name: 'Staging' }).click();
  await expect(page).toHaveURL(/\/stage\//);
  await page.getByRole('link', { name: 'Environments' }).click();
  const row = rowWith(list, { Environment: /Staging.*You are here/ });
  await row.getByRole('button', { name: 'Actions for Staging' }).click();
  await page.getByRole('menuitem', { name: 'Rename and colour…' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Staging' });
  await edit.getByLabel('Name').fill('Pre-production');
  await edit.getByLabel('Address').fill('pre');
  await edit.getByRole('radio', { name: 'Red' }).check();
  await edit.getByRole('switch', { name: 'Production' }).click();
  await edit.getByRole('button', { name: 'Save environment' }).click();
  await expectRowVisible(list, { Environment: /Pre-production.*Production.*You are here/, Address: '/pre' });
  await expect(page.getByRole('button', { name: 'Environment: Pre-production' })).toBeVisible();
  const all = parsed(EnvironmentList, await member.call('GET', '/v1/environments'));
  expect(all.at(-1)).toMatchObject({ name: 'Pre-production', slug: 'pre', color: 'red', type: 'prod' });
});

test('an environment is deleted after its name is typed, and the page changes to another one', async ({
  page,
  member,
  visit,
}) => {
  parsed(Environment, await member.call('POST', '/v1/environments', { body: { name: 'QA' } }), 201);
  await visit('/settings/environments');
  await page.goto('/qa/activity');
  await page.getByRole('link', { name: 'Environments' }).click();
  const list = table(page, 'Environments');
  await list.getByRole('button', { name: 'Actions for Production' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveAttribute(
    'aria-description',
    'Remove the production mark first',
  );
  await page.keyboard.press('Escape');
  await rowWith(list, { Environment: /QA.*You are here/ })
    .getByRole('button', { name: 'Actions for QA' })
    .click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(question(page)).toContainText(
    '0 workflows, 0 layouts, 0 integrations, 0 API keys and 0 subscribers are deleted',
  );
  const button = question(page).getByRole('button', { name: 'Delete environment' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await question(page).getByLabel('Type “QA” to confirm').fill('QA');
  await button.click();
  await expect(page.getByText('QA was deleted')).toBeVisible();
  await expect(bodyRows(list)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Environment: Development' })).toBeVisible();
});

test('an environment is created by keyboard alone', async ({ page, visit }) => {
  await visit('/settings/environments');
  await page.getByRole('button', { name: 'New environment' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New environment' }).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('QA');
  await page.keyboard.press('Enter');
  await expectRowVisible(table(page, 'Environments'), { Environment: 'QA', Address: '/qa' });
});

test('an environment’s ID is copied from its menu, also on a phone', async ({ page, context, tenant, visit }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(phone);
  await visit('/settings/environments');
  const row = bodyRows(table(page, 'Environments')).filter({ hasText: '/production' });
  await row.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Copy ID' }).click();
  await expect(page.getByText('ID copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tenant.productionId);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test.describe('for a developer', () => {
  test.use({ role: 'developer' });

  test('environments are shown, and the actions show who may use them', async ({ page, visit }) => {
    await visit('/settings/environments');
    await expect(page.getByRole('button', { name: 'New environment' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Actions for Production' }).click();
    await expect(page.getByRole('menu')).toContainText('Only owners and admins may change environments');
    await expect(page.getByRole('menuitem', { name: 'Rename and colour…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
