import type { Locator, Page } from '@playwright/test';
import { database } from '#e2e/database.ts';
import { signedIn } from '#e2e/session.ts';
import { openCredentials } from '#lib/integrations/credentials.ts';
import { expect, expectRowVisible, fact, phone, question, table, test } from './fixtures.ts';
import { card, primaryOf } from './integration-cards.ts';
import { createMailIntegration, createOrderWorkflow, secret } from './story.ts';

const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function openForm(page: Page, provider: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add integration' }).click();
  const adding = sheet(page, 'Add an integration');
  await adding.getByLabel('Search providers').fill(provider);
  await adding.getByRole('button', { name: new RegExp(`^${provider}`) }).click();
  return adding;
}

async function openEditor(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  await sheet(page, name).getByRole('button', { name: 'Edit' }).click();
  await expect(sheet(page, name).getByLabel('Name', { exact: true })).toHaveValue(name);
  return sheet(page, name);
}

async function stored(environmentId: string, name: string) {
  const text = 'SELECT * FROM integrations WHERE environment_id = $1 AND name = $2 AND deleted_at IS NULL';
  const [row] = (await database().query(text, [environmentId, name])).rows;
  return row && { ...row, credentials: openCredentials(row.credentials, { environmentId, integrationId: row.id }) };
}

