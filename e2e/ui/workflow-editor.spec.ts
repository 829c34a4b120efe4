import { signedIn } from '#e2e/session.ts';
import { expectAccessible } from './accessible.ts';
import { author, brokenSteps, chooseAction, editor, provide, receipt, stored, write } from './authoring.ts';
import { expect, expectInAddress, phone, question, signInWith, test } from './fixtures.ts';
import { createOrderWorkflow } from './story.ts';

test.use({ role: 'admin' });

test.describe('a broken workflow', () => {
  test('is fixed issue by issue, saved and activated', async ({ page, tenant, member, visit }) => {
    await provide(tenant);
    await author(member, brokenSteps);
    await visit('/workflows/order-shipped');
    const { issues, open, save } = editor(page);
    const status = editor(page).header;
    await expect(status.getByText('Has issues', { exact: true })).toBeVisible();
    await expect(issues).toHaveAccessibleName('5 issues');
    await expect(issues.getByRole('heading', { level: 3 })).toHaveText([
      'Wait for the parcel',
      'Show in the inbox',
      'Send the receipt',
    ]);

    await test.step('the delay is too long', async () => {
      await issues.getByRole('button', { name: /^Time · The longest delay allowed is 180 days/ }).click();
      await expectInAddress(page, 'control', 'amount');
      const amount = open('Wait for the parcel').getByRole('spinbutton').first();
      await expect(amount).toBeFocused();
      await amount.fill('2');
      await expect(issues).toHaveAccessibleName('4 issues');
      await expect(issues.getByText('of your draft, not saved yet')).toBeVisible();
    });

    await test.step('the URL is none', async () => {
      await issues.getByRole('button', { name: /^Primary action › link · / }).click();
      const url = open('Show in the inbox').locator('[data-control="primaryAction.redirect.url"]').getByRole('textbox');
      await expect(url).toBeFocused();
      await write(url, 'https://shop.example/track');
      await expect(issues).toHaveAccessibleName('3 issues');
    });

    await test.step('the subject is missing', async () => {
      await issues.getByRole('button', { name: /^Subject · The subject is missing/ }).click();
      const subject = open('Send the receipt').getByRole('textbox', { name: 'Subject' });
      await expect(subject).toBeFocused();
      await page.keyboard.insertText('Your order {{payload.order_id}}');
      await expect(issues).toHaveAccessibleName('2 issues');
    });

    await test.step('the variable is none, and the cursor is at it', async () => {
      await issues.getByRole('button', { name: /^Body · payload\.orderId is not/ }).click();
      const body = open('Send the receipt').getByRole('textbox', { name: 'Body' });
      await expect(body).toBeFocused();
      await expect(body.locator('.cm-activeLine, .cm-line').first()).toContainText('payload.orderId');
      await issues.getByRole('button', { name: 'Use payload.order_id' }).click();
      await expect(body).toContainText('Order {{payload.order_id}}');
      await expect(issues).toHaveAccessibleName('1 issue');
    });

    await test.step('the filter’s argument is of the wrong kind', async () => {
      await issues.getByRole('button', { name: /limit of toSentence must be a number/ }).click();
      const body = open('Send the receipt').getByRole('textbox', { name: 'Body' });
      await expect(body).toBeFocused();
      await write(body, '<p>Order {{payload.order_id}}</p>\n<p>{{payload.items | toSentence: "name", 2}}</p>');
      await expect(issues.getByText('None. Every step can run.')).toBeVisible();
    });

    await expect(status.getByText('Has issues', { exact: true })).toBeVisible();
    await expect(status.getByText('Active once saved')).toBeVisible();
    await save.click();
    await expect(status.getByText('Has issues', { exact: true })).toBeHidden();
    await expect(status.getByText('Active', { exact: true })).toBeVisible();
    await expect(save).toHaveAttribute('aria-description', 'Everything is saved');
    expect(await stored(member)).toMatchObject({
      status: 'ACTIVE',
      steps: [{ controls: { values: { amount: 2 } } }, {}, {}, {}],
    });
    await page.reload();
    await expect(issues.getByText('None. Every step can run.')).toBeVisible();
  });

  test('is opened at the control in its address', async ({ page, tenant, member, visit }) => {
    await provide(tenant);
    await author(member, brokenSteps);
    await visit('/workflows/order-shipped?step=send-the-receipt&control=subject');
    const subject = editor(page).open('Send the receipt').getByRole('textbox', { name: 'Subject' });
    await expect(subject).toBeFocused();
    await editor(page).card('Wait for the parcel').click();
    await expect(editor(page).open('Wait for the parcel')).toBeVisible();
    await expectInAddress(page, 'step', 'wait');
    await page.goBack();
    await expect(editor(page).open('Send the receipt')).toBeVisible();
    await page.goBack();
    await page.goForward();
    await expect(editor(page).open('Send the receipt')).toBeVisible();
  });

  test('keeps an issue of the draft after the save', async ({ page, tenant, member, visit }) => {
    await provide(tenant);
    await author(member);
    await visit('/workflows/order-shipped?step=send-the-receipt&control=subject');
    const { issues, save, open } = editor(page);
    await expect(issues.getByText('None. Every step can run.')).toBeVisible();
    await write(open('Send the receipt').getByRole('textbox', { name: 'Subject' }), 'Order {{payload.orderid}}');
    await expect(issues).toHaveAccessibleName('1 issue');
    await save.click();
    await expect(editor(page).header.getByText('Has issues', { exact: true })).toBeVisible();
    await expect(issues.getByText('of your draft, not saved yet')).toBeHidden();
    await expect(issues).toHaveAccessibleName('1 issue');
  });
});

