import type { Page } from '@playwright/test';
import { parsed } from '#e2e/fixtures.ts';
import { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import { expectAccessible } from './accessible.ts';
import { author } from './authoring.ts';
import { expect, expectRowVisible, phone, question, rowWith, table, test } from './fixtures.ts';

const PATH = '/settings/environment-variables';
const text = {
  stepId: 'text',
  name: 'Text the customer',
  type: 'sms',
  controlValues: { body: 'See {{env.SHOP_URL}}' },
} as const;

const list = (page: Page) => table(page, 'Variables');

test('an issue links to the form of a variable, which is filled in, searched and deleted', async ({
  page,
  member,
  visit,
}) => {
  test.slow();
  await author(member, [text], { name: 'Text', workflowId: 'text' });
  await visit('/workflows/text');
  await page.getByRole('link', { name: 'Open Variables' }).first().click();
  const create = page.getByRole('dialog', { name: 'New variable' });
  await expect(create.getByLabel('Key')).toHaveValue('SHOP_URL');
  await expect(create.getByLabel('Value in Development', { exact: true })).toBeFocused();
  await create.getByLabel('Value in Development', { exact: true }).fill('https://dev.example');
  await create.getByRole('button', { name: 'Create variable' }).click();
  await expect(page.getByText('SHOP_URL was created')).toBeVisible();
  await expectRowVisible(list(page), {
    Variable: 'SHOP_URL',
    Development: 'https://dev.example',
    Production: 'No value',
    'Used by': '1 workflow',
  });

  await page.getByRole('button', { name: 'New variable' }).click();
  await create.getByLabel('Key').fill('API_KEY');
  await create.getByRole('switch', { name: 'Secret' }).click();
  await create.getByLabel('Value in Production', { exact: true }).fill('secret-canary');
  await create.getByRole('button', { name: 'Create variable' }).click();
  await expectRowVisible(list(page), {
    Variable: /API_KEY.*Secret/,
    Production: /Stored secret/,
    'Used by': 'Nothing',
  });
  expect(await page.content()).not.toContain('secret-canary');

  await page.getByRole('searchbox', { name: 'Search variables' }).fill('shop');
  await expect(rowWith(list(page), { Variable: /API_KEY/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'No value in Production: set SHOP_URL' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit SHOP_URL' });
  await expect(edit.getByLabel('Value in Production', { exact: true })).toBeFocused();
  await edit.getByLabel('Value in Production', { exact: true }).fill('https://shop.example');
  await edit.getByLabel('Value in Development', { exact: true }).fill('');
  await edit.getByRole('button', { name: 'Save variable' }).click();
  await expectRowVisible(list(page), { Development: 'Missing', Production: 'https://shop.example' });

  await page.getByRole('button', { name: 'Actions for SHOP_URL' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(question(page)).toContainText('Used by 1 workflow. Templates get an empty text instead:');
  await expect(question(page).getByRole('listitem')).toHaveText('Development: Text');
  await question(page).getByLabel('Type “SHOP_URL” to confirm').fill('SHOP_URL');
  await question(page).getByRole('button', { name: 'Delete variable' }).click();
  await expect(page.getByText('SHOP_URL was deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Show all variables' }).click();
  await expectRowVisible(list(page), { Variable: /API_KEY/ });
  await expectAccessible(page);
});

test('a stored secret is kept, replaced or removed, and the page works on a phone', async ({
  page,
  member,
  tenant,
  visit,
}) => {
  const values = [tenant.environmentId, tenant.productionId].map((_environmentId) => ({
    _environmentId,
    value: 'old',
  }));
  const made = await member.call('POST', '/v1/environment-variables', {
    body: { key: 'TOKEN', isSecret: true, values },
  });
  parsed(EnvironmentVariable, made);
  await page.setViewportSize(phone);
  await visit(PATH);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.getByRole('button', { name: 'Actions for TOKEN' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit TOKEN' });
  await expect(edit.getByLabel('Value in Development', { exact: true })).toHaveValue('');
  await edit.getByRole('button', { name: 'Remove the value in Production' }).click();
  await edit.getByRole('button', { name: 'Save variable' }).click();
  await expect(page.getByRole('button', { name: 'No value in Production: set TOKEN' })).toBeVisible();
  const after = parsed(EnvironmentVariable, await member.call('GET', '/v1/environment-variables/TOKEN'));
  expect(after.values.map(({ _environmentId }) => _environmentId)).toEqual([tenant.environmentId]);
});

test.describe('for developers', () => {
  test.use({ role: 'developer' });

  test('the empty page has an example, and shows who may create variables', async ({ page, visit }) => {
    await visit(`${PATH}?variable=SHOP`);
    await expect(page.getByRole('main')).toContainText('{{ env.SHOP_URL }}');
    await expect(page.getByRole('button', { name: 'Create the first variable' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