test.describe('adding an integration', () => {
  test('goes from the catalogue through the form to the card', async ({ page, tenant, visit }) => {
    await visit('/integrations');
    await page.getByRole('button', { name: 'Add the first one' }).click();
    const adding = sheet(page, 'Add an integration');
    await expect(adding.getByLabel('Search providers')).toBeFocused();
    await adding.getByRole('tab', { name: 'SMS' }).click();
    await expect(adding.getByRole('button', { name: 'SendGrid' })).toHaveCount(0);
    await adding.getByLabel('Search providers').fill('no such thing');
    await expect(adding).toContainText('No provider of that name');
    await adding.getByRole('tab', { name: 'Email' }).click();
    await adding.getByLabel('Search providers').fill('sendg');
    await adding.getByRole('button', { name: 'SendGrid' }).click();

    await expect(adding).toContainText('New email integration in Development');
    await expect(adding.getByRole('link', { name: 'SendGrid documentation' })).toHaveAttribute('href', /^https:/);
    await expect(adding).toContainText('It becomes primary: every email step will send through it.');
    await adding.getByLabel('Name', { exact: true }).fill('Shop mail');
    await adding.getByRole('button', { name: 'Add integration' }).click();
    await expect(adding.getByLabel('API key (required)')).toBeFocused();
    await expect(adding.getByText('API key is required while the integration is active')).toBeVisible();
    await adding.getByLabel('API key (required)').fill('SG.typed');
    await expect(adding.getByText('API key is required while the integration is active')).toBeHidden();
    await expect(adding.getByLabel('API key (required)')).toHaveAttribute('type', 'password');
    await adding.getByRole('button', { name: 'Show API key' }).click();
    await expect(adding.getByLabel('API key (required)')).toHaveAttribute('type', 'text');
    await adding.getByLabel('Region').click();
    await page.getByRole('option', { name: 'EU' }).click();
    await adding.getByLabel('From email address (required)').fill('a@shop.example');
    await adding.getByLabel('Sender name (required)').fill('Shop');
    await adding.getByRole('button', { name: 'Add integration' }).click();

    await expect(adding).toBeHidden();
    await expect(page.getByText('Shop mail is added')).toBeVisible();
    await expect(card(page, 'Shop mail').getByText('Primary', { exact: true })).toBeVisible();
    expect(await stored(tenant.environmentId, 'Shop mail')).toMatchObject({
      provider_id: 'sendgrid',
      channel: 'email',
      active: true,
      primary: true,
      identifier: expect.stringMatching(/^shop-mail-[0-9a-f]{6}$/),
      credentials: { apiKey: 'SG.typed', region: 'eu', from: 'a@shop.example', senderName: 'Shop' },
    });
  });

  test('works with the keyboard alone, and protects unsaved input', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    await page.getByRole('button', { name: 'Add integration' }).focus();
    await page.keyboard.press('Enter');
    const adding = sheet(page, 'Add an integration');
    await expect(adding.getByLabel('Search providers')).toBeFocused();
    await page.keyboard.type('resend');
    await page.keyboard.press('ArrowDown');
    await expect(adding.getByRole('button', { name: 'Resend' })).toBeFocused();
    await adding.getByLabel('Search providers').press('Enter');
    await expect(adding).toContainText('SendGrid EU stays primary and delivers.');
    await adding.getByLabel('Identifier').fill('resend');
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveAccessibleName('Discard your changes?');
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(adding.getByLabel('Identifier')).toHaveValue('resend');
    await adding.getByRole('switch', { name: 'Active' }).press('Space');
    await adding.getByLabel('Identifier').press('Enter');
    await expect(card(page, 'Resend').getByText('Inactive')).toBeVisible();
  });

  test('shows a taken identifier at its field and keeps the input', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true, identifier: 'mail' });
    await visit('/integrations');
    const adding = await openForm(page, 'Postmark');
    await adding.getByLabel('Identifier').fill('mail');
    await adding.getByLabel('API key (required)').fill('typed');
    await adding.getByRole('switch', { name: 'Active' }).click();
    await adding.getByRole('button', { name: 'Add integration' }).click();
    await expect(adding.getByRole('alert')).toContainText('Already in use');
    await expect(adding.getByLabel('Identifier')).toBeFocused();
    await expect(adding.getByLabel('API key (required)')).toHaveValue('typed');
    await adding.getByLabel('Identifier').fill('mail-2');
    await adding.getByRole('button', { name: 'Add integration' }).click();
    await expect(card(page, 'Postmark')).toContainText('mail-2');
  });

  test('separates agents from providers', async ({ page, visit }) => {
    await visit('/integrations');
    await page.getByRole('button', { name: 'Add integration' }).click();
    const adding = sheet(page, 'Add an integration');
    await adding.getByRole('tab', { name: 'Agents' }).click();
    await adding.getByRole('button', { name: 'Claude (Anthropic)' }).click();
    await expect(adding).toContainText('Agents are only stored and listed; they deliver nothing.');
    await expect(adding.getByRole('button', { name: 'Add a condition' })).toHaveCount(0);
    await expect(adding.getByLabel('Rate limit')).toHaveCount(0);
    await adding.getByLabel('Anthropic API key (required)').fill('sk');
    await adding.getByRole('button', { name: 'Add integration' }).click();
    await expect(page.getByRole('region', { name: /^Agents/ }).getByRole('article')).toHaveCount(1);
  });

  test('APNs requires an environment, and a Twilio API key replaces the auth token', async ({
    page,
    tenant,
    visit,
  }) => {
    await visit('/integrations');
    const apns = await openForm(page, 'APNs');
    for (const label of ['Private key', 'Key ID', 'Team ID', 'Bundle ID'])
      await apns.getByLabel(`${label} (required)`).fill('1');
    const file = { name: 'key.p8', mimeType: 'text/plain', buffer: Buffer.from('line 1\nline 2\n') };
    await apns.getByLabel('Choose file: Private key').setInputFiles(file);
    await expect(apns.getByLabel('Private key (required)')).toHaveValue('line 1\nline 2');
    await expect(apns.getByText('A device token works in one environment only.')).toBeVisible();
    await apns.getByRole('button', { name: 'Add integration' }).click();
    await expect(apns.getByText('Environment is required. Choose one.')).toBeVisible();
    await apns.getByLabel('Environment (required)').click();
    await page.getByRole('option', { name: /^Production/ }).click();
    await expect(apns.getByText('Environment is required. Choose one.')).toBeHidden();
    await apns.getByRole('button', { name: 'Add integration' }).click();
    await expect(apns).toBeHidden();
    expect(await stored(tenant.environmentId, 'APNs')).toMatchObject({ credentials: { secure: true } });

    const twilio = await openForm(page, 'Twilio');
    await twilio.getByLabel('Account SID (required)').fill('AC1');
    await twilio.getByLabel('From (required').fill('+15555550100');
    await twilio.getByRole('button', { name: 'Advanced' }).click();
    await twilio.getByLabel('API key SID', { exact: true }).fill('SK1');
    await expect(twilio.getByLabel('Auth token (required')).toHaveCount(0);
    await twilio.getByRole('button', { name: 'Add integration' }).click();
    await expect(twilio.getByText('API key secret is required where API key SID is given')).toBeVisible();
    await twilio.getByLabel('API key secret', { exact: true }).fill('secret-1');
    await twilio.getByRole('button', { name: 'Add integration' }).click();
    await expect(twilio).toBeHidden();
    const credentials = { accountSid: 'AC1', apiKey: 'SK1', secretKey: 'secret-1', from: '+15555550100' };
    expect((await stored(tenant.environmentId, 'Twilio'))?.credentials).toEqual(credentials);
  });

  test('works on a phone, from a channel without integrations', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    await page.getByRole('button', { name: 'Add SMS' }).click();
    const adding = sheet(page, 'Add an integration');
    await expect(adding.getByRole('tab', { name: 'SMS' })).toHaveAttribute('aria-selected', 'true');
    await adding.getByRole('button', { name: 'Twilio' }).click();
    for (const label of ['Account SID', 'Auth token', 'From']) await adding.getByLabel(`${label} (required`).fill('1');
    await adding.getByRole('button', { name: 'Add integration' }).click();
    await expect(card(page, 'Twilio').getByText('Primary', { exact: true })).toBeVisible();
  });
});

