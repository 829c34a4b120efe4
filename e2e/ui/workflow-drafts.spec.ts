import type { Page } from '@playwright/test';
import { signedIn } from '#e2e/session.ts';
import type { Workflow } from '#lib/workflows/schema.ts';
import { author, editor, receipt, stored, write } from './authoring.ts';
import { expect, goByKey, test } from './fixtures.ts';

test.use({ role: 'developer' });

const address = '/workflows/order-shipped?step=send-the-receipt';

function subject(page: Page) {
  return editor(page).open('Send the receipt').getByRole('textbox', { name: 'Subject' });
}

function leaving(page: Page) {
  return page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
}

async function expectStoredSubject(member: Parameters<typeof stored>[0], text: string): Promise<void> {
  await expect.poll(async () => (await stored(member)).steps[0]?.controls.values).toMatchObject({ subject: text });
}

test.describe('unsaved changes', () => {
  test('stay after a link, the back button, a key or a change of environment', async ({ page, member, visit }) => {
    await author(member);
    await visit('/activity');
    await page.getByRole('link', { name: 'Workflows', exact: false }).first().click();
    await page.getByRole('table', { name: 'Workflows' }).getByRole('link', { name: 'Order shipped' }).click();
    await editor(page).card('Send the receipt').click();
    await write(subject(page), 'Mine');
    await expect(editor(page).unsaved).toBeVisible();
    const here = page.url();
    const stays = async () => {
      await leaving(page).getByRole('button', { name: 'Stay' }).click();
      await expect(leaving(page)).toBeHidden();
      await expect(subject(page)).toHaveText('Mine');
      expect(page.url()).toBe(here);
    };

    await test.step('a link', async () => {
      await page.getByRole('link', { name: 'Messages' }).click();
      await stays();
    });
    await test.step('the back button, which first closes the step', async () => {
      await page.goBack();
      await expect(editor(page).open('Send the receipt')).toBeHidden();
      await page.goBack();
      await leaving(page).getByRole('button', { name: 'Stay' }).click();
      await editor(page).card('Send the receipt').click();
      await expect(subject(page)).toHaveText('Mine');
    });
    await test.step('keys', async () => {
      await page.getByRole('heading', { level: 1 }).click();
      await goByKey(page, 'a');
      await stays();
    });
    await test.step('another environment', async () => {
      await page.getByRole('button', { name: 'Environment: Development' }).click();
      await page.getByRole('menuitemradio', { name: 'Production' }).click();
      await stays();
    });
    await test.step('discarded changes are deleted', async () => {
      await page.getByRole('link', { name: 'Messages' }).click();
      await leaving(page).getByRole('button', { name: 'Discard and leave' }).click();
      await expect(page).toHaveURL('/development/messages');
      await page.goBack();
      await expect(subject(page)).toHaveText('Your order');
      await expect(editor(page).unsaved).toBeHidden();
    });
    await test.step('saved changes are stored', async () => {
      await write(subject(page), 'Saved on the way out');
      await expect(editor(page).unsaved).toBeVisible();
      await page.getByRole('link', { name: 'Messages' }).click();
      await leaving(page).getByRole('button', { name: 'Save and leave' }).click();
      await expect(page).toHaveURL('/development/messages');
      await expectStoredSubject(member, 'Saved on the way out');
    });
  });

  test('make the browser confirm a reload, and return after the reload', async ({ page, member, visit }) => {
    await author(member);
    await visit(address);
    await write(subject(page), 'Before the reload');
    await expect(editor(page).unsaved).toBeVisible();
    const opened = page.waitForEvent('dialog');
    const reload = page.reload();
    const dialog = await opened;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.accept();
    await reload;
    await expect(subject(page)).toHaveText('Before the reload');
    await expect(editor(page).unsaved).toBeVisible();
    await expect(page.getByText(/^Your unsaved changes from .+ were restored\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(subject(page)).toHaveText('Your order');
    await expect(page.getByText(/^Your unsaved changes from/)).toBeHidden();
    await expect(editor(page).unsaved).toBeHidden();
  });

  test('stay after a save without a response, and are saved by Retry', async ({
    page,
    context,
    member,
    visit,
    expectError,
  }) => {
    expectError(/ERR_INTERNET_DISCONNECTED/);
    await author(member);
    await visit(address);
    await write(subject(page), 'Kept');
    await expect(editor(page).unsaved).toBeVisible();
    await context.setOffline(true);
    await page.keyboard.press('ControlOrMeta+s');
    const notice = page.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(notice).toContainText(
      'Belfry did not answer. Check the connection, then try again. Your changes are kept here.',
    );
    await expect(subject(page)).toHaveText('Kept');
    await context.setOffline(false);
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(notice).toBeHidden();
    await expect(editor(page).unsaved).toBeHidden();
    await expectStoredSubject(member, 'Kept');
  });

  test('that the API rejects are listed with links to their fields', async ({ page, member, visit, expectError }) => {
    expectError(/status of 422/);
    await author(member, [receipt, { ...receipt, stepId: 'second', name: 'Second' }]);
    await visit('/workflows/order-shipped?step=second');
    const name = editor(page)
      .open('Second')
      .getByLabel(/name of the step/);
    await name.fill(' ');
    await page.keyboard.press('ControlOrMeta+s');
    const notice = page.getByRole('alert').filter({ hasText: 'Not saved' });
    await expect(notice).toContainText('a field is invalid');
    await page
      .getByRole('region', { name: /^Step/ })
      .getByLabel(/name of the step/)
      .fill('Second again');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(notice).toBeHidden();
    await expect.poll(async () => (await stored(member)).steps[1]?.name).toBe('Second again');
  });
});

test.describe('another member saved in the meantime', () => {
  const conflict = (page: Page) =>
    page.getByRole('alertdialog', { name: /saved this workflow while you were editing$/ });

  /** Creates a draft of version 1 on the page, while another user has stored version 2. */
  async function twoEdits({ page, member, other, visit }: Story): Promise<void> {
    await author(member);
    await visit(address);
    await write(subject(page), 'Mine');
    await expect(editor(page).unsaved).toBeVisible();
    const answer = await other.call('PATCH', '/v2/workflows/order-shipped', { body: { name: 'Theirs' } });
    expect(answer.status, answer.text).toBe(200);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(conflict(page)).toContainText('Theirs');
  }

  interface Story {
    page: Page;
    member: Parameters<typeof stored>[0];
    other: Parameters<typeof stored>[0];
    visit: (path: string) => Promise<void>;
  }

  test('their version can be compared and overwritten, and both are kept', async ({
    page,
    tenant,
    member,
    visit,
    expectError,
  }) => {
    expectError(/status of 412/);
    const other = await signedIn(tenant, 'developer');
    await twoEdits({ page, member, other, visit });
    await conflict(page).getByRole('button', { name: 'See their version' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await expect(versions.getByText(/Theirs/).first()).toBeVisible();
    await versions.getByRole('button', { name: 'Close' }).first().click();
    await expect(subject(page)).toHaveText('Mine');
    await page.keyboard.press('ControlOrMeta+s');
    await conflict(page).getByRole('button', { name: 'Overwrite with my version' }).click();
    await expect(conflict(page)).toBeHidden();
    await expect(editor(page).unsaved).toBeHidden();
    expect(await stored(member)).toMatchObject({
      name: 'Order shipped',
      steps: [{ controls: { values: { subject: 'Mine' } } }],
    });
    const { body } = await member.call<{ data: { version: number }[] }>('GET', '/v2/workflows/order-shipped/versions');
    expect(body.data.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  test('own changes can be discarded for their version', async ({ page, tenant, member, visit, expectError }) => {
    expectError(/status of 412/);
    const other = await signedIn(tenant, 'developer');
    await twoEdits({ page, member, other, visit });
    await conflict(page).getByRole('button', { name: 'Discard my changes' }).click();
    await expect(page.getByRole('heading', { name: 'Theirs', level: 1 })).toBeVisible();
    await expect(subject(page)).toHaveText('Your order');
    await expect(editor(page).unsaved).toBeHidden();
  });

  test('a past version is restored', async ({ page, member, visit }) => {
    await author(member);
    const renamed = await member.call<Workflow>('PATCH', '/v2/workflows/order-shipped', { body: { name: 'Renamed' } });
    expect(renamed.status).toBe(200);
    await visit('/workflows/order-shipped');
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Created/ }).click();
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 1' }).click();
    await expect(page.getByRole('heading', { name: 'Order shipped', level: 1 })).toBeVisible();
    expect(await stored(member)).toMatchObject({ name: 'Order shipped' });
  });
});

test('the menu has the actions on the whole workflow', async ({ page, member, visit, expectError }) => {
  expectError(/status of 404/);
  await author(member);
  await visit(address);
  const more = editor(page).header.getByRole('button', { name: 'More', exact: true });
  await write(subject(page), 'Mine');
  await expect(editor(page).unsaved).toBeVisible();
  await more.click();
  const duplicate = page.getByRole('menuitem', { name: 'Duplicate…' });
  await expect(duplicate).toHaveAttribute('aria-description', 'Save your changes first');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(editor(page).unsaved).toBeHidden();
  await more.click();
  await duplicate.click();
  await expect(page.getByRole('dialog', { name: /Duplicate/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await more.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Not triggered in the last 7 days.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete workflow' }).click();
  await expect(page).toHaveURL('/development/workflows');
  expect((await member.call('GET', '/v2/workflows/order-shipped')).status).toBe(404);
});
