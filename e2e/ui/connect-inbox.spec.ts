import { type CustomerPages, startCustomerPages } from '#e2e/customer-page/server.ts';
import { database } from '#e2e/database.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createInboxWorkflow } from '#e2e/inbox-sockets.ts';
import { expectPartAccessible } from './accessible.ts';
import { bodyRows, expect, expectRowVisible, table, test } from './fixtures.ts';

test.describe.configure({ mode: 'default' });

let pages: CustomerPages;
test.beforeAll(async () => {
  pages = await startCustomerPages();
});
test.afterAll(() => pages.stop());

test('the issue of a workflow leads to the code, and ends when a page runs it', async ({
  browser,
  page,
  tenant,
  call,
  visit,
}) => {
  await createInbox(tenant, 2, { inbox: {} });
  await createInboxWorkflow(tenant, call);
  await visit('/workflows/inbox');
  await page.getByRole('link', { name: 'Connect an inbox' }).first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('No page has opened the inbox yet')).toBeVisible();
  const codeFor = async (name: string) => {
    await sheet.getByRole('tab', { name, exact: true }).click();
    return (await sheet.getByLabel(`Code for ${name}`, { exact: true }).textContent()) ?? '';
  };
  const [tag, script] = [await codeFor('One tag'), await codeFor('JavaScript')];
  expect([tag, script, await codeFor('React'), await codeFor('Vue')]).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining(tenant.environmentId)),
  );
  const product = await browser.newPage();
  const code = `${script}\nshowInbox(document.querySelector('#root'), 's0', 'not required here');`;
  await product.goto(await pages.addressOfCode(code));
  await product.locator('.nv-inbox__popoverTrigger').click();
  await expect(product.getByText('Order 1')).toBeVisible();
  await expect(sheet.getByText('Connected: a page has opened the inbox')).toBeVisible();
  await product.goto(pages.addressOf(tag.replace('"jane"', '"s0"')));
  await product.getByRole('button', { name: /2 unread/ }).click();
  await expect(product.getByText('Order 1')).toBeVisible();
  await product.close();
  const { body } = await call('GET', '/v2/workflows/inbox');
  expect(JSON.stringify(body)).not.toContain('INBOX_NOT_CONNECTED');
});

test('a test message rings in the preview of the own inbox, and the preview connects nothing', async ({
  page,
  tenant,
  call,
  visit,
}) => {
  await createInboxWorkflow(tenant, call);
  await visit('/integrations');
  await page.getByRole('button', { name: 'svc', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Add yourself as / }).click();
  await expect(sheet.getByRole('button', { name: 'Open the preview' })).toBeFocused();
  await page.keyboard.press('Enter');
  const preview = sheet.getByRole('region', { name: /^Preview of the inbox of/ });
  const bell = preview.getByRole('button', { name: /notifications/i });
  await expect(bell).toBeVisible();
  await expect(sheet.getByLabel('Test message')).toBeFocused();
  await sheet.getByLabel('Test message').fill('Hello from the test');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Sent by the workflow Inbox test')).toBeVisible();
  // The panel opens without taking the focus, and the figures count the message.
  await expect(preview.getByRole('button', { name: /1 unread/ })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Hello from the test').first()).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Test message' })).toBeFocused();
  await expect(sheet.getByText('1 stored in 24 h')).toBeVisible();
  // A double click sends one message.
  await sheet.getByRole('button', { name: 'Send test message' }).dblclick();
  await expect(sheet.getByText('2 stored in 24 h')).toBeVisible({ timeout: 15_000 });
  await expect(preview.getByRole('button', { name: /2 unread/ })).toBeVisible();
  // The code is that of the chosen subscriber.
  await expect(sheet.getByLabel('Code for One tag')).toContainText(/subscriber-id="[^"]+@example.com"/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Hello from the test').first()).toBeHidden();
  await expectPartAccessible(sheet);
  await expect(sheet.getByText('No page has opened the inbox yet')).toBeVisible();
  // The workflow of test messages is marked, and subscribers see no preference for it.
  type Preferences = { workflows: { workflow: { identifier: string } }[] };
  expect((await call('POST', '/v2/subscribers', { body: { subscriberId: 'jane' } })).status).toBe(201);
  const list = await call<Preferences>('GET', '/v2/subscribers/jane/preferences?criticality=all');
  expect(list.body.workflows.map(({ workflow }) => workflow.identifier)).toEqual(['inbox']);
  await visit('/workflows?issue=any');
  await expectRowVisible(table(page, 'Workflows'), { Workflow: /^Inbox/ });
  await expect(bodyRows(table(page, 'Workflows'))).toHaveCount(1);
  await visit('/workflows');
  await expectRowVisible(table(page, 'Workflows'), { Workflow: /^Inbox test.*Test/ });
});

