import { database } from '#e2e/database.ts';
import { createSubscribers, createTopic } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { expect, expectRowVisible, goByKey, phone, table, test } from './fixtures.ts';

async function subscribed({ environmentId }: Tenant): Promise<string[]> {
  const { rows } = await database().query(
    `SELECT s.subscriber_id AS id FROM topic_subscriptions t
     JOIN subscribers s ON s.environment_id = t.environment_id AND s.id = t.subscriber_id
     WHERE t.environment_id = $1 ORDER BY 1`,
    [environmentId],
  );
  return rows.map(({ id }) => id);
}

test('a topic is created, filled from a file after a check, emptied, renamed and deleted by key', async ({
  page,
  tenant,
  visit,
}) => {
  await createSubscribers(tenant, 3);
  await visit('/activity');
  await goByKey(page, 't');
  await expect(page.getByText('No topics in Development yet')).toBeVisible();
  await page.getByRole('button', { name: 'New topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'New topic' });
  await dialog.getByLabel('Key').fill('order updates');
  await dialog.getByRole('button', { name: 'Create topic' }).click();
  await expect(dialog.getByText('Use letters, digits and - _ . : only')).toBeVisible();
  await dialog.getByLabel('Key').fill('');
  await dialog.getByLabel('Name').fill('Order updates');
  await expect(dialog.getByLabel('Key')).toHaveValue('order-updates');
  await dialog.getByRole('button', { name: 'Create topic' }).click();
  await expect(page).toHaveURL('/development/topics/order-updates');

  await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const one = page.getByRole('dialog', { name: 'Subscribe to Order updates' });
  await one.getByRole('combobox', { name: 'Subscriber' }).fill('s0@');
  await one.getByRole('option').click();
  await one.getByRole('button', { name: 'Subscribe', exact: true }).click();
  const list = table(page, 'Subscriptions');
  await expectRowVisible(list, { Subscriber: /s0/ });

  await page.getByRole('button', { name: 'Import' }).click();
  const file = page.getByRole('dialog', { name: 'Subscribe to Order updates' });
  const buffer = Buffer.from('User ID,Email\ns0,x\ns1,x\ns2,x\nghost,x\n');
  await file.getByLabel('Choose a CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
  await file.getByRole('button', { name: 'Check' }).click();
  await expect(file.getByRole('status')).toHaveText(/2 to subscribe\s*1 subscribed already/);
  await expect(file.getByRole('list', { name: 'Rows left out' })).toHaveText(/Line 5.*ghost/);
  expect(await subscribed(tenant), 'a check saves nothing').toEqual(['s0']);
  await file.getByRole('button', { name: 'Subscribe 4 subscribers' }).click();
  await expect(file.getByRole('status')).toHaveText(/2 subscribed\s*1 subscribed already/);
  expect(await subscribed(tenant)).toEqual(['s0', 's1', 's2']);
  await file.getByRole('button').filter({ hasText: 'Close' }).click();

  await page.getByRole('checkbox', { name: 'Select s0' }).check();
  await page.getByRole('checkbox', { name: 'Select s2' }).check();
  await page
    .getByRole('region', { name: 'Selected subscriptions' })
    .getByRole('button', { name: 'Unsubscribe' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscriptions' }).click();
  await expect(list.getByRole('link')).toHaveText(['s1']);
  expect(await subscribed(tenant)).toEqual(['s1']);

  await page.getByRole('button', { name: 'Actions for Order updates' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Orders');
  await page.getByRole('button', { name: 'Rename topic' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Orders' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Delete Orders?' });
  await expect(removal).toContainText('with 1 subscription. This cannot be undone');
  const remove = removal.getByRole('button', { name: 'Delete topic' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await removal.getByRole('textbox').fill('order-updates');
  await remove.click();
  await expect(page).toHaveURL('/development/topics');
  expect(await subscribed(tenant)).toEqual([]);
});

test('topics are searched and sorted, and link to their runs', async ({ page, tenant, visit }) => {
  const ids = await createSubscribers(tenant, 2);
  await createTopic(tenant, { key: 'a-news', name: 'News' }, ids);
  await createTopic(tenant, { key: 'b-orders', name: 'Order updates' });
  await visit('/topics');
  const list = table(page, 'Topics');
  await expectRowVisible(list, { Topic: /News/, Subscriptions: '2' });
  await expect(list.locator('[data-row-link]')).toHaveText([/News/, /Order updates/]);
  await list.getByRole('button', { name: 'Topic' }).click();
  await expect(list.locator('[data-row-link]')).toHaveText([/Order updates/, /News/]);
  await page.getByRole('searchbox', { name: 'Search topics' }).fill('UPDATES');
  await expect(list.locator('[data-row-link]')).toHaveText([/Order updates/]);
  await list.getByRole('link').click();
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  await page.getByRole('link', { name: 'All runs in Activity' }).click();
  await expect(page).toHaveURL(/\/activity\?.*topic=b-orders/);
});

test.describe('for support', () => {
  test.use({ role: 'support' });

  test('topics can be read, but not changed', async ({ page, tenant, visit }) => {
    await createTopic(tenant, { key: 'news' }, await createSubscribers(tenant, 1));
    await visit('/topics/news');
    await expect(table(page, 'Subscriptions').getByRole('link')).toHaveText(['s0']);
    await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('checkbox', { name: 'Select s0' }).check();
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toHaveAttribute('aria-disabled', 'true');
  });
});

test('all subscriptions of a topic are selected across pages, on a phone too', async ({ page, tenant, visit }) => {
  await createTopic(tenant, { key: 'club', name: 'Baking club' }, await createSubscribers(tenant, 32));
  await page.setViewportSize(phone);
  await visit('/topics/club');
  await expect(page.getByRole('complementary', { name: 'Facts' })).toContainText(/Subscriptions\s*32/);
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .check();
  const selected = page.getByRole('region', { name: 'Selected subscriptions' });
  await selected.getByRole('button', { name: 'Select all 32' }).click();
  await expect(selected).toContainText('32 selected');
  await selected.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscriptions' }).click();
  await expect(page.getByText('No subscriptions yet')).toBeVisible();
  expect(await subscribed(tenant)).toEqual([]);
});

test('selected subscribers are added to a topic, and deleted', async ({ page, tenant, visit }) => {
  await createSubscribers(tenant, 3);
  await createTopic(tenant, { key: 'news', name: 'News' });
  await visit('/subscribers');
  const list = table(page, 'Subscribers');
  const choose = async () => {
    for (const name of ['s0', 's2']) await list.getByRole('checkbox', { name: `Select ${name}` }).check();
  };
  await choose();
  const selected = page.getByRole('region', { name: 'Selected subscribers' });
  await selected.getByRole('button', { name: 'Add to topic…' }).click();
  await page.getByRole('dialog', { name: 'Topic' }).getByRole('radio', { name: 'News · news' }).click();
  await expect(page.getByText('2 subscribers subscribed to news')).toBeVisible();
  await expect(selected).toBeHidden();
  expect(await subscribed(tenant)).toEqual(['s0', 's2']);
  await choose();
  await selected.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 subscribers' }).click();
  await expect(list.locator('[data-row-link]')).toHaveText([/s1/]);
  expect(await subscribed(tenant)).toEqual([]);
});