test('every email step has an issue as long as the email integration is switched off', async ({
  page,
  tenant,
  member,
  visit,
}) => {
  await provide(tenant);
  await author(member, [receipt, { ...receipt, stepId: 'again', name: 'Send it again' }]);
  await visit('/workflows/order-shipped');
  const { issues, card } = editor(page);
  await expect(issues.getByText('None. Every step can run.')).toBeVisible();
  const toIntegrations = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Integrations' });
  await toIntegrations.click();
  const active = page.getByRole('switch', { name: 'SendGrid EU is active' });
  await active.click();
  await question(page).getByRole('button', { name: 'Deactivate SendGrid EU' }).click();
  await expect(active).not.toBeChecked();
  await expect(page.getByText('Primary', { exact: true })).toHaveCount(0);
  await page.goBack();
  await expect(issues).toHaveAccessibleName('2 issues');
  const missing = 'Email has no active integration. Open SendGrid EU';
  for (const step of ['Send the receipt', 'Send it again']) {
    const group = issues.getByRole('region', { name: step });
    await expect(group).toContainText(missing);
    await expect(card(step)).toContainText('1 issue');
  }
  await expect(editor(page).header.getByText('Active', { exact: true })).toBeVisible();
  await issues.getByRole('link', { name: 'Open SendGrid EU' }).first().click();
  await page.getByRole('dialog', { name: 'SendGrid EU' }).waitFor();
  await page.keyboard.press('Escape');
  await active.click();
  await expect(active).toBeChecked();
  // The only active integration of its channel becomes primary automatically.
  await expect(page.getByText('It is primary for email.')).toBeVisible();
  await expect(page.getByText('Primary', { exact: true })).toHaveCount(1);
  await visit('/workflows/order-shipped');
  await expect(issues.getByText('None. Every step can run.')).toBeVisible();
});

test.describe('steps', () => {
  test('are added, moved, duplicated, renamed and deleted, and each action is undone', async ({
    page,
    member,
    visit,
  }) => {
    await author(member);
    await visit('/workflows/order-shipped');
    const { steps, order, save, open } = editor(page);
    await steps.getByRole('button', { name: 'Add a step at the start' }).click();
    await page.getByRole('menuitem', { name: /^Delay/ }).click();
    await expect(open('Delay')).toBeVisible();
    await expectInAddress(page, 'step', 'delay');
    await open('Delay')
      .getByLabel(/name of the step/)
      .fill('Wait');
    await expect(order()).toHaveText([/^Wait.*1\. Delay/, /^Send the receipt.*2\. Email/]);
    await chooseAction(page, 'Wait', 'Move down');
    await expect(order()).toHaveText([/^Send the receipt/, /^Wait/]);
    await chooseAction(page, 'Send the receipt', 'Duplicate');
    await expect(order()).toHaveText([/^Send the receipt/, /^Send the receipt 2/, /^Wait/]);
    await chooseAction(page, 'Send the receipt', 'Delete');
    await expect(order()).toHaveText([/^Send the receipt 2/, /^Wait/]);
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(order()).toHaveText([/^Send the receipt/, /^Send the receipt 2/, /^Wait/]);
    const undo = editor(page).header.getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect(order()).toHaveText([/^Send the receipt/, /^Wait/]);
    await editor(page).header.getByRole('button', { name: 'Redo' }).click();
    await expect(order()).toHaveText([/^Send the receipt/, /^Send the receipt 2/, /^Wait/]);
    await save.click();
    await expect(save).toHaveAttribute('aria-description', 'Everything is saved');
    const { steps: saved } = await stored(member);
    expect(saved.map(({ stepId, name }) => [stepId, name])).toEqual([
      ['send-the-receipt', 'Send the receipt'],
      ['send-the-receipt-2', 'Send the receipt 2'],
      ['wait', 'Wait'],
    ]);
  });

  test('are edited with the keyboard alone', async ({ page, member, visit }) => {
    await author(member, [receipt, { ...receipt, stepId: 'b', name: 'Bill' }]);
    await visit('/workflows/order-shipped');
    const { card, order, open } = editor(page);
    await card('Bill').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(order()).toHaveText([/^Bill/, /^Send the receipt/]);
    await expect(card('Bill')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(order()).toHaveText([/^Send the receipt/, /^Bill/]);
    await card('Bill').focus();
    await page.keyboard.press('Delete');
    await expect(order()).toHaveText([/^Send the receipt/]);
    await card('Send the receipt').focus();
    await page.keyboard.press('Enter');
    // An opened step takes the focus.
    await expect(open('Send the receipt')).toBeFocused();
    const subject = open('Send the receipt').getByRole('textbox', { name: 'Subject' });
    await subject.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' is here');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(editor(page).save).toHaveAttribute('aria-description', 'Everything is saved');
    const { steps } = await stored(member);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.controls.values).toMatchObject({ subject: 'Your order is here' });
  });
});