test('a new inbox leads to its code', async ({ page, tenant, call, visit }) => {
  await visit('/integrations?add=in_app');
  const add = page.getByRole('dialog', { name: 'Add an integration' });
  await add.getByRole('button', { name: /^Inbox/ }).click();
  await expect(add.getByText('Sandbox')).toHaveCount(0);
  await expect(add.getByText('Credentials')).toHaveCount(0);
  await add.getByRole('combobox', { name: 'Hash of the subscriber' }).click();
  await page.getByRole('option', { name: 'Required', exact: true }).click();
  await add.getByRole('button', { name: 'Add integration' }).click();
  const sheet = page.getByRole('dialog', { name: 'Inbox' });
  await expect(sheet.getByText('No page has opened the inbox yet')).toBeVisible();
  await expect(sheet.getByLabel('Code for One tag')).toContainText(tenant.environmentId);
  await expect(sheet.getByLabel('Code for One tag')).toContainText('subscriber-id="jane"');
  await expect(sheet.getByText('Required', { exact: true })).toBeVisible();

  // A second inbox is connected from the beginning, and leads to its code too.
  await database().query('UPDATE integrations SET connected = true WHERE environment_id = $1', [tenant.environmentId]);
  const [first] = (await call<{ identifier: string }[]>('GET', '/v1/integrations')).body;
  await visit('/integrations?add=in_app');
  await add.getByRole('button', { name: /^Inbox/ }).click();
  await add.getByLabel('Name', { exact: true }).fill('');
  await add.getByLabel('Identifier').fill(first?.identifier ?? '');
  await add.getByRole('button', { name: 'Add integration' }).click();
  await expect(add.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('The integration needs a name.');
  await expect(add.getByLabel('Identifier')).toHaveAccessibleDescription(/Already in use in this environment/);
  await add.getByLabel('Name', { exact: true }).fill('Second');
  await add.getByLabel('Identifier').fill('second');
  await add.getByRole('button', { name: 'Add integration' }).click();
  const second = page.getByRole('dialog', { name: 'Second' });
  await expect(second.getByText('Connected: a page has opened the inbox')).toBeVisible();
  await expect(second.getByLabel('Code for One tag')).toBeVisible();
  const [code, facts] = await Promise.all(
    [second.getByLabel('Code for One tag'), second.getByText('Hash of the subscriber')].map((part) =>
      part.boundingBox(),
    ),
  );
  expect(code?.y).toBeLessThan(facts?.y ?? 0);
});

test('a step without an integration leads to the providers of its channel', async ({ page, call, visit }) => {
  const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
  const workflow = { name: 'Code', workflowId: 'code', active: true, steps };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  await visit('/workflows/code');
  await page.getByRole('link', { name: 'Add SMS' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Add an integration' });
  await expect(sheet.getByRole('tab', { name: 'SMS', selected: true })).toBeVisible();
});

test.describe('support', () => {
  test.use({ role: 'support' });
  test('sees the code, and opens no inbox', async ({ page, tenant, call, visit }) => {
    await createInboxWorkflow(tenant, call);
    await visit('/integrations');
    await page.getByRole('button', { name: 'svc', exact: true }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByLabel('Code for Node.js', { exact: true })).toContainText('process.env.BELFRY_KEY');
    await expect(sheet.getByRole('button', { name: 'Open the preview' })).toHaveAttribute('aria-disabled', 'true');
    // Support may add subscribers, but not open an inbox.
    const add = sheet.getByRole('button', { name: /^Add yourself as / });
    await expect(add).toHaveAccessibleDescription(/^Only owners/);
    await expect(sheet.getByText(/bf_[0-9a-f]/)).toHaveCount(0);
  });
});
