import type { Page } from '@playwright/test';
import { createLayout, html } from '#e2e/layouts.ts';
import type { SessionUser } from '#e2e/session.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import type { Layout } from '#lib/layouts/schema.ts';
import { expectAccessible } from './accessible.ts';
import { bodyRows, expect, expectRowVisible, openRow, phone, question, rowWith, table, test } from './fixtures.ts';

/** Returns the parts of a layout's page. */
function layoutPage(page: Page) {
  return {
    save: page.getByRole('button', { name: 'Save', exact: true }),
    name: page.getByRole('textbox', { name: 'Name' }),
    body: page.getByRole('textbox', { name: 'Body of the layout' }),
    mail: page.getByRole('region', { name: 'Preview' }).frameLocator('iframe').locator('body'),
    unsaved: page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' }),
  };
}

/** Expects that nothing is left to save. The button is also disabled while saving, so check its reason. */
async function expectSaved(page: Page): Promise<void> {
  await expect(layoutPage(page).save).toHaveAccessibleDescription('Nothing is changed.');
}

async function stored({ call }: SessionUser, layoutId: string): Promise<Layout> {
  return (await call<Layout>('GET', `/v2/layouts/${layoutId}`)).body;
}

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const letter = { name: 'Letter', layoutId: 'letter', controlValues: html('<h6>Letterhead</h6>{{ content }}') };

