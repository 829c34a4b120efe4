import type { Page } from '@playwright/test';
import { database } from '#e2e/database.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { currentCode, forgetUsedCodes, turnOnTwoStep } from '#e2e/two-step.ts';
import { expectAccessible, expectPartAccessible } from './accessible.ts';
import { expect, expectHydrated, phone, test } from './fixtures.ts';

const desktop = { width: 1440, height: 900 };

async function enterPassword(page: Page, { email, password }: Person) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openOwnMenu(page: Page) {
  await expectHydrated(page);
  await page.getByRole('button', { name: 'Pat Doe Owner' }).click();
}

async function signOut(page: Page) {
  await openOwnMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');
}

test('is turned on, then sign-in needs a code or a recovery code, and is turned off', async ({
  page,
  tenant,
  expectError,
}) => {
  expectError(/status of 401/);
  const person = await createPerson(tenant, 'owner');
  await page.goto('/sign-in');
  await enterPassword(page, person);
  await openOwnMenu(page);
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Set up two-step sign-in…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectPartAccessible(dialog);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill(await currentCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('Two-step sign-in is on')).toBeVisible();
  await forgetUsedCodes(recoveryCodes);

  await signOut(page);
  await enterPassword(page, person);
  const field = page.getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  await page.setViewportSize(desktop);
  await field.fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The code is wrong')).toBeVisible();
  const code = await currentCode(secret);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/development/activity');

  await signOut(page);
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/development/activity');

  await openOwnMenu(page);
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Change two-step sign-in…' }).click();
  await expect(dialog.getByText('9 recovery codes are left.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Turn off…' }).click();
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible();
  await signOut(page);
  await enterPassword(page, person);
  await expect(page).toHaveURL('/development/activity');
});

test('an owner requires it, resets a member’s, and the member sets it up before anything else', async ({
  page,
  tenant,
  expectError,
}) => {
  expectError(/status of 40[13]/);
  const [owner, member] = [await createPerson(tenant, 'owner'), await createPerson(tenant, 'developer')];
  const { secret } = await turnOnTwoStep(owner.call, owner.password);
  await turnOnTwoStep(member.call, member.password);
  await database().query(`UPDATE users SET name = 'Kim Lee' WHERE id = $1`, [member.userId]);
  await page.goto('/sign-in?next=/settings/members');
  await enterPassword(page, owner);
  await page.getByLabel('Code', { exact: true }).fill(await currentCode(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Actions for Kim Lee' }).click();
  await page.getByRole('menuitem', { name: 'Reset two-step sign-in…' }).click();
  await page.getByRole('button', { name: 'Reset two-step sign-in' }).click();
  await expect(page.getByText('Two-step sign-in of Kim Lee is off')).toBeVisible();
  await page.getByRole('link', { name: 'Sign-in providers and requirements' }).click();
  await page.getByRole('switch', { name: 'Require two-step sign-in' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Require two-step sign-in?' });
  await expect(dialog).toContainText('Kim Lee has not set up two-step sign-in');
  await dialog.getByRole('button', { name: 'Require two-step sign-in' }).click();
  await expect(page.getByRole('switch', { name: 'Require two-step sign-in' })).toBeChecked();

  await signOut(page);
  await page.setViewportSize(phone);
  await page.goto('/sign-in?next=/production/subscribers');
  await enterPassword(page, member);
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Current password').fill(member.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  const own = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(await currentCode(own));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page).toHaveURL('/production/subscribers');
});