test.describe('editing an integration', () => {
  test('keeps an untouched secret, and replaces a typed one', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    let editor = await openEditor(page, 'SendGrid EU');
    await expect(editor.getByLabel('API key (required)')).toHaveValue('••••••••');
    await editor.getByLabel('Name', { exact: true }).fill('SendGrid US');
    await editor.getByLabel('From email address (required)').fill('us@shop.example');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('SendGrid US is saved')).toBeVisible();
    await expect(fact(sheet(page, 'SendGrid US'), 'From email address')).toContainText('us@shop.example');
    expect(await stored(tenant.environmentId, 'SendGrid US')).toMatchObject({
      primary: true,
      credentials: { apiKey: secret, from: 'us@shop.example', senderName: 'Shop' },
    });
    await page.keyboard.press('Escape');
    await expect(sheet(page, 'SendGrid US')).toBeHidden();

    editor = await openEditor(page, 'SendGrid US');
    await editor.getByLabel('API key (required)').click();
    await page.keyboard.press('End');
    await page.keyboard.type('SG.new');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(await stored(tenant.environmentId, 'SendGrid US')).toMatchObject({ credentials: { apiKey: 'SG.new' } });
  });

  test('reveals the stored secrets on request, and records the access', async ({ page, tenant, visit }) => {
    const id = await createMailIntegration(tenant);
    await visit('/integrations');
    const editor = await openEditor(page, 'SendGrid EU');
    await editor.getByRole('button', { name: 'Show API key' }).click();
    await question(page).getByRole('button', { name: 'Show credentials' }).click();
    await expect(editor.getByLabel('API key (required)')).toHaveValue(secret);
    await editor.getByLabel('Sender name (required)').fill('Shop!');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByRole('button', { name: 'Edit' })).toBeVisible();
    const text = 'SELECT action, after FROM audit_log WHERE resource_id = $1 ORDER BY id';
    const { rows } = await database().query(text, [id]);
    expect(rows.map(({ action }) => action)).toEqual(['integrations.revealCredentials', 'integrations.update']);
    expect(JSON.stringify(rows), 'what was looked at is not sent as new').not.toContain('changed');
  });

  test('adds conditions, which remove the primary mark', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    const editor = await openEditor(page, 'SendGrid EU');
    await editor.getByRole('button', { name: 'Add a condition' }).click();
    await expect(editor.getByLabel('Group 1, row 1: field')).toBeFocused();
    await expect(editor).toContainText('Once saved, it is no longer primary');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByText('Name the field to compare.')).toBeVisible();
    await editor.getByLabel('Group 1, row 1: field').fill('country');
    await editor.getByLabel('Group 1, row 1: operator').click();
    await page.getByRole('option', { name: 'is one of' }).click();
    await editor.getByLabel('Group 1, row 1: value').fill('US,CA');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor).toContainText('when subscriber.country is one of US,CA');
    await page.keyboard.press('Escape');
    await expect(card(page, 'SendGrid EU').getByText('Conditions')).toBeVisible();
    await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toHaveCount(0);
    expect(await primaryOf(tenant.environmentId)).toEqual([]);
  });

  test('adds a daily quota, whose use the sheet shows', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant);
    await visit('/integrations');
    const editor = await openEditor(page, 'SendGrid EU');
    await editor.getByLabel('Daily quota').fill('1.5');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByRole('alert')).toContainText('Enter a whole number from 1');
    await editor.getByLabel('Daily quota').fill('3');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(fact(editor, 'Daily quota')).toContainText('0 of 3 messages sent today (UTC)');
    await expect(editor).toContainText('is not a public domain');
    await database().query('UPDATE send_quotas SET used = 3 WHERE environment_id = $1', [tenant.environmentId]);
    await page.reload();
    await expect(fact(editor, 'Daily quota')).toContainText('3 of 3 messages sent today (UTC). Sending continues');
    await page.keyboard.press('Escape');
    await expect(card(page, 'SendGrid EU').getByText('≤ 3/day')).toBeVisible();
  });

  test('adds and removes a rate limit', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant);
    await visit('/integrations');
    let editor = await openEditor(page, 'SendGrid EU');
    await expect(editor.getByLabel('Rate limit')).toHaveValue('');
    await expect(editor.getByLabel('Rate limit')).toHaveAccessibleDescription(
      /messages per second.*above the limit wait/,
    );
    await editor.getByLabel('Rate limit').fill('fast');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByRole('alert')).toContainText('Enter a number from 0.01 to 10,000');
    await expect(editor.getByLabel('Rate limit')).toBeFocused();
    await editor.getByLabel('Rate limit').fill('14');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('SendGrid EU is saved')).toBeVisible();
    await expect(fact(editor, 'Rate limit')).toContainText('14 messages per second');

    await page.reload();
    await expect(fact(editor, 'Rate limit')).toContainText('14 messages per second');
    await page.keyboard.press('Escape');
    await expect(card(page, 'SendGrid EU').getByText('≤ 14/s')).toBeVisible();
    editor = await openEditor(page, 'SendGrid EU');
    await expect(editor.getByLabel('Rate limit')).toHaveValue('14');
    await editor.getByLabel('Rate limit').fill('');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(fact(editor, 'Rate limit')).toContainText('—');
    await expect(card(page, 'SendGrid EU').getByText('≤ 14/s')).toHaveCount(0);
    expect(await stored(tenant.environmentId, 'SendGrid EU')).toMatchObject({ messages_per_second: null });

    await visit('/settings/audit-log');
    const entry = 'changed the rate limit of SendGrid EU14 per second → nothing';
    await expectRowVisible(table(page, 'Audit log'), { What: entry });
  });

  test('names the member who saved first, and keeps both versions', async ({ page, tenant, visit, expectError }) => {
    expectError(/status of 412/);
    const id = await createMailIntegration(tenant);
    const other = await signedIn(tenant, 'owner');
    const rename = (name: string) => other.call('PUT', `/v1/integrations/${id}`, { body: { name } });
    await visit('/integrations');
    const editor = await openEditor(page, 'SendGrid EU');
    await editor.getByLabel('Sender name (required)').fill('Mine');
    await rename('Theirs');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await expect(editor.getByRole('alert')).toContainText(
      `Test Person (${other.userId}@example.com) changed this integration`,
    );
    await expect(editor.getByLabel('Sender name (required)')).toHaveValue('Mine');
    await editor.getByRole('button', { name: 'Load their version' }).click();
    await expect(editor.getByLabel('Name', { exact: true })).toHaveValue('Theirs');
    await editor.getByLabel('Sender name (required)').fill('Mine again');
    await rename('Theirs again');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await editor.getByRole('button', { name: 'Overwrite with my version' }).click();
    await expect(page.getByText('Theirs is saved')).toBeVisible();
    expect(await stored(tenant.environmentId, 'Theirs')).toMatchObject({ credentials: { senderName: 'Mine again' } });
  });

  test('confirms before it discards typed values', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant);
    await visit('/integrations');
    const editor = await openEditor(page, 'SendGrid EU');
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await editor.getByRole('button', { name: 'Edit' }).click();
    await editor.getByLabel('Name', { exact: true }).fill('Typed');
    await editor.getByRole('button', { name: 'Close' }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(editor.getByLabel('Name', { exact: true })).toHaveValue('Typed');
    await editor.getByRole('button', { name: 'Close' }).click();
    await question(page).getByRole('button', { name: 'Discard changes' }).click();
    await expect(editor).toBeHidden();
    expect(await stored(tenant.environmentId, 'SendGrid EU')).toBeTruthy();
  });
});

