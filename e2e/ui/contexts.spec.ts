import { insertRow } from '#e2e/database.ts';
import { parsed } from '#e2e/fixtures.ts';
import { Context } from '#lib/contexts/schema.ts';
import { expect, filterBy, goByKey, table, test } from './fixtures.ts';

test('a context is created, edited as JSON and deleted by its key', async ({ page, visit, member }) => {
  await visit('/activity');
  await goByKey(page, 'c');
  await expect(page.getByText('No contexts in Development yet')).toBeVisible();
  await page.getByRole('button', { name: 'New context' }).click();
  const dialog = page.getByRole('dialog', { name: 'New context' });
  await dialog.getByLabel('Type').fill('tenant');
  await dialog.getByLabel('ID', { exact: true }).fill('acme/eu');
  await dialog.getByLabel('Data').fill('[1]');
  await dialog.getByRole('button', { name: 'Create context' }).click();
  await expect(dialog.getByText(/Must be a JSON object/)).toBeVisible();
  await dialog.getByLabel('Data').fill('{"plan": "gold"}');
  await dialog.getByRole('button', { name: 'Create context' }).click();
  await expect(page).toHaveURL('/development/contexts/tenant/acme%2Feu');
  for (const none of ['0 runs', '0 subscribers', '0 messages', '0 preferences']) {
    await expect(page.getByText(none, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: none })).toHaveCount(0);
  }
  await expect(page.getByText('No run has only this context.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit data' }).click();
  await page.getByRole('dialog').getByLabel('Data').fill('{"plan": "free"}');
  await page.getByRole('button', { name: 'Save data' }).click();
  await expect(page.getByRole('region', { name: 'data' })).toContainText('free');
  const stored = await member.call('GET', '/v2/contexts/tenant/acme%2Feu');
  expect(parsed(Context, stored).data).toEqual({ plan: 'free' });

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete tenant:acme/eu?' });
  await question.getByRole('textbox').fill('tenant:acme/eu');
  await question.getByRole('button', { name: 'Delete context' }).click();
  await expect(page).toHaveURL('/development/contexts');
  await expect(page.getByText('No contexts in Development yet')).toBeVisible();
});

test('contexts are grouped by type and can be searched', async ({ page, tenant, visit }) => {
  const stamps = { environment_id: tenant.environmentId, created_at: new Date(), updated_at: new Date() };
  for (const key of ['acme', 'bolt']) await insertRow('contexts', { type: 'tenant', key, data: '{}', ...stamps });
  await insertRow('contexts', { type: 'region', key: 'eu', data: '{}', ...stamps });
  await visit('/contexts');
  const links = table(page, 'Contexts').locator('[data-row-link]');
  await expect(links).toHaveText(['eu', 'acme', 'bolt']);
  await page.getByRole('searchbox', { name: 'Search contexts' }).fill('TENANT');
  await expect(links).toHaveText(['acme', 'bolt']);
  await page.getByRole('searchbox', { name: 'Search contexts' }).fill('');
  await filterBy(page, 'Type', 'region');
  await expect(links).toHaveText(['eu']);
});
