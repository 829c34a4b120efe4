import { caller, parsed } from '#e2e/fixtures.ts';
import { createPerson, signIn } from '#e2e/person.ts';
import { ApiKeyList } from '#lib/api-keys/schema.ts';
import { SigningSecret } from '#lib/environments/schema.ts';
import { MemberList } from '#lib/members/schema.ts';
import {
  bodyRows,
  expect,
  expectHydrated,
  expectRowVisible,
  fact,
  phone,
  question,
  rowWith,
  table,
  test,
} from './fixtures.ts';

test('replies to emails go to the address of the environment', async ({ page, visit, expectError }) => {
  expectError(/status of 422/);
  await visit('/settings/general');
  const senders = page.getByRole('list', { name: 'Senders by environment' }).getByRole('listitem');
  const development = senders.filter({ hasText: 'Development' });
  await expect(development).toContainText('Replies go to the sender');
  await development.getByRole('button', { name: 'Change the reply address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply address of Development' });
  await dialog.getByLabel('Reply address').fill('help');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Must be an email address');
  await dialog.getByLabel('Reply address').fill('Help <help@example.com>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(development).toContainText('Replies go to Help <help@example.com>');
  await development.getByRole('button', { name: 'Change the reply address' }).click();
  await dialog.getByLabel('Reply address').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(development).toContainText('Replies go to the sender');
});

test.describe('API keys', () => {
  test('a key is shown once, works, and fails once revoked', async ({ page, tenant, visit }) => {
    await visit('/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key for Development' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Name').fill('Shop backend');
    await dialog.getByLabel('Scope').click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    await expect(dialog.getByRole('switch', { name: 'May publish' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const made = page.getByRole('dialog', { name: 'Shop backend' });
    await expect(made.getByText('It cannot be shown again.')).toBeVisible();
    const key = (await made.locator('code').textContent()) ?? '';
    const call = () => caller(`ApiKey ${key}`)('GET', '/v2/subscribers');
    expect((await call()).status).toBe(200);
    await expect(made.getByRole('button', { name: 'Copy the API key' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(made).toBeVisible();
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(made).toBeHidden();

    const keys = table(page, 'API keys');
    await expectRowVisible(keys, { Key: 'Shop backend', 'Created by': '@example.com', Created: 'just now' });
    expect(await page.content()).not.toContain(key);
    await page.reload();
    await rowWith(keys, { Key: 'Shop backend' }).getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await expect(question(page)).toContainText('Calls to Development with the key');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await call()).status).toBe(200);
    await rowWith(keys, { Key: 'Shop backend' }).getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await question(page).getByRole('button', { name: 'Revoke key' }).click();
    await expect(question(page)).toBeHidden();
    await expect(rowWith(keys, { Key: 'Shop backend' })).toHaveCount(0);
    await expect.poll(async () => (await call()).status).toBe(401);

    await visit('/settings/audit-log');
    const log = table(page, 'Audit log');
    await expectRowVisible(log, { What: 'created the API key Shop backend', Environment: 'Development' });
    await expectRowVisible(log, { What: 'revoked the API key Shop backend' });
    expect((await caller(`ApiKey ${tenant.apiKey}`)('GET', '/v2/subscribers')).status).toBe(200);
  });

  test('a key with a scope and an end is rotated, and the old one works for the chosen time', async ({
    page,
    visit,
  }) => {
    await visit('/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key for Development' });
    await dialog.getByLabel('Name').fill('Reports');
    await dialog.getByLabel('Scope').click();
    await page.getByRole('option', { name: 'Read only' }).click();
    await expect(dialog.getByRole('switch', { name: 'May publish' })).toBeHidden();
    await dialog.getByLabel('Expires').click();
    await page.getByRole('option', { name: 'After 30 days' }).click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const made = page.getByRole('dialog', { name: 'Reports' });
    const first = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'Done' }).click();
    const keys = table(page, 'API keys');
    await expect(rowWith(keys, { Key: 'Reports' })).toContainText('Read only');
    await rowWith(keys, { Key: 'Reports' }).getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename Reports' });
    await renaming.getByLabel('Name').fill('Charts');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await rowWith(keys, { Key: 'Charts' }).getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Rotate…' }).click();
    const rotating = page.getByRole('dialog', { name: 'Rotate Charts?' });
    await expect(rotating).toContainText('It was never used.');
    await rotating.getByRole('button', { name: 'Rotate key' }).click();
    const replaced = page.getByRole('dialog', { name: 'Charts' });
    const second = (await replaced.locator('code').textContent()) ?? '';
    await replaced.getByRole('button', { name: 'Done' }).click();
    await expect(rowWith(keys, { Key: /Old, until tomorrow/ })).toContainText('in 24 h');
    for (const key of [first, second]) {
      expect((await caller(`ApiKey ${key}`)('GET', '/v2/subscribers')).status).toBe(200);
      expect((await caller(`ApiKey ${key}`)('POST', '/v2/subscribers', { body: { subscriberId: 'a' } })).status).toBe(
        403,
      );
    }
  });

  test('a key that may publish is created on purpose and marked in the list', async ({ page, visit, member }) => {
    await visit('/api-keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key for Development' });
    await dialog.getByLabel('Name').fill('Release pipeline');
    await dialog.getByLabel('Scope').click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    const publish = dialog.getByRole('switch', { name: 'May publish' });
    await expect(publish).toHaveAccessibleDescription(/copy workflows of Development over the workflows of your other/);
    await publish.click();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: 'Release pipeline' }).getByRole('button', { name: 'Done' }).click();
    const keys = table(page, 'API keys');
    await expect(rowWith(keys, { Key: 'Release pipeline' })).toContainText('May publish');
    await expect(rowWith(keys, { Key: /^\s*Test/ })).not.toContainText('May publish');
    const listed = parsed(ApiKeyList, await member.call('GET', '/v1/api-keys'));
    expect(listed.map(({ name, canPublish }) => [name, canPublish])).toEqual([
      ['Release pipeline', true],
      ['Test', false],
    ]);
  });

  test.describe('for a developer', () => {
    test.use({ role: 'developer' });

    test('are shown, but cannot be created', async ({ page, visit }) => {
      await visit('/api-keys');
      await expectRowVisible(table(page, 'API keys'), { Key: 'Test' });
      const create = page.getByRole('button', { name: 'Create key' });
      await expect(create).toHaveAttribute('aria-disabled', 'true');
      await create.hover();
      await expect(page.getByRole('tooltip')).toHaveText(/Only owners and admins may create and revoke API keys/);
    });
  });

  test.describe('for support', () => {
    test.use({ role: 'support' });

    test('are accessible after a navigation, once an owner has changed the role', async ({
      page,
      member,
      tenant,
      visit,
    }) => {
      const owner = await createPerson(tenant, 'owner');
      await visit('/activity');
      const link = page.getByRole('link', { name: 'API keys' });
      await expect(link).toHaveAttribute('aria-disabled', 'true');
      const members = parsed(MemberList, await owner.call('GET', '/v1/members'));
      const { _id } = members.find(({ _userId }) => _userId === member.userId) ?? {};
      const body = { role: 'developer' };
      expect((await owner.call('PATCH', `/v1/members/${_id}`, { body })).status).toBe(200);
      await page.getByRole('link', { name: 'Subscribers' }).click();
      await expect(link).not.toHaveAttribute('aria-disabled', 'true');
    });

    test('are not accessible, and the menu shows the reason', async ({ page, visit }) => {
      await visit('/activity');
      const link = page.getByRole('link', { name: 'API keys' });
      await expect(link).toHaveAttribute('aria-disabled', 'true');
      await link.hover();
      await expect(page.getByRole('tooltip')).toHaveText(/Only owners, admins and developers may see API keys/);
      await visit('/api-keys');
      const closed = page.getByRole('alert').filter({ hasText: 'Your role does not include this' });
      await expect(closed).toContainText('Only owners, admins and developers may see API keys');
    });
  });
});