test.describe('switching off and on', () => {
  const missing = 'Email has no active integration.';

  test('shows what stops, and each workflow that needs the integration has an issue immediately', async ({
    page,
    tenant,
    visit,
  }) => {
    await createOrderWorkflow(tenant);
    await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', active: false });
    await visit('/workflows/order-shipped');
    await expect(page.getByRole('heading', { name: 'Order shipped' }).first()).toBeVisible();
    await expect(page.getByText(missing)).toHaveCount(0);
    const toIntegrations = page.getByRole('navigation').getByRole('link', { name: 'Integrations' });
    await toIntegrations.click();
    const active = card(page, 'SendGrid EU').getByRole('switch', { name: 'SendGrid EU is active' });
    await active.click();
    await expect(question(page)).toHaveAccessibleName('Deactivate SendGrid EU?');
    await expect(question(page)).toContainText('no other becomes primary automatically');
    await expect(question(page)).toContainText('add another email integration first');
    await expect(question(page)).toContainText('One active workflow has email steps: Order shipped.');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(active).toBeChecked();
    await active.click();
    await question(page).getByRole('button', { name: 'Deactivate SendGrid EU' }).click();
    await expect(active).not.toBeChecked();
    await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toHaveCount(0);

    const toWorkflows = page.getByRole('navigation').getByRole('link', { name: /^Workflows/ });
    await toWorkflows.click();
    await page.getByRole('link', { name: 'Order shipped' }).first().click();
    await expect(page.getByText(missing).first()).toBeVisible();
    await toIntegrations.click();
    await active.click();
    await expect(page.getByText('It is primary for email.')).toBeVisible();
    await expect(active).toBeChecked();
    await toWorkflows.click();
    await page.getByRole('link', { name: 'Order shipped' }).first().click();
    await expect(page.getByRole('heading', { name: 'Order shipped' }).first()).toBeVisible();
    await expect(page.getByText(missing)).toHaveCount(0);
  });

  test('fails with the reason when credentials are missing', async ({ page, tenant, visit, expectError }) => {
    expectError(/status of 422/);
    await createMailIntegration(tenant, {
      name: 'SES backup',
      provider_id: 'ses',
      credentials: { apiKey: secret },
      active: false,
    });
    await visit('/integrations');
    await card(page, 'SES backup').getByRole('switch').click();
    await expect(page.getByText('SES backup stays inactive')).toBeVisible();
    await expect(
      page.getByText(/Secret access key is required.*Edit the integration to add what is missing/),
    ).toBeVisible();
    await expect(card(page, 'SES backup').getByRole('switch')).not.toBeChecked();
  });
});

