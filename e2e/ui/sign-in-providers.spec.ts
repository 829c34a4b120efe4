import { type IdentityProvider, startIdentityProvider } from '#e2e/identity-provider.ts';
import { createPerson } from '#e2e/person.ts';
import { newId } from '#lib/id.ts';
import { expectAccessible, expectPartAccessible } from './accessible.ts';
import { expect, phone, test } from './fixtures.ts';

let provider: IdentityProvider;
test.beforeAll(async () => {
  provider = await startIdentityProvider();
});
test.afterAll(() => provider.close());

test.describe('for an owner', () => {
  test.use({ role: 'owner' });

  test('a provider is added, a member signs in through it, and it becomes required', async ({
    page,
    context,
    tenant,
    visit,
    expectError,
  }) => {
    expectError(/request to http:\/\/127\.0\.0\.1/);
    expectError(/status of 4/, 'maybe');
    const member = await createPerson(tenant, 'developer');
    const name = `Acme login ${newId()}`;
    await visit('/settings/general');
    const section = page.getByRole('region', { name: 'Sign-in', exact: true });
    const required = section.getByRole('switch', { name: 'Require a sign-in provider' });
    await expect(required).toHaveAccessibleDescription('Sign in through an active provider first');
    await section.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sign-in provider' });
    await expect(dialog.getByText('/api/auth/sign-in/provider/callback')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Copy redirect address' })).toBeVisible();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9');
    await dialog.getByLabel('Client ID').fill(provider.body.clientId);
    await dialog.getByLabel('Client secret').fill(provider.body.clientSecret);
    await dialog.getByLabel('Email domains').fill('example.com');
    await expectPartAccessible(dialog);
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await expect(dialog.getByText(/^The provider’s configuration could not be read/)).toBeVisible();
    await dialog.getByLabel('Issuer').fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Add provider' }).click();
    await expect(section.getByRole('listitem')).toContainText('Members with an address of example.com; no owners.');

    const owner = await context.cookies();
    await context.clearCookies();
    await page.setViewportSize(phone);
    await page.goto('/sign-in?next=/settings/general');
    await expectAccessible(page);
    provider.signsIn({ sub: member.userId, email: member.email, email_verified: false, name: 'Pat' });
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await page.getByRole('button', { name: 'Sign in as Pat' }).click();
    await expect(page.getByText('The provider did not confirm your email address')).toBeVisible();
    provider.signsIn({ sub: member.userId, email: member.email, email_verified: true, name: 'Pat' });
    await page.getByRole('button', { name: `Continue with ${name}` }).click();
    await expect(page).toHaveURL('/settings/general');
    await expect(section.getByRole('button', { name: 'Add provider' })).toHaveAccessibleDescription(
      /Only owners and admins/,
    );

    await context.clearCookies();
    await context.addCookies(owner);
    await page.reload();
    await expect(section.getByRole('listitem')).toContainText('1 member signed in');
    await required.click();
    await page.getByRole('button', { name: 'Require a provider' }).click();
    await expect(required).toBeChecked();
    await context.clearCookies();
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText(`Your organization requires sign-in through ${name}`)).toBeVisible();
  });
});