test.describe('members', () => {
  test('an invitation creates a link, is listed, and can be revoked', async ({ page, visit, context, expectError }) => {
    expectError(/status of 404/);
    await visit('/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a member' });
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Email').fill('noor@shop.example');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Developer' }).click();
    await dialog.getByRole('button', { name: 'Create invitation link' }).click();
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

    const open = page.getByRole('region', { name: 'Open invitations' });
    await expectRowVisible(table(page, 'Open invitations'), { Invited: 'noor@shop.example', Role: 'Developer' });
    const guest = await context.newPage();
    await guest.goto(link);
    await expect(guest.getByText('invited noor@shop.example as Developer.')).toBeVisible();
    const actions = open.getByRole('button', { name: 'Actions for the invitation of noor@shop.example' });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Send again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create new link' }).click();
    const second = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await guest.reload();
    await expect(guest.getByText('This link is not valid')).toBeVisible();
    await guest.goto(second);
    await expect(guest.getByText('invited noor@shop.example as Developer.')).toBeVisible();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    await expect(open).toBeHidden();
    await guest.reload();
    await expect(guest.getByText('This link is not valid')).toBeVisible();
  });

  test('a role is changed after a confirmation, and the audit log shows before and after', async ({
    page,
    tenant,
    visit,
  }) => {
    const { email } = await createPerson(tenant, 'support');
    await visit('/settings/members');
    const row = rowWith(table(page, 'Members'), { Member: email });
    await expect(bodyRows(table(page, 'Members'))).toHaveCount(2);
    await row.getByRole('combobox', { name: 'Role of Pat Doe' }).click();
    await page.getByRole('option', { name: 'Developer' }).click();
    await expect(question(page)).toHaveAccessibleName('Change the role of Pat Doe to developer?');
    await expect(question(page)).toContainText('Open password reset links for Pat Doe end');
    await question(page).getByRole('button', { name: 'Change to developer' }).click();
    await expect(row.getByRole('combobox')).toHaveText('Developer');

    await visit('/settings/audit-log?resource=members');
    const what = `made ${email} developer`;
    await rowWith(table(page, 'Audit log'), { What: what }).getByRole('link', { name: what }).click();
    const entry = page.getByRole('dialog', { name: what });
    const changes = entry.getByRole('region', { name: 'What changed' });
    await expect(changes.getByRole('definition')).toHaveText('SupportDeveloper');
    await expect(fact(entry, 'Who')).toContainText('@example.com');
    await expect(fact(entry, 'When')).toContainText(/\d\d:\d\d:\d\d/);
    await expect(fact(entry, 'Request')).not.toHaveText('');
    await entry.getByText('The stored record').click();
    await expect(entry.getByRole('region', { name: 'state before' })).toContainText('"role": "support"');
    await expect(entry.getByRole('region', { name: 'state after' })).toContainText('"role": "developer"');
    await page.keyboard.press('Escape');
    await expect(entry).toBeHidden();
  });

  test('a member is removed after a confirmation', async ({ page, tenant, visit }) => {
    const person = await createPerson(tenant, 'support');
    await visit('/settings/members');
    const row = rowWith(table(page, 'Members'), { Member: person.email });
    await row.getByRole('button', { name: 'Actions for Pat Doe' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await expect(question(page)).toContainText('is signed out everywhere');
    await question(page).getByRole('button', { name: 'Remove member' }).click();
    await expect(question(page)).toBeHidden();
    await expect(row).toHaveCount(0);
    expect((await person.call('GET', '/v1/me')).status).toBe(401);
  });

  test('the sessions of a member are listed and ended', async ({ page, tenant, visit }) => {
    const person = await createPerson(tenant, 'support');
    await signIn(person.email, person.password);
    await visit('/settings/members');
    const row = rowWith(table(page, 'Members'), { Member: person.email });
    await expect(row).toContainText('just now');
    await row.getByRole('button', { name: 'Actions for Pat Doe' }).click();
    await page.getByRole('menuitem', { name: 'Sign-in sessions…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sessions of Pat Doe' });
    const sessions = dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText('last used just now');
    await dialog
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    await expect(sessions).toHaveCount(1);
    await dialog.getByRole('button', { name: 'End all sessions' }).click();
    await expect(dialog.getByText('No open session.')).toBeVisible();
    expect((await person.call('GET', '/v1/me')).status).toBe(401);
  });

  test('members list their own sessions in their account, and end the others', async ({ page, tenant, context }) => {
    const person = await createPerson(tenant, 'support');
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Pat Doe' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This session' })).toContainText('Chrome on ');
    await page.getByRole('button', { name: 'End all others' }).click();
    await expect(sessions).toHaveCount(1);
    expect((await person.call('GET', '/v1/me')).status).toBe(401);
    expect((await context.request.get('/api/v1/me')).status()).toBe(200);
  });

  test('a member who forgot the password chooses a new one through a link', async ({
    page,
    tenant,
    visit,
    context,
    expectError,
  }) => {
    expectError(/status of 4(04|22)/);
    const person = await createPerson(tenant, 'support');
    await visit('/settings/members');
    const row = rowWith(table(page, 'Members'), { Member: person.email });
    await row.getByRole('button', { name: 'Actions for Pat Doe' }).click();
    await page.getByRole('menuitem', { name: 'Reset password…' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Reset the password of Pat Doe?');
    await dialog.getByRole('button', { name: 'Create reset link' }).click();
    await expect(dialog).toContainText(`Only ${person.email} should get this link.`);
    const link = (await dialog.locator('code').textContent()) ?? '';
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy the reset link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    await context.clearCookies();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expect(page.getByText(`For ${person.email}`)).toBeVisible();
    const field = page.getByLabel('New password');
    await field.fill('password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText(/common password/)).toBeVisible();
    await field.fill('seven quiet herons');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill('seven quiet herons');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('This link is not valid')).toBeVisible();
  });

  test('a member is removed on a phone, where nothing is cut off', async ({ page, tenant, visit }) => {
    const person = await createPerson(tenant, 'support');
    await page.setViewportSize(phone);
    await visit('/settings/members');
    const row = bodyRows(table(page, 'Members')).filter({ hasText: person.email });
    const actions = row.getByRole('button', { name: 'Actions for Pat Doe' });
    await expect(actions).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await actions.click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await question(page).getByRole('button', { name: 'Remove member' }).click();
    await expect(row).toHaveCount(0);
  });

  test('an admin cannot remove or change an owner, and sees the reason', async ({ page, tenant, visit }) => {
    await createPerson(tenant, 'owner');
    await visit('/settings/members');
    const owner = rowWith(table(page, 'Members'), { Member: 'Pat Doe' });
    await owner.getByRole('button', { name: 'Actions for Pat Doe' }).click();
    await expect(page.getByRole('menu')).toContainText('Only owners may manage owners; your role is Admin.');
    for (const name of ['Reset password…', 'Remove…'])
      await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await expect(owner.getByRole('combobox')).toHaveCount(0);
  });

  test.describe('for an owner', () => {
    test.use({ role: 'owner' });

    test('the organization is renamed', async ({ page, visit }) => {
      await visit('/settings/general');
      const section = page.getByRole('region', { name: 'Organization' });
      await section.getByRole('button', { name: 'Rename' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename the organization' });
      await dialog.getByLabel('Name').fill('Heron & Sons');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await expect(section).toContainText('Heron & Sons');
    });

    test('the only owner cannot be removed, and sees the reason', async ({ page, tenant, visit }) => {
      await createPerson(tenant, 'support');
      await visit('/settings/members');
      const self = rowWith(table(page, 'Members'), { Member: 'You' });
      const remove = page.getByRole('menuitem', { name: 'Remove…' });
      await self.getByRole('button', { name: /^Actions for/ }).click();
      await expect(remove).toHaveAttribute('aria-disabled', 'true');
      await expect(remove).toHaveAccessibleDescription('The last owner stays. Make another member an owner first');
      await remove.hover();
      await expect(page.getByRole('tooltip')).toHaveText('The last owner stays. Make another member an owner first');
      await expect(self.getByRole('combobox')).toHaveCount(0);
      await createPerson(tenant, 'owner');
      await page.reload();
      await self.getByRole('button', { name: /^Actions for/ }).click();
      await expect(remove).not.toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
      await expect(self.getByRole('combobox')).toHaveCount(1);
    });
  });

  test.describe('for support', () => {
    test.use({ role: 'support' });

    test('are shown, also on a phone, with the permissions of their roles, but cannot be changed', async ({
      page,
      visit,
    }) => {
      await page.setViewportSize(phone);
      await visit('/settings/members');
      const row = bodyRows(table(page, 'Members'));
      await expect(row).toHaveCount(1);
      for (const text of ['Support', /^joined just now/])
        await expect(row.getByText(text, { exact: true }).filter({ visible: true })).toBeInViewport({ ratio: 1 });
      await row.getByRole('button', { name: /^Actions for/ }).click();
      await expect(page.getByRole('menu')).toContainText(
        'Only owners and admins may invite, change and remove members',
      );
      await page.keyboard.press('Escape');
      const roles = page.getByRole('region', { name: 'Roles' });
      await expect(roles.getByRole('term')).toHaveText(['Owner', 'Admin', 'Developer', 'Support']);
      await expect(fact(roles, 'Admin')).toHaveText('Everything except managing owners and the organization.');
      await expect(table(page, 'Members').getByText('You', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-disabled', 'true');
    });
  });
});

test('API keys are shown with the header to copy and a command that calls the API', async ({ page, tenant, visit }) => {
  await visit('/api-keys');
  const calling = page.getByRole('region', { name: 'Calling the API' });
  await expect(fact(calling, 'Header of every call')).toHaveText('Authorization: ApiKey $KEY');
  await expect(calling.getByRole('button', { name: 'Copy header' })).toBeVisible();
  await expect(calling.getByRole('button', { name: 'Copy curl example' })).toBeVisible();
  const line = (await fact(calling, 'Try it in a terminal').locator('code').textContent()) ?? '';
  const [, url = '', header = ''] = /^curl '([^']+)' \\\n {2}-H "([^"]+)"$/.exec(line) ?? [];
  const [name = '', value = ''] = header.replace('$KEY', tenant.apiKey).split(': ');
  expect((await fetch(url, { headers: { [name]: value } })).status).toBe(200);
  await calling.getByRole('link', { name: /API reference/ }).click();
  await expect(page).toHaveURL('/development/api-reference');
});

test('the former addresses of environment settings lead to those of the last environment', async ({ page, visit }) => {
  await visit('/activity');
  for (const section of ['api-keys', 'recipient-page']) {
    await page.goto(`/settings/${section}`);
    await expect(page).toHaveURL(`/development/${section}`);
  }
});

test.describe('the signing secret', () => {
  test('is masked until revealed, and is replaced after a confirmation', async ({ page, visit, member }) => {
    await visit('/api-keys');
    const part = page.getByRole('region', { name: 'Signing secret of Development' });
    const value = part.locator('code');
    await expect(value).toHaveText('••••••••');
    await expect(part).toContainText(
      'After a replacement, your servers reject requests until they have the new secret.',
    );
    await part.getByRole('button', { name: 'Reveal' }).click();
    await expect(question(page)).toContainText('recorded in the audit log');
    await question(page).getByRole('button', { name: 'Show secret' }).click();
    await expect(value).toHaveText(/^[0-9a-f]{64}$/);
    await expect(part.getByRole('button', { name: 'Copy signing secret' })).toBeVisible();
    const first = (await value.textContent()) ?? '';
    await part.getByRole('button', { name: 'Replace' }).click();
    await expect(question(page)).toContainText('Servers that check signatures reject requests');
    await question(page).getByRole('button', { name: 'Replace secret' }).click();
    await expect(value).not.toHaveText(first);
    const { secret } = parsed(SigningSecret, await member.call('GET', '/v1/environments/me/signing-secret'));
    await expect(value).toHaveText(secret);
    await part.getByRole('button', { name: 'Hide' }).click();
    await expect(value).toHaveText('••••••••');
    expect(await page.content()).not.toContain(secret);
  });

  test.describe('for a developer', () => {
    test.use({ role: 'developer' });

    test('is not shown, and the buttons show the reason', async ({ page, visit }) => {
      await visit('/api-keys');
      const part = page.getByRole('region', { name: 'Signing secret of Development' });
      for (const name of ['Reveal', 'Replace']) {
        const button = part.getByRole('button', { name });
        await expect(button).toHaveAttribute('aria-disabled', 'true');
        await button.hover();
        await expect(page.getByRole('tooltip')).toHaveText(
          /Only owners and admins may see and replace signing secrets/,
        );
      }
    });
  });
});