test('deleting an integration shows the consequences, and removes it from the page', async ({
  page,
  tenant,
  visit,
}) => {
  await createMailIntegration(tenant, { primary: true });
  const id = await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
  await visit('/integrations');
  await page.getByRole('button', { name: 'SES backup', exact: true }).click();
  await sheet(page, 'SES backup').getByRole('button', { name: 'Delete' }).click();
  await expect(question(page)).toContainText('Every email step will go through SendGrid EU, the primary one.');
  await expect(question(page)).toContainText('Its credentials are erased');
  await question(page).getByRole('button', { name: 'Delete SES backup' }).click();
  await expect(page.getByText('SES backup is deleted')).toBeVisible();
  await expect(card(page, 'SES backup')).toHaveCount(0);
  await expect(card(page, 'SendGrid EU')).toBeVisible();
  const { rows } = await database().query('SELECT deleted_at FROM integrations WHERE id = $1', [id]);
  expect(rows[0].deleted_at).not.toBeNull();
});

test.describe('a developer', () => {
  test.use({ role: 'developer' });

  test('sees integrations, and the reason why they cannot be changed', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    const reason = 'Only owners and admins may change integrations; your role is Developer.';
    const add = page.getByRole('button', { name: 'Add integration' });
    await expect(add).toHaveAccessibleDescription(reason);
    await add.click({ force: true }); // without `force` the runner would wait until the button is enabled
    await expect(sheet(page, 'Add an integration')).toHaveCount(0);
    const active = card(page, 'SendGrid EU').getByRole('switch');
    await expect(active).toHaveAccessibleDescription(reason);
    await active.click({ force: true });
    await expect(question(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'SendGrid EU', exact: true }).click();
    for (const name of ['Edit', 'Deactivate', 'Delete']) {
      await expect(sheet(page, 'SendGrid EU').getByRole('button', { name })).toHaveAccessibleDescription(reason);
    }
  });
});
