import type { Page } from '@playwright/test';
import { type SessionUser, signedIn } from '#e2e/session.ts';
import { expectAccessible } from './accessible.ts';
import { author, receipt, stored } from './authoring.ts';
import { expect, question, signInWith, test } from './fixtures.ts';

test.use({ role: 'developer' });

test.describe('the versions of a workflow', () => {
  /** Saves twice: first with changed subject and tags, then with another step. */
  async function saved(member: SessionUser): Promise<void> {
    const { _id } = await author(member);
    const subject = { ...receipt, controlValues: { ...receipt.controlValues, subject: 'Your parcel' } };
    const body = { name: 'Order shipped', preferences: {}, tags: ['vip'], active: true };
    const wait = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
    for (const steps of [[subject], [wait, subject]]) {
      const answer = await member.call('PUT', `/v2/workflows/${_id}`, { body: { ...body, steps } });
      expect(answer.status, answer.text).toBe(200);
    }
  }

  async function open(page: Page) {
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    return page.getByRole('region', { name: 'Versions' });
  }

  test('show authors and changes, as text and line by line', async ({ page, visit, member }) => {
    await saved(member);
    await visit('/workflows/order-shipped');
    const versions = await open(page);
    const items = versions.getByRole('button', { expanded: false });
    await expect(items).toHaveText([
      /Added step Wait \(Delay\)3\. Test Person \(.*@example\.com\) · just nowCurrent/,
      /Added tag vip, changed subject of Send the receipt2\. .*@example\.com/,
      /Created1\. .*@example\.com/,
    ]);
    await items.nth(1).click();
    const changes = versions.getByRole('tabpanel');
    await expect(changes.getByRole('listitem')).toHaveText([
      'Added tag vip',
      /Changed subject of Send the receipt.*Before: Your order.*After: Your parcel/,
    ]);
    await versions.getByRole('tab', { name: 'Compared with the current version' }).click();
    await expect(changes.getByRole('listitem')).toHaveText(['Removed step Wait (Delay)']);
  });

  test('are restored after a confirmation that shows the changes', async ({ page, visit, member }) => {
    await saved(member);
    await visit('/workflows/order-shipped');
    const versions = await open(page);
    await versions.getByRole('button', { name: /^Created/ }).click();
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    const changes = question(page).getByRole('listitem');
    await expect(changes).toHaveText([
      'Removed tag vip',
      'Removed step Wait (Delay)',
      /Changed subject of Send the receipt.*Before: Your parcel.*After: Your order/,
    ]);
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await stored(member)).steps).toHaveLength(2);
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await question(page).getByRole('button', { name: 'Restore version 1' }).click();
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole('region', { name: 'Versions' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Steps' }).getByRole('heading', { level: 3 })).toHaveCount(1);
    const { steps } = await stored(member);
    expect(steps.map(({ stepId, controls }) => [stepId, controls.values])).toMatchObject([
      [receipt.stepId, receipt.controlValues],
    ]);
    await expect((await open(page)).getByRole('button', { expanded: false }).first()).toHaveText(
      /Restored an older version: removed tag vip, .*4\. .*Current/,
    );
  });

  test('cannot be restored by support, who sees the reason', async ({ page, context, tenant, member }) => {
    await saved(member);
    await signInWith(context, await signedIn(tenant, 'support'));
    await page.goto('/development/workflows/order-shipped');
    const versions = await open(page);
    await versions.getByRole('button', { name: /^Created/ }).click();
    const restore = versions.getByRole('button', { name: 'Restore this version' });
    await expect(restore).toHaveAttribute('aria-disabled', 'true');
    await expect(restore).toHaveAttribute(
      'aria-description',
      /^Only owners, admins and developers may change workflows/,
    );
  });

  test('are shown on demand if they are older', async ({ page, visit, member }) => {
    const { _id } = await author(member);
    for (let number = 1; number <= 21; number++) {
      const body = { description: `Text ${number}` };
      expect((await member.call('PATCH', `/v2/workflows/${_id}`, { body })).status).toBe(200);
    }
    await visit('/workflows/order-shipped');
    const versions = await open(page);
    const items = versions.getByRole('button', { expanded: false });
    await expect(items).toHaveCount(20);
    await versions.getByRole('button', { name: 'Show older versions' }).click();
    await expect(items).toHaveCount(22);
    await expect(items.last()).toHaveText(/^Created1\./);
  });
});

test('the actions on workflows are accessible', async ({ page, member, visit }) => {
  test.slow();
  const { _id } = await author(member);
  const body = { description: 'When a parcel leaves.', tags: ['orders'] };
  expect((await member.call('PATCH', `/v2/workflows/${_id}`, { body })).status).toBe(200);
  await visit('/workflows');
  await page.getByRole('checkbox', { name: 'Select Order shipped' }).click();
  await page.getByRole('button', { name: 'Email, step 1: 1 issue' }).click();
  await expect(page.getByRole('dialog', { name: 'Issues of step 1' })).toContainText('Send the receipt');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const action of ['Duplicate…', 'Delete…']) {
    await page.getByRole('button', { name: 'Actions for Order shipped' }).click();
    if (action === 'Duplicate…') await expectAccessible(page);
    await page.getByRole('menuitem', { name: action }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toContainText(
      /Duplicate workflow|triggers order-shipped/,
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await visit('/workflows/order-shipped');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions.getByRole('button', { name: /^Set description, added tag orders/ }).click();
  await expect(versions.getByRole('listitem').filter({ hasText: 'When a parcel leaves.' }).last()).toBeVisible();
  await expectAccessible(page);
});