test.describe('the list', () => {
  test('leads from the empty state to the first layout, which is the default', async ({ page, visit, member }) => {
    await visit('/layouts');
    await expect(page.getByText('No layouts in Development yet')).toBeVisible();
    await page.getByRole('button', { name: 'New layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'New layout' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Größe & Co');
    await expect(dialog.getByRole('textbox', { name: 'Identifier' })).toHaveValue('grosse-co');
    await dialog.getByRole('button', { name: 'Create layout' }).click();
    await expect(page.getByRole('heading', { name: 'Größe & Co', level: 1 })).toBeVisible();
    const { body, mail } = layoutPage(page);
    await expect(body).toContainText('Email content');
    await expect(mail).toContainText('Your order is on its way');
    await expect(page.getByText('Used by no workflow')).toBeVisible();
    await expectSaved(page);
    expect(await stored(member, 'grosse-co')).toMatchObject({ isDefault: true, name: 'Größe & Co' });
    await page.getByRole('link', { name: 'Layouts' }).first().click();
    await expectRowVisible(table(page, 'Layouts'), { Layout: 'Größe & Co', 'Used by': 'No workflow' });
  });

  test('reports a taken identifier at its field', async ({ page, visit, member, expectError }) => {
    expectError(/status of 422/);
    await createLayout(member.call, letter);
    await visit('/layouts');
    await page.getByRole('button', { name: 'New layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'New layout' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Letter');
    await dialog.getByRole('radio', { name: 'Your own markup' }).check();
    await dialog.getByRole('button', { name: 'Create layout' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Identifier' })).toHaveAccessibleDescription(/Already in use/);
    await dialog.getByRole('textbox', { name: 'Identifier' }).fill('letter-2');
    await dialog.getByRole('button', { name: 'Create layout' }).click();
    await expect(page).toHaveURL(/\/layouts\/letter-2$/);
    expect((await stored(member, 'letter-2')).controls.values.email?.editorType).toBe('html');
  });

  test('finds, orders, renames, duplicates and changes the default', async ({ page, visit, tenant, member }) => {
    await createLayout(member.call, { name: 'House style', layoutId: 'house' });
    await createLayout(member.call, letter);
    await createWorkflow(tenant, { name: 'Order shipped' }, [{ type: 'email', control_values: {} }]);
    await visit('/layouts');
    const list = table(page, 'Layouts');
    await expectRowVisible(list, { Layout: 'House style', 'Used by': '1 workflow' });
    await expectRowVisible(list, { Layout: 'Letter', 'Used by': 'No workflow' });
    await expect(bodyRows(list).first()).toContainText('House style');
    await list.getByRole('button', { name: /^Layout/ }).click();
    await expect(bodyRows(list).first()).toContainText('Letter');
    await page.getByRole('searchbox', { name: 'Search layouts' }).fill('LETT');
    await expect(bodyRows(list)).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search layouts' }).fill('nothing like it');
    await expect(page.getByText('No layout matches')).toBeVisible();
    await page.getByRole('button', { name: 'Show all layouts' }).click();

    await chooseAction(page, 'Letter', 'Rename…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Plain letter');
    await page.getByRole('button', { name: 'Rename layout' }).click();
    await expect(rowWith(list, { Layout: 'Plain letter' })).toBeVisible();

    await chooseAction(page, 'Plain letter', 'Make default…');
    await expect(question(page)).toContainText('instead of House style (1 workflow)');
    await question(page).getByRole('button', { name: 'Make default' }).click();
    await expectRowVisible(list, { Layout: /Plain letter.*Default/s, 'Used by': '1 workflow' });
    await expectRowVisible(list, { Layout: 'House style', 'Used by': 'No workflow' });

    await chooseAction(page, 'Plain letter', 'Duplicate…');
    await page.getByRole('button', { name: 'Duplicate layout' }).click();
    await expect(page).toHaveURL(/\/layouts\/letter-copy$/);
    await expect(layoutPage(page).mail).toContainText('Letterhead');
  });

  test('shows the rendering, the uses and the last author of each layout', async ({ page, visit, tenant, member }) => {
    await createLayout(member.call, letter);
    const step = { type: 'email', control_values: { layoutId: 'letter' } };
    await createWorkflow(tenant, { name: 'Order shipped', identifier: 'order-shipped' }, [step]);
    await visit('/layouts');
    const row = rowWith(table(page, 'Layouts'), { Layout: 'Letter' });
    await expect(row.frameLocator('iframe[title="Preview of Letter"]').locator('body')).toContainText('Letterhead');
    await expect(row.locator('iframe')).toHaveAttribute('sandbox', '');
    await expect(row).toContainText('by Test Person');
    await row.getByRole('button', { name: 'Used by 1 workflow' }).click();
    await page.getByRole('dialog', { name: 'Used by' }).getByRole('link', { name: 'Order shipped' }).click();
    await expect(page).toHaveURL('/development/workflows/order-shipped');
  });

  test('shows the rendered layout and its uses also on a phone', async ({ page, visit, member }) => {
    await createLayout(member.call, letter);
    await page.setViewportSize(phone);
    await visit('/layouts');
    const row = bodyRows(table(page, 'Layouts'));
    await expect(row.frameLocator('iframe').locator('body')).toContainText('Letterhead');
    for (const text of ['letter', 'Used by no workflow', /^Updated/])
      await expect(row.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('deletes an unused layout, and shows the uses of another one', async ({
    page,
    visit,
    tenant,
    member,
    expectError,
  }) => {
    expectError(/status of 400/);
    const { _id } = await createLayout(member.call, { name: 'House style', layoutId: 'house' });
    await createLayout(member.call, letter);
    const step = { type: 'email', control_values: { layoutId: 'letter' } };
    await createWorkflow(tenant, { name: 'Order shipped', identifier: 'order-shipped' }, [step]);
    await createWorkflow(tenant, { name: 'Newsletter' }, [{ type: 'email', control_values: {} }]);
    await visit('/layouts');
    await chooseAction(page, 'Letter', 'Delete…');
    await expect(question(page)).toContainText('A workflow uses it');
    await expect(question(page).getByRole('link', { name: 'Order shipped' })).toBeVisible();
    await expect(question(page).getByRole('button', { name: 'Delete layout' })).toHaveCount(0);
    await question(page).getByRole('button', { name: 'Close' }).last().click();
    await chooseAction(page, 'House style', 'Delete…');
    await expect(question(page)).toContainText('This is the default layout of 1 workflow');
    await question(page).getByRole('button', { name: 'Delete layout' }).click();
    await expect(question(page).getByRole('alert')).toContainText('make another layout the default first');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await member.call('POST', '/v2/layouts/letter/set-default');
    await page.reload();
    await chooseAction(page, 'House style', 'Delete…');
    await expect(question(page)).toContainText('No workflow uses this layout');
    await question(page).getByRole('button', { name: 'Delete layout' }).click();
    await expect(question(page)).toBeHidden();
    await expect(rowWith(table(page, 'Layouts'), { Layout: 'House style' })).toHaveCount(0);
    expect((await member.call('GET', `/v2/layouts/${_id}`)).status).toBe(404);
  });
});

test.describe('one layout', () => {
  test('is edited with a live example email, and saved', async ({ page, visit, member }) => {
    await createLayout(member.call, letter);
    await visit('/layouts');
    await openRow(table(page, 'Layouts'), { Layout: 'Letter' });
    const { body, mail, name } = layoutPage(page);
    await expect(mail).toContainText('Letterhead');
    await body.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('<p>Kind regards, {{ subscriber.firstName }}</p>');
    await expect(mail).toContainText('Kind regards, Jane');
    await name.fill('Letter with regards');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { name: 'Letter with regards', level: 1 })).toBeVisible();
    await expectSaved(page);
    const { controls } = await stored(member, 'letter');
    expect(controls.values.email?.body).toBe(
      '<h6>Letterhead</h6>{{ content }}<p>Kind regards, {{ subscriber.firstName }}</p>',
    );
    await page.reload();
    await expect(body).toContainText('Kind regards');
  });

  test('without a place for the content is not saved, has an error, and keeps the edited text', async ({
    page,
    visit,
    member,
    expectError,
  }) => {
    expectError(/status of 422/);
    await createLayout(member.call, letter);
    await visit('/layouts/letter');
    const { body, save, mail } = layoutPage(page);
    await expect(mail).toContainText('Letterhead');
    await body.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('<p>Mine</p>');
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('status')).toContainText('is missing');
    await save.click();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'Not saved.' })).toContainText(
      'Write {{ content }} where it belongs.',
    );
    await expect(body).toContainText('Mine');
    await body.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('{{ content }}');
    await save.click();
    await expectSaved(page);
    expect((await stored(member, 'letter')).controls.values.email?.body).toBe('<p>Mine</p>{{ content }}');
  });

  test('with unsaved changes is left only after a confirmation', async ({ page, visit, member }) => {
    await createLayout(member.call, letter);
    await visit('/layouts/letter');
    const { name, unsaved } = layoutPage(page);
    await name.fill('Changed');
    await page.getByRole('link', { name: 'Workflows' }).click();
    await unsaved.getByRole('button', { name: 'Stay' }).click();
    await expect(name).toHaveValue('Changed');
    await page.getByRole('link', { name: 'Workflows' }).click();
    await unsaved.getByRole('button', { name: 'Save and leave' }).click();
    await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
    expect((await stored(member, 'letter')).name).toBe('Changed');
    await visit('/layouts/letter');
    await name.fill('Not this');
    await page.getByRole('link', { name: 'Workflows' }).click();
    await unsaved.getByRole('button', { name: 'Discard and leave' }).click();
    await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
    expect((await stored(member, 'letter')).name).toBe('Changed');
  });

  test('keeps unsaved changes over a reload', async ({ page, visit, member }) => {
    await createLayout(member.call, letter);
    await visit('/layouts/letter');
    const { name } = layoutPage(page);
    const unsaved = page.getByText('Unsaved changes', { exact: true }).and(page.locator(':visible'));
    await name.fill('Changed');
    await expect(unsaved).toBeVisible();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(name).toHaveValue('Changed');
    await expect(page.getByText(/^Your unsaved changes from .+ were restored\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(name).toHaveValue('Letter');
    await expect(unsaved).toHaveCount(0);
  });

  test('saved by another member in the meantime is overwritten only after a confirmation', async ({
    page,
    visit,
    member,
    expectError,
  }) => {
    expectError(/status of 412/);
    await createLayout(member.call, letter);
    await visit('/layouts/letter');
    const { name, save } = layoutPage(page);
    await name.fill('Mine');
    await member.call('PUT', '/v2/layouts/letter', { body: { name: 'Theirs' } });
    await save.click();
    const dialog = page.getByRole('alertdialog', { name: 'Another user has saved this layout' });
    await expect(dialog).toContainText(`Test Person (${member.userId}@example.com) saved the layout`);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(name).toHaveValue('Mine');
    await save.click();
    await dialog.getByRole('button', { name: 'Overwrite with my version' }).click();
    await expect(dialog).toHaveCount(0);
    await expectSaved(page);
    expect((await stored(member, 'letter')).name).toBe('Mine');
    await name.fill('Mine again');
    await member.call('PUT', '/v2/layouts/letter', { body: { name: 'Theirs again' } });
    await save.click();
    await dialog.getByRole('button', { name: 'Discard my changes' }).click();
    await expect(name).toHaveValue('Theirs again');
  });

  test('changes between blocks and HTML after a confirmation', async ({ page, visit, member }) => {
    await createLayout(member.call, { name: 'House style', layoutId: 'house' });
    await visit('/layouts/house');
    const { body, mail, save } = layoutPage(page);
    await expect(body).toContainText('Email content');
    await page.getByRole('radio', { name: 'HTML' }).click();
    await question(page).getByRole('button', { name: 'Switch to HTML' }).click();
    await expect(body).toContainText('{{ content }}');
    await expect(mail).toContainText('Your order is on its way');
    await save.click();
    await expectSaved(page);
    expect((await stored(member, 'house')).controls.values.email?.editorType).toBe('html');
    await page.getByRole('radio', { name: 'Blocks' }).click();
    await question(page).getByRole('button', { name: 'Switch to blocks' }).click();
    await expect(mail).toContainText('Your order is on its way');
    await save.click();
    await expectSaved(page);
    expect((await stored(member, 'house')).controls.values.email?.body).toContain('htmlCodeBlock');
  });

  test('shows its uses, and an unknown name is reported', async ({ page, visit, tenant, member, expectError }) => {
    expectError(/status of 404/);
    await createLayout(member.call, letter);
    const step = { type: 'email', control_values: { layoutId: 'letter' } };
    await createWorkflow(tenant, { name: 'Order shipped', identifier: 'order-shipped' }, [step]);
    await visit('/layouts/letter');
    await page.getByRole('button', { name: 'Used by 1 workflow' }).click();
    await expect(page.getByRole('dialog', { name: 'Used by' })).toContainText(/Order shipped\s*chosen in a step/);
    await page.getByRole('link', { name: 'Order shipped' }).click();
    await expect(page).toHaveURL(/\/workflows\/order-shipped/);
    await visit('/layouts/nope');
    await expect(page.getByText('No layout nope in Development')).toBeVisible();
  });

  test('is accessible, including its dialogs', async ({ page, visit, member }) => {
    await createLayout(member.call, { name: 'House style', layoutId: 'house' });
    await createLayout(member.call, letter);
    await visit('/layouts/letter');
    await expect(layoutPage(page).mail).toContainText('Letterhead');
    await expectAccessible(page);
    for (const action of ['Rename…', 'Duplicate…', 'Make default…', 'Delete…']) {
      await chooseAction(page, 'Letter', action);
      await expect(page.getByRole('dialog').or(question(page))).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('a layout is found, written and saved', async ({ page, visit, member }) => {
    await createLayout(member.call, letter);
    await visit('/layouts');
    await openRow(table(page, 'Layouts'), { Layout: 'Letter' });
    const { body, save } = layoutPage(page);
    await body.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText('<p>Bye</p>');
    await save.click();
    await expectSaved(page);
    expect((await stored(member, 'letter')).controls.values.email?.body).toContain('<p>Bye</p>');
  });
});

test.describe('the versions of a layout', () => {
  test('show what each save changed, and one is restored', async ({ page, visit, member, call }) => {
    await createLayout(call, letter);
    const changed = { name: 'Letter', controlValues: html('<h6>Newer head</h6>{{ content }}') };
    expect((await member.call('PUT', '/v2/layouts/letter', { body: changed })).status).toBe(200);
    await visit('/layouts/letter');
    await page.getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('region', { name: 'Versions' });
    const items = versions.getByRole('button', { expanded: false });
    await expect(items).toHaveText([
      /Changed body: “Newer head \{\{ content \}\}”2\. Test Person \(.*@example\.com\) · just nowCurrent/,
      /Created1\. /,
    ]);
    await items.nth(1).click();
    await versions.getByRole('tab', { name: 'Compared with the current version' }).click();
    await expect(versions.getByRole('tabpanel')).toContainText('After: <h6>Letterhead</h6>');
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await question(page).getByRole('button', { name: 'Restore version 1' }).click();
    await expect(versions).toBeHidden();
    await expect(layoutPage(page).mail).toContainText('Letterhead');
    expect((await stored(member, 'letter')).controls.values.email?.body).toContain('Letterhead');
  });
});

test.describe('support', () => {
  test.use({ role: 'support' });

  test('sees layouts and why they cannot be changed', async ({ page, visit, tenant, call }) => {
    await createLayout(call, letter);
    await createWorkflow(tenant);
    await visit('/layouts');
    await expect(page.getByRole('button', { name: 'New layout' })).toHaveAccessibleDescription(/may change workflows/);
    await openRow(table(page, 'Layouts'), { Layout: 'Letter' });
    const { save, name, body, mail } = layoutPage(page);
    await expect(mail).toContainText('Letterhead');
    await expect(save).toHaveAccessibleDescription(/may change workflows/);
    await expect(name).not.toBeEditable();
    await expect(body).not.toBeEditable();
    await page.getByRole('button', { name: 'Actions for Letter' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