test('a workflow is created with a name and a first step, and opens in the editor', async ({ page, member, visit }) => {
  await visit('/workflows');
  await page.getByRole('button', { name: 'New workflow' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New workflow' });
  await dialog.getByRole('button', { name: 'Create workflow' }).click();
  await expect(dialog.getByText('Enter a name that people recognise')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Order shipped');
  await expect(dialog.getByLabel('Identifier')).toHaveValue('order-shipped');
  await dialog.getByRole('radio', { name: 'SMS' }).click();
  await dialog.getByRole('button', { name: 'Create workflow' }).click();
  await expect(editor(page).open('SMS')).toBeVisible();
  await expect(page).toHaveURL(/\/development\/workflows\/order-shipped\?step=sms$/);
  expect(await stored(member)).toMatchObject({ name: 'Order shipped', status: 'INACTIVE', steps: [{ type: 'sms' }] });
});

test('a template names the new workflow, and fills in its steps', async ({ page, member, visit }) => {
  await visit('/workflows?new=true');
  const dialog = page.getByRole('dialog', { name: 'New workflow' });
  await dialog.getByRole('radio', { name: 'Welcome' }).click();
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Welcome');
  await dialog.getByRole('radio', { name: 'Order shipped' }).click();
  await expect(dialog.getByLabel('Identifier')).toHaveValue('order-shipped');
  await dialog.getByRole('button', { name: 'Create workflow' }).click();
  await expect(page).toHaveURL(/\/development\/workflows\/order-shipped\?step=/);
  expect(await stored(member)).toMatchObject({ status: 'INACTIVE', steps: [{ type: 'in_app' }, { type: 'email' }] });
});

test('settings are edited and saved with the steps', async ({ page, member, visit }) => {
  await author(member);
  await visit('/workflows/order-shipped');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByLabel('Name', { exact: true }).fill('Parcel on its way');
  await settings.getByLabel('Tags').fill('orders');
  await settings.getByLabel('Tags').press('Enter');
  await settings.getByRole('combobox', { name: 'Severity' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await settings.getByRole('switch', { name: 'Critical' }).click();
  await settings.getByRole('switch', { name: 'SMS by default' }).click();
  await settings.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Parcel on its way', level: 1 })).toBeVisible();
  await editor(page).save.click();
  await expect(editor(page).save).toHaveAttribute('aria-description', 'Everything is saved');
  expect(await stored(member)).toMatchObject({
    name: 'Parcel on its way',
    tags: ['orders'],
    severity: 'high',
    preferences: { user: { all: { readOnly: true }, channels: { sms: { enabled: false } } } },
  });
});

test('on a wide screen the name is once, and settings and versions are in the address', async ({
  page,
  member,
  visit,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await author(member, [receipt], {
    name: 'A name that is so long that it has to be shortened next to all the buttons',
  });
  await visit('/workflows/order-shipped?dialog=settings');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByLabel('Description', { exact: true }).fill('For new orders');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('Everything is saved')).toBeVisible();
  expect(await stored(member)).toMatchObject({ description: 'For new orders' });
  await settings.getByRole('button', { name: 'Done' }).click();
  await expectInAddress(page, 'dialog', null);
  await expect(page.getByRole('heading', { name: /^A name/ })).toHaveCount(1);
  await expect(editor(page).save).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Versions', exact: true }).click();
  await expectInAddress(page, 'dialog', 'versions');
});

test('the switch pauses after a confirmation and activates immediately, without a save', async ({
  page,
  member,
  visit,
}) => {
  await author(member);
  await visit('/workflows/order-shipped');
  const active = page.getByRole('switch', { name: 'Active' });
  await expect(active).toBeChecked();
  await active.click();
  await expect(question(page)).toContainText('When your code triggers order-shipped in Development, nothing is sent');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(active).toBeChecked();
  expect(await stored(member)).toMatchObject({ active: true });
  await active.click();
  await question(page).getByRole('button', { name: 'Pause workflow' }).click();
  await expect(editor(page).header.getByText('Paused', { exact: true })).toHaveCount(1);
  await expect(question(page)).toBeHidden();
  await expect(editor(page).unsaved).toBeHidden();
  expect(await stored(member)).toMatchObject({ active: false, status: 'INACTIVE' });
  await active.click();
  await expect(editor(page).header.getByText('Paused', { exact: true })).toHaveCount(0);
  expect(await stored(member)).toMatchObject({ active: true, status: 'ACTIVE' });
});

test('support can read everything, and sees why nothing can be changed', async ({
  page,
  context,
  tenant,
  member,
  visit,
}) => {
  await author(member, brokenSteps);
  await signInWith(context, await signedIn(tenant, 'support'));
  await visit('/workflows/order-shipped?step=send-the-receipt');
  const { open, save, steps } = editor(page);
  const reason = /^Only owners, admins and developers may change workflows; your role is Support\.$/;
  await expect(open('Send the receipt').getByText(reason)).toBeVisible();
  await expect(open('Send the receipt').getByRole('textbox', { name: 'Body' })).toHaveAttribute(
    'aria-readonly',
    'true',
  );
  await expect(save).toHaveAttribute('aria-description', reason);
  await expect(page.getByRole('switch', { name: 'Active' })).toHaveAttribute('aria-description', reason);
  await steps.getByRole('button', { name: 'Show the steps' }).click();
  await expect(steps.getByRole('button', { name: 'Add step' })).toHaveAttribute('aria-description', reason);
  await expect(steps.getByRole('button', { name: /^More for/ })).toHaveCount(0);
  await editor(page).card('Wait for the parcel').focus();
  await page.keyboard.press('Delete');
  await expect(editor(page).order()).toHaveCount(4);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('issues are first, and a step opens over the page and is saved there', async ({
    page,
    tenant,
    member,
    visit,
  }) => {
    await provide(tenant);
    await author(member, brokenSteps.slice(2));
    await visit('/workflows/order-shipped');
    const { issues, steps } = editor(page);
    await expect(issues).toHaveAccessibleName('3 issues');
    const top = async (place: typeof issues) => (await place.boundingBox())?.y ?? 0;
    expect(await top(issues)).toBeLessThan(await top(steps));
    const line = page.getByRole('region', { name: 'Workflow', exact: true });
    const more = await top(line.getByRole('button', { name: 'More' }));
    expect(await top(line.getByRole('button', { name: 'Save' }))).toBe(more);
    expect(await top(line.getByRole('button', { name: 'Test' }))).toBe(more);
    await issues.getByRole('button', { name: /^Subject/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Send the receipt' });
    const subject = sheet.getByRole('textbox', { name: 'Subject' });
    await expect(subject).toBeFocused();
    await page.keyboard.insertText('Your order');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByRole('button', { name: 'Save' })).toBeHidden();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await expect(issues).toHaveAccessibleName('2 issues');
    expect((await stored(member)).steps[0]?.controls.values).toMatchObject({ subject: 'Your order' });
  });
});

test('an open step and the settings are accessible', async ({ page, tenant, member, visit }) => {
  await provide(tenant);
  await author(member, brokenSteps);
  await visit('/workflows/order-shipped?step=send-the-receipt');
  await expect(editor(page).open('Send the receipt').getByRole('textbox', { name: 'Body' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expectAccessible(page);
});

test('an unknown workflow is not found, and another environment with the workflow is named', async ({
  page,
  tenant,
  visit,
  expectError,
}) => {
  expectError(/status of 404/);
  await visit('/workflows/no-such-workflow');
  await expect(page.getByText('No workflow no-such-workflow in Development')).toBeVisible();
  await createOrderWorkflow({ ...tenant, environmentId: tenant.productionId }, { identifier: 'live-only' });
  await visit('/workflows/live-only');
  await expect(page.getByRole('link', { name: 'Open in Production' })).toHaveAttribute(
    'href',
    '/production/workflows/live-only',
  );
});
