import type { Page } from '@playwright/test';
import { database } from '#e2e/database.ts';
import { parsed } from '#e2e/fixtures.ts';
import { createPerson } from '#e2e/person.ts';
import { signedIn } from '#e2e/session.ts';
import { CreatedInvitation } from '#lib/invitations/schema.ts';
import { expect, expectHydrated, expectInAddress, phone, test } from './fixtures.ts';

async function fillIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const unauthorized = /status of 401/;

test.describe('sign-in', () => {
  test('opens the requested page', async ({ page, tenant, expectError }) => {
    expectError(unauthorized);
    const person = await createPerson(tenant, 'support');
    await page.goto('/production/subscribers?q=jane');
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await fillIn(page, person);
    await expect(page.getByRole('heading', { name: 'Subscribers', exact: true })).toBeVisible();
    await expect(page).toHaveURL('/production/subscribers?q=jane');
    await expect(page.getByRole('button', { name: 'Pat Doe' })).toContainText('Support');
  });

  test('without a requested page opens the activity of the first environment', async ({ page, tenant }) => {
    const person = await createPerson(tenant, 'owner');
    await page.goto('/sign-in');
    await fillIn(page, person);
    await expect(page).toHaveURL('/development/activity');
  });

  test('never leads to another host', async ({ page, tenant }) => {
    const person = await createPerson(tenant, 'owner');
    await page.goto(`/sign-in?next=${encodeURIComponent('//evil.example/')}`);
    await fillIn(page, person);
    await expect(page).toHaveURL('/development/activity');
  });

  test('reports that the email address or the password is wrong, and keeps the address', async ({
    page,
    tenant,
    expectError,
  }) => {
    expectError(unauthorized);
    const { email } = await createPerson(tenant, 'owner');
    await page.goto('/sign-in');
    await fillIn(page, { email, password: 'not my password' });
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
      'The email address or the password is wrong',
    );
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page).toHaveURL('/sign-in');
    const password = page.getByLabel('Password');
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show characters' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('not my password');
    await page.getByRole('button', { name: 'Hide characters' }).click();
    await expect(password).toHaveAttribute('type', 'password');
  });

  test('reports a missing value at its field', async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter your email address');
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Enter your password');
    await expect(page.getByLabel('Email')).toBeFocused();
  });

  test('works on a phone', async ({ page, tenant }) => {
    await page.setViewportSize(phone);
    const person = await createPerson(tenant, 'support');
    await page.goto('/sign-in?next=/development/messages');
    await fillIn(page, person);
    await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
  });
});

test.describe('the session', () => {
  test('ends with sign-out', async ({ page, visit, expectError }) => {
    expectError(unauthorized);
    await visit('/activity');
    await page.getByRole('button', { name: 'Test Person' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await page.goto('/development/messages');
    await expect(page).toHaveURL(/\/sign-in/);
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
    await expectInAddress(page, 'next', '/development/messages');
  });

  test('opens the dashboard without the sign-in form', async ({ page, visit, tenant, expectError }) => {
    // The marks of the menu may be requested after the member was deleted.
    expectError(/status of 403 .*\/api\/(v1\/system|v1\/integrations\/outages|v2\/workflows\?issueType)/, 'maybe');
    await visit('/activity');
    // The dashboard opens in the environment that was visited last.
    for (const [requested, reached] of [
      ['/sign-in', '/development/activity'],
      ['/sign-in?ended=1&next=/production/subscribers?q=jane', '/production/subscribers?q=jane'],
      [`/sign-in?next=${encodeURIComponent('//evil.example/')}`, '/production/activity'],
      [`/sign-in?next=${encodeURIComponent('/.//evil.example/')}`, '/production/activity'],
      [`/sign-in?next=${encodeURIComponent('/sign-in?next=/development/layouts')}`, '/development/layouts'],
    ] as const) {
      await page.goto(requested);
      await expect(page).toHaveURL(reached);
    }
    await database().query('DELETE FROM members WHERE organization_id = $1', [tenant.organizationId]);
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: 'Sign in' }), 'a session without a membership').toBeVisible();
  });

  test('opens sign-in when it has expired, and then the same page', async ({ page, tenant, context, expectError }) => {
    expectError(unauthorized);
    const person = await createPerson(tenant, 'owner');
    await page.goto('/sign-in?next=/development/workflows');
    await fillIn(page, person);
    await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
    await page.reload({ waitUntil: 'networkidle' });
    await database().query("UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [
      person.userId,
    ]);
    // Layouts has no cached data, so it sends a request, which finds that the session has ended. A background request
    // of Workflows may find this earlier; then sign-in returns to Workflows. A key is pressed instead of a link,
    // because the link may already have been replaced by the sign-in page.
    await expect(async () => {
      await page.keyboard.type('gy');
      await expect(page).toHaveURL(/\/sign-in\?next=%2Fdevelopment%2F(layouts|workflows)&ended=1$/, { timeout: 2_000 });
    }).toPass();
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    await expect(page.getByRole('status')).toHaveText('Your session has ended. Sign in to continue where you were.');
    await fillIn(page, person);
    await expect(page).toHaveURL(next);
    const heading = next.endsWith('layouts') ? 'Layouts' : 'Workflows';
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    const secret = (await context.cookies()).filter(({ name }) => name !== 'zone');
    expect(secret.every(({ httpOnly }) => httpOnly)).toBe(true);
  });

  test('changes its password', async ({ page, tenant, context, expectError }) => {
    expectError(/status of 4\d\d/);
    const person = await createPerson(tenant, 'developer');
    await page.goto('/sign-in');
    await fillIn(page, person);
    await expectHydrated(page);
    await page.getByRole('button', { name: 'Pat Doe' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    const form = page.getByRole('region', { name: 'Password', exact: true });
    await form.getByLabel('Current password').fill('not this one');
    await form.getByLabel('New password').fill('a new long password');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await form.getByLabel('Current password').fill(person.password);
    await form.getByRole('button', { name: 'Change password' }).click();
    const notice = page.getByText('Password changed');
    await expect(notice).toBeVisible();
    const font = (element: Element) => getComputedStyle(element).fontFamily;
    expect(await notice.evaluate(font)).toBe(await page.locator('body').evaluate(font));
    await context.clearCookies();
    await page.goto('/sign-in');
    await fillIn(page, { ...person, password: 'a new long password' });
    await expect(page).toHaveURL('/development/activity');
  });
});

test.describe('an invitation', () => {
  test('makes a member and signs them in; its link works once', async ({ page, tenant, expectError }) => {
    expectError(/status of 4\d\d/);
    const admin = await signedIn(tenant, 'admin');
    const body = { email: `new-${tenant.organizationId}@example.com`, role: 'developer' };
    const { path } = parsed(CreatedInvitation, await admin.call('POST', '/v1/invitations', { body }), 201);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: `Join Test ${tenant.organizationId}` })).toBeVisible();
    await expect(page.getByText(`@example.com invited ${body.email} as Developer.`)).toBeVisible();
    await page.getByLabel('First name').fill('Noor');
    await page.getByLabel('Last name').fill('Haddad');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Join organization' }).click();
    await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/8/);
    await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByRole('button', { name: 'Join organization' }).click();
    await expect(page).toHaveURL('/development/activity');
    await expect(page.getByRole('button', { name: 'Noor Haddad' })).toContainText('Developer');

    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: 'This link is not valid' })).toBeVisible();
  });

  test('with an unknown token does not open', async ({ page, expectError }) => {
    expectError(/status of 404/);
    await page.goto('/invitation/mistyped');
    await expect(page.getByText('This link is not valid')).toBeVisible();
  });
});
