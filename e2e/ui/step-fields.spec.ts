import type { Page } from '@playwright/test';
import { type SessionUser, signedIn } from '#e2e/session.ts';
import type { WorkflowWriteBody } from '#lib/workflows/schema.ts';
import { expectAccessible } from './accessible.ts';
import { author, editor, provide, receipt, stored, write } from './authoring.ts';
import { expect, phone, question, signInWith, test } from './fixtures.ts';
import { createSubscriber } from './story.ts';

test.use({ role: 'admin', contextOptions: { reducedMotion: 'reduce' } });

type StepBody = WorkflowWriteBody['steps'][number];

const wide = { width: 1600, height: 1000 };

function step(type: StepBody['type'], controlValues: Record<string, unknown> = {}): StepBody {
  return { stepId: 'the-step', name: 'The step', type, controlValues };
}

/** Opens a workflow whose last step is this one. */
async function openStep(
  { member, visit, page }: { member: SessionUser; visit: (path: string) => Promise<void>; page: Page },
  ...steps: StepBody[]
) {
  await author(member, steps);
  await visit(`/workflows/order-shipped?step=${steps.at(-1)?.stepId}`);
  const form = editor(page).open(String(steps.at(-1)?.name));
  await expect(form).toBeVisible();
  return form;
}

/** Saves, and returns the stored controls of the open step. */
async function saved(page: Page, member: SessionUser): Promise<Record<string, unknown>> {
  await editor(page).save.click();
  await expect(editor(page).save).toHaveAttribute('aria-description', 'Everything is saved');
  return (await stored(member)).steps.at(-1)?.controls.values as Record<string, unknown>;
}

/** The list of completions. Until it includes the effect of all typed letters, it is inert: keys go to the text. */
const suggestionsOf = (page: Page) =>
  page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)').getByRole('listbox');

test.describe('a template', () => {
  test('has completions for variables, their properties and filters', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms'));
    await form.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Order {{ pay');
    const list = suggestionsOf(page);
    await expect(list.getByRole('option', { name: /^payload/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('option', { name: /^items\s*list of objects/ })).toBeVisible();
    await page.keyboard.type('order');
    await expect(list.getByRole('option', { name: /^order_id\s*text/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Tab');
    await page.keyboard.type(' | upc');
    await expect(list.getByRole('option', { name: /^upcase/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    expect(await saved(page, member)).toEqual({ body: 'Order {{ payload.order_id | upcase}}' });
  });

  test('typed in full has neither a second end of a tag nor a second dot', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms'));
    const text = form.getByRole('textbox', { name: 'Text' });
    await text.click();
    await page.keyboard.type('a {% if payload.order_id %}b{% endif %} c');
    await expect(text).toHaveText('a {% if payload.order_id %}b{% endif %} c');
    await page.keyboard.type(' {{ pay');
    const found = suggestionsOf(page).getByRole('option', { name: /^payload/ });
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await page.keyboard.type('.order_id }}');
    await expect(text).toHaveText('a {% if payload.order_id %}b{% endif %} c {{ payload.order_id }}');
  });

  test('keeps the keyboard usable: Escape closes the list, Tab leaves the field, one line stays one', async ({
    page,
    member,
    visit,
  }) => {
    await page.setViewportSize(phone);
    const form = await openStep({ page, member, visit }, step('push'));
    const title = form.getByRole('textbox', { name: 'Title' });
    await title.click();
    await page.keyboard.type('{{ ');
    await expect(suggestionsOf(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'Completions' })).toBeHidden();
    await expect(title).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('One');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(' line\nonly');
    await expect(title).toHaveText('One line only');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('textbox', { name: 'Text' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(title).toBeFocused();
  });

  test('shows its issue at the position and as text', async ({ page, member, visit }) => {
    const form = await openStep(
      { page, member, visit },
      step('sms', { body: 'Line\nOrder {{ payload.orderid }} here' }),
    );
    const text = form.getByRole('textbox', { name: 'Text' });
    await expect(text.locator('.cm-lintRange-error')).toHaveText('payload.orderid');
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    await expect(text).toHaveAccessibleDescription(/payload\.orderid.*payload\.order_id/);
    await text.locator('.cm-lintRange-error').hover();
    await expect(page.locator('.cm-tooltip')).toContainText('payload.order_id');
    await write(text, 'Order {{ payload.order_id }}');
    await expect(text).not.toHaveAttribute('aria-invalid');
    await expect(text.locator('.cm-lintRange-error')).toHaveCount(0);
  });

  test('shows the issue of a name once its list is closed', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms'));
    const control = form.locator('[data-control="body"]');
    await form.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Order {{ sub }}');
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowLeft');
    await expect(control.getByText(/namespace|subscriber/).first()).toBeVisible();
    await page.keyboard.type('s');
    await expect(suggestionsOf(page)).toBeVisible();
    await expect(control.locator(':scope > [aria-live]')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(control.locator(':scope > [aria-live]')).toBeVisible();
  });

  test('undoes typing, and follows an undo of the editor', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('push', { subject: 'First', body: 'Body' }));
    const title = form.getByRole('textbox', { name: 'Title' });
    await write(title, 'Second');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(title).toHaveText('First');
    await write(title, 'Third');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(title).not.toHaveText('Third');
  });
});

test.describe('the controls of a step are edited and saved', () => {
  test('delay', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('delay', { type: 'regular' }));
    await expect(form.getByText('The amount is missing. Enter how long to wait.')).toBeVisible();
    await form.getByRole('spinbutton', { name: 'For' }).fill('3');
    await form.getByRole('combobox', { name: 'For: unit' }).click();
    await page.getByRole('option', { name: 'Days' }).click();
    expect(await saved(page, member)).toEqual({ type: 'regular', amount: 3, unit: 'days' });
    await form.getByRole('radio', { name: 'Until a schedule' }).click();
    await form.getByRole('textbox', { name: 'Schedule' }).fill('0 9 * * 1');
    await expect(form.getByText('At 09:00, only on Monday')).toBeVisible();
    await expect(form.getByText(/^Next: Mon .*09:00 · Mon .* · Mon /)).toBeVisible();
    expect(await saved(page, member)).toMatchObject({ type: 'timed', cron: '0 9 * * 1' });
  });

  test('digest', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('digest', { amount: 1, unit: 'hours' }));
    await form.getByRole('combobox', { name: 'Group by' }).fill('ord');
    await page.getByRole('option', { name: /^payload\.order_id/ }).click();
    await form.getByRole('spinbutton', { name: 'Look back' }).fill('5');
    const lookBackWindow = { amount: 5, unit: 'hours' };
    expect(await saved(page, member)).toEqual({
      amount: 1,
      unit: 'hours',
      digestKey: 'payload.order_id',
      lookBackWindow,
    });
  });

  test('throttle', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('throttle', { type: 'fixed', amount: 1, unit: 'hours' }));
    await form.getByRole('spinbutton', { name: 'Runs allowed' }).fill('3');
    await form.getByRole('combobox', { name: 'Count by' }).fill('payload.order_id');
    expect(await saved(page, member)).toMatchObject({ threshold: 3, throttleKey: 'payload.order_id' });
    await form.getByRole('radio', { name: 'From the payload' }).click();
    await expect(form.getByRole('spinbutton', { name: 'Length' })).toBeHidden();
    await form.getByRole('combobox', { name: 'Window from' }).fill('payload.order_id');
    expect(await saved(page, member)).toMatchObject({ type: 'dynamic', dynamicKey: 'payload.order_id' });
  });

  test('in-app', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('in_app'));
    await write(form.getByRole('textbox', { name: 'Avatar' }), '/avatar.png');
    await write(form.getByRole('textbox', { name: 'Subject' }), 'On its way');
    await write(form.getByRole('textbox', { name: 'Body' }), 'Order {{payload.order_id}}');
    await form.getByRole('button', { name: 'Add primary action' }).click();
    const action = form.getByRole('group', { name: 'Primary action' }).first();
    await write(action.getByRole('textbox', { name: 'Label' }), 'Track');
    await write(action.getByRole('textbox', { name: 'Link' }), '/track');
    await action.getByRole('combobox', { name: 'Opens in' }).click();
    await page.getByRole('option', { name: 'New tab' }).click();
    await write(form.getByRole('textbox', { name: 'Redirect' }), '/orders');
    await form.locator('[data-control="data"]').getByRole('button', { name: 'Add a line' }).click();
    await form.getByRole('textbox', { name: 'Data 1: name' }).fill('kind');
    await page.keyboard.press('Tab');
    await write(form.getByRole('textbox', { name: 'Data 1: value' }), 'parcel');
    await form.getByRole('switch', { name: 'Keep unsafe HTML' }).click();
    expect(await saved(page, member)).toEqual({
      avatar: '/avatar.png',
      subject: 'On its way',
      body: 'Order {{payload.order_id}}',
      primaryAction: { label: 'Track', redirect: { url: '/track', target: '_blank' } },
      redirect: { url: '/orders' },
      data: { kind: 'parcel' },
      disableOutputSanitization: true,
    });
    await action.getByRole('button', { name: 'Remove primary action' }).click();
    expect(await saved(page, member)).not.toHaveProperty('primaryAction');
  });

  test('email: subject, HTML and blocks, layout', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, receipt);
    await write(form.getByRole('textbox', { name: 'Subject' }), 'Thanks');
    await write(form.getByRole('textbox', { name: 'Body' }), '<p>Hello</p>');
    await form.getByRole('combobox', { name: 'Layout' }).click();
    await page.getByRole('option', { name: 'No layout' }).click();
    expect(await saved(page, member)).toMatchObject({ subject: 'Thanks', body: '<p>Hello</p>', layoutId: null });
    await form.getByRole('radio', { name: 'Blocks' }).click();
    await expect(question(page)).toContainText('The HTML is kept unchanged, as a single HTML block.');
    await question(page).getByRole('button', { name: 'Switch to blocks' }).click();
    const values = await saved(page, member);
    expect(values).toMatchObject({ editorType: 'block' });
    expect(JSON.parse(String(values.body)).content[0]).toMatchObject({ attrs: { content: '<p>Hello</p>' } });
    await form.getByRole('radio', { name: 'HTML', exact: true }).click();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByRole('radio', { name: 'Blocks' })).toBeChecked();
    await form.getByRole('radio', { name: 'HTML', exact: true }).click();
    await question(page).getByRole('button', { name: 'Switch to HTML' }).click();
    expect(await saved(page, member)).toMatchObject({ editorType: 'html', body: '<p>Hello</p>' });
  });

  test('HTTP request', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('http_request', { method: 'GET', url: '' }));
    await form.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'POST' }).click();
    await write(form.getByRole('textbox', { name: 'URL' }), 'https://api.example.com/{{payload.order_id}}');
    await form.locator('[data-control="headers"]').getByRole('button', { name: 'Add a line' }).click();
    await form.getByRole('textbox', { name: 'Headers 1: name' }).fill('x-order');
    await write(form.getByRole('textbox', { name: 'Headers 1: value' }), '{{payload.order_id}}');
    await write(form.getByRole('textbox', { name: 'Body' }), '{ "id": "{{payload.order_id}}" }');
    await write(form.getByRole('textbox', { name: 'Response schema' }), '{ "type": "object" }');
    await form.getByRole('switch', { name: 'Reject other responses' }).click();
    await form.getByRole('switch', { name: 'Continue after a failure' }).click();
    expect(await saved(page, member)).toEqual({
      method: 'POST',
      url: 'https://api.example.com/{{payload.order_id}}',
      headers: [{ key: 'x-order', value: '{{payload.order_id}}' }],
      body: '{ "id": "{{payload.order_id}}" }',
      responseBodySchema: { type: 'object' },
      enforceSchemaValidation: true,
      continueOnFailure: true,
    });
  });

  test('chat, and a custom step as JSON', async ({ page, member, visit }) => {
    const custom = { ...step('custom'), stepId: 'own', name: 'Own' };
    const form = await openStep({ page, member, visit }, step('chat'), custom);
    const json = form.getByRole('textbox', { name: 'Data', exact: true });
    await write(json, '{ "a": ');
    await expect(form.getByText('This is not valid JSON yet.')).toBeVisible();
    await write(json, '{ "a": [1] }');
    await editor(page).card('The step').click();
    await write(editor(page).open('The step').getByRole('textbox', { name: 'Message' }), 'Hello team');
    expect(await saved(page, member)).toEqual({ custom: { a: [1] } });
    expect((await stored(member)).steps[0]?.controls.values).toEqual({ body: 'Hello team' });
  });

  test('a template of WhatsApp, with language and parameters once it has a name', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('chat', { body: 'Hi' }));
    await expect(form.getByRole('textbox', { name: 'Language of the template' })).toHaveCount(0);
    await write(form.getByRole('textbox', { name: 'WhatsApp template' }), 'order_shipped');
    await expect(form.getByText('The language of the template is missing.')).toBeVisible();
    await write(form.getByRole('textbox', { name: 'Language of the template' }), 'en_US');
    await form
      .getByRole('group', { name: 'Parameters of the template' })
      .getByRole('button', { name: 'Add a line' })
      .click();
    await form.getByRole('textbox', { name: 'Parameters of the template 1: name' }).fill('1');
    await write(form.getByRole('textbox', { name: 'Parameters of the template 1: value' }), '{{payload.order_id}}');
    const parameters = [{ key: '1', value: '{{payload.order_id}}' }];
    expect(await saved(page, member)).toEqual({
      body: 'Hi',
      whatsapp: { template: 'order_shipped', language: 'en_US', parameters },
    });
    const name = form.getByRole('textbox', { name: 'WhatsApp template' });
    await name.click();
    await name.press('ControlOrMeta+A');
    await name.press('Delete');
    expect(await saved(page, member)).toEqual({ body: 'Hi' });
  });

  test('copies and headers of an email, folded until one has a value', async ({ page, member, visit }) => {
    const mail = { subject: 'Hi', body: '<p>Hi</p>', editorType: 'html' };
    const form = await openStep({ page, member, visit }, step('email', mail));
    await expect(form.getByRole('group', { name: 'Copies (Cc)', exact: true })).toHaveCount(0);
    await form.getByRole('button', { name: 'Advanced' }).click();
    const copies = form.getByRole('group', { name: 'Copies (Cc)', exact: true });
    await copies.getByRole('button', { name: 'Add an address' }).click();
    await write(copies.getByRole('textbox', { name: 'Copies (Cc) 1' }), 'no address');
    await expect(form.getByText('This is not an email address.')).toBeVisible();
    await write(copies.getByRole('textbox', { name: 'Copies (Cc) 1' }), 'team@shop.example');
    await form.getByRole('group', { name: 'Headers' }).getByRole('button', { name: 'Add a line' }).click();
    await form.getByRole('textbox', { name: 'Headers 1: name' }).fill('X-Order');
    await write(form.getByRole('textbox', { name: 'Headers 1: value' }), '7');
    const headers = [{ key: 'X-Order', value: '7' }];
    expect(await saved(page, member)).toEqual({ ...mail, cc: ['team@shop.example'], headers });
    await expect(page.getByText('copies to team@shop.example')).toBeVisible();
    await page.reload();
    await expect(form.getByRole('textbox', { name: 'Copies (Cc) 1' })).toBeVisible();
    await copies.getByRole('button', { name: 'Remove Copies (Cc) 1' }).click();
    expect(await saved(page, member)).toEqual({ ...mail, headers });
  });

  test('an unknown value is kept until it is removed', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms', { body: 'Hi', colour: 'red' }));
    await write(form.getByRole('textbox', { name: 'Text' }), 'Hello');
    expect(await saved(page, member)).toEqual({ body: 'Hello', colour: 'red' });
    await form.getByRole('region', { name: 'Other values' }).getByRole('button', { name: 'Remove colour' }).click();
    expect(await saved(page, member)).toEqual({ body: 'Hello' });
  });

  test('only with the permission; others see the reason', async ({ page, context, member, tenant, visit }) => {
    await author(member, [step('sms', { body: 'Hi' })]);
    await signInWith(context, await signedIn(tenant, 'support'));
    await visit('/workflows/order-shipped?step=the-step');
    const form = editor(page).open('The step');
    await expect(form).toContainText('Only owners, admins and developers may change workflows; your role is Support.');
    const text = form.getByRole('textbox', { name: 'Text' });
    await expect(text).toHaveAttribute('aria-readonly', 'true');
    await text.click();
    await page.keyboard.insertText('x');
    await expect(text).toHaveText('Hi');
  });
});

test.describe('conditions for skipping', () => {
  test('are built by keyboard alone', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms', { body: 'Hi' }));
    await expect(form.getByText('Never: the step runs every time.')).toBeVisible();
    await form.getByRole('button', { name: 'Add a condition' }).focus();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Condition 1: field' })).toBeFocused();
    await page.keyboard.type('order');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: 'Condition 1: operator' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.type('begins');
    await expect(page.getByRole('option', { name: 'begins with', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Condition 1: operator' })).toHaveText('begins with');
    await expect(form.getByRole('combobox', { name: 'Condition 1: operator' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('TEST-');
    expect(await saved(page, member)).toMatchObject({ skip: { startsWith: [{ var: 'payload.order_id' }, 'TEST-'] } });
    await form.getByRole('button', { name: 'Add a condition' }).focus();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Condition 2: field' })).toBeFocused();
    await page.keyboard.type('subscriber.lastOnlineAt');
    await page.keyboard.press('Tab');
    await expect(form.getByRole('combobox', { name: 'Condition 2: operator' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.type('is within');
    await expect(page.getByRole('option', { name: 'is within the last' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('combobox', { name: 'Condition 2: operator' })).toHaveText('is within the last');
    await expect(form.getByRole('combobox', { name: 'Condition 2: operator' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('3');
    expect((await saved(page, member)).skip).toEqual({
      and: [
        { startsWith: [{ var: 'payload.order_id' }, 'TEST-'] },
        { withinLast: [{ var: 'subscriber.lastOnlineAt' }, { amount: 3, unit: 'days' }] },
      ],
    });
  });

  test('can be grouped, negated and removed', async ({ page, member, visit }) => {
    const skip = { or: [{ '==': [{ var: 'payload.order_id' }, 'a'] }, { null: { var: 'subscriber.phone' } }] };
    const form = await openStep({ page, member, visit }, step('sms', { body: 'Hi', skip }));
    await expect(form.getByRole('radio', { name: 'Any' })).toBeChecked();
    await form.getByRole('button', { name: 'Condition 1: not' }).click();
    await form.getByRole('button', { name: 'Add a group' }).click();
    await form.getByRole('combobox', { name: 'Condition 3.1: field' }).fill('subscriber.email');
    await form.getByRole('textbox', { name: 'Condition 3.1: value' }).fill('x@example.com');
    expect((await saved(page, member)).skip).toEqual({
      or: [
        { '!': [{ '==': [{ var: 'payload.order_id' }, 'a'] }] },
        { null: { var: 'subscriber.phone' } },
        { and: [{ '==': [{ var: 'subscriber.email' }, 'x@example.com'] }] },
      ],
    });
    for (const name of ['group 3', 'condition 2', 'condition 1']) {
      await form.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    }
    await expect(form.getByText('Never: the step runs every time.')).toBeVisible();
    expect(await saved(page, member)).toEqual({ body: 'Hi' });
  });

  test('beyond the builder are kept as JSON', async ({ page, member, visit }) => {
    const odd = { '<': [1, { var: 'payload.order_id' }, 5] };
    const skip = { and: [odd, { '==': [{ var: 'payload.order_id' }, 'a'] }] };
    const form = await openStep({ page, member, visit }, step('sms', { body: 'Hi', skip }));
    await expect(form.getByText('The builder has no row for this rule. It is kept unchanged.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Condition 2: value' }).fill('b');
    expect((await saved(page, member)).skip).toEqual({ and: [odd, { '==': [{ var: 'payload.order_id' }, 'b'] }] });
    await form.getByRole('radio', { name: 'JSON', exact: true }).click();
    await write(form.getByRole('textbox', { name: 'Skip this step when' }), '{ "nonsense": 1 }');
    await expect(form.getByText(/nonsense.*not an operator/)).toBeVisible();
  });
});

test.describe('the preview', () => {
  test.use({ viewport: wide });

  test('shows an SMS during typing, with its segments', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('sms', { body: 'Hi' }));
    const preview = form.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('1 segment · 2 characters (GSM-7)')).toBeVisible();
    await write(form.getByRole('textbox', { name: 'Text' }), 'Order {{ payload.order_id | upcase }} ✓');
    await expect(preview.getByText(/^Order [A-Z\d-]+ ✓$/)).toBeVisible();
    await expect(preview.getByText(/UCS-2/)).toBeVisible();
  });

  test('shows an email rendered, as text and as source, for a real person', async ({ page, member, tenant, visit }) => {
    await provide(tenant);
    await createSubscriber(tenant, { subscriber_id: 'ada', first_name: 'Ada', email: 'ada@shop.example' });
    const controlValues = { ...receipt.controlValues, body: '<p>Dear <b>{{subscriber.firstName}}</b></p>' };
    const form = await openStep({ page, member, visit }, { ...receipt, controlValues });
    const preview = form.getByRole('region', { name: 'Preview' });
    const mail = preview.frameLocator('iframe');
    await expect(mail.getByText('Dear Jane')).toBeVisible();
    await preview.getByRole('button', { name: 'Sample data' }).click();
    await preview.getByRole('combobox', { name: 'Subscriber' }).fill('ada');
    await page.getByRole('option', { name: /^Ada/ }).click();
    await expect(mail.getByText('Dear Ada')).toBeVisible();
    await expect(preview.getByText('to ada@shop.example')).toBeVisible();
    await preview.getByRole('button', { name: 'Reset to example' }).click();
    await expect(mail.getByText('Dear Jane')).toBeVisible();
    await preview.getByRole('button', { name: 'Phone width' }).click();
    await expect(preview.getByRole('button', { name: 'Phone width' })).toHaveAttribute('aria-pressed', 'true');
    await preview.getByRole('tab', { name: 'Plain text' }).click();
    await expect(preview.getByRole('tabpanel')).toContainText('Dear Jane');
    await preview.getByRole('tab', { name: 'Source' }).click();
    await expect(preview.getByRole('tabpanel')).toContainText('<b>Jane</b>');
  });

  test('has room in Split and Preview, and the browser remembers the view', async ({ page, member, tenant, visit }) => {
    await provide(tenant);
    const form = await openStep({ page, member, visit }, receipt);
    const preview = form.getByRole('region', { name: 'Preview' });
    const subject = form.getByRole('textbox', { name: 'Subject' });
    const width = async () => (await preview.boundingBox())?.width ?? 0;
    await expect(subject).toBeVisible();
    expect(await width()).toBeGreaterThanOrEqual(480);
    await expect(editor(page).order()).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the steps' }).click();
    await expect(editor(page).order()).toHaveCount(1);
    await expect(preview).toHaveCount(0);
    await form.getByRole('radio', { name: 'Preview' }).click();
    await expect(subject).toBeHidden();
    await page.reload();
    await expect(form.getByRole('radio', { name: 'Preview' })).toBeChecked();
    await expect(preview).toBeVisible();
    expect(await width()).toBeGreaterThanOrEqual(480);
  });

  test('is rendered with the payload of the newest run, or of another one', async ({ page, member, visit }) => {
    const pushed = step('push', { subject: 'Order {{payload.order_id}}' });
    await author(member, [pushed]);
    for (const id of ['A-1', 'A-2']) {
      const body = { name: 'order-shipped', to: `user_${id}`, payload: { order_id: id } };
      expect((await member.call('POST', '/v1/events/trigger', { body })).status).toBe(201);
    }
    await visit(`/workflows/order-shipped?step=${pushed.stepId}`);
    const preview = editor(page).open(pushed.name).getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Order A-2')).toBeVisible();
    await preview.getByRole('button', { name: 'Sample data' }).click();
    await preview.getByRole('combobox', { name: 'Payload of a recent run' }).click();
    await page.getByRole('option').filter({ hasText: 'user_A-1' }).click();
    await expect(preview.getByText('Order A-1')).toBeVisible();
    await preview.getByRole('button', { name: 'Reset' }).click();
    await expect(preview.getByText('Order A-2')).toBeVisible();
  });

  test('is rendered with custom sample values', async ({ page, member, visit }) => {
    const form = await openStep({ page, member, visit }, step('push', { subject: 'Order {{payload.order_id}}' }));
    const preview = form.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Sample data' }).click();
    await write(preview.getByRole('textbox', { name: 'Values' }), '{ "payload": { "order_id": "A-77" } }');
    await expect(preview.getByText('Order A-77')).toBeVisible();
  });

  test('shows what cannot be rendered, and when a step would continue', async ({ page, member, visit }) => {
    const wait = step('delay', { type: 'regular', amount: 2, unit: 'hours' });
    const note = { ...step('in_app', { subject: 'Hi', body: 'There' }), stepId: 'note', name: 'Note' };
    const form = await openStep({ page, member, visit }, wait, note);
    await expect(form.getByRole('region', { name: 'Preview' }).getByText('There')).toBeVisible();
    await write(form.getByRole('textbox', { name: 'Body' }), 'There {{ payload.order_id');
    await expect(
      form.getByRole('region', { name: 'Preview' }).getByText('body has an error in its Liquid'),
    ).toBeVisible();
    await editor(page).card('The step').click();
    const preview = editor(page).open('The step').getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('2 hours')).toBeVisible();
    await expect(preview.getByText(/\(UTC\)$/)).toBeVisible();
  });
});

test('the payload schema is created from an example, and edited as a table and as JSON', async ({
  page,
  member,
  visit,
}) => {
  await author(member, [step('sms', { body: 'Hi {{payload.name}}' })], { payloadSchema: null });
  await visit('/workflows/order-shipped');
  await page.getByRole('button', { name: 'Settings' }).first().click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Create from an example payload' }).click();
  await write(
    settings.getByRole('textbox', { name: 'Payload as your product sends it' }),
    '{ "name": "x", "count": 1 }',
  );
  await settings.getByRole('button', { name: 'Create schema' }).click();
  await settings.getByRole('checkbox', { name: 'name is required' }).click();
  await settings.getByRole('textbox', { name: 'Description of count' }).fill('How many');
  await settings.getByRole('button', { name: 'Add a property' }).click();
  await page.keyboard.type('city');
  await page.keyboard.press('Enter');
  await settings.getByRole('switch', { name: 'Check payloads' }).click();
  await expect(settings.getByRole('region', { name: 'example payload' })).toContainText('"city"');
  await settings.getByRole('radio', { name: 'JSON Schema' }).click();
  await expect(settings.getByRole('textbox', { name: 'JSON Schema of the payload' })).toContainText('"How many"');
  await settings.getByRole('button', { name: 'Done' }).click();
  await editor(page).save.click();
  await expect(editor(page).save).toHaveAttribute('aria-description', 'Everything is saved');
  expect(await stored(member)).toMatchObject({
    validatePayload: true,
    payloadSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        count: { type: 'integer', description: 'How many' },
        city: { type: 'string' },
      },
      required: ['name'],
    },
  });
});

const shapes: StepBody[] = [
  step('in_app', {
    subject: 'Hi {{payload.nope}}',
    primaryAction: { label: 'Go', redirect: { url: '/x' } },
    redirect: { url: '' },
    data: { a: 'b' },
    colour: 'red',
  }),
  step('email', { subject: 'Hi', body: '<p>{{payload.nope}}</p>', editorType: 'html' }),
  step('sms', { body: 'Hi', skip: { or: [{ '==': [{ var: 'payload.order_id' }, 'a'] }, { odd: 1 }] } }),
  step('push', { subject: 'Hi' }),
  step('chat'),
  step('delay', { type: 'timed', cron: '0 9 * * 1' }),
  step('digest', { amount: 400, unit: 'days' }),
  step('custom', { custom: { a: 1 } }),
  step('throttle', { type: 'dynamic' }),
  step('http_request', { method: 'POST', url: 'nope', headers: [{ key: '', value: '{{x}}' }], body: '{}' }),
];

for (const shape of shapes) {
  test(`the form of ${shape.type} is accessible, wide and narrow, light and dark`, async ({ page, member, visit }) => {
    await page.setViewportSize(wide);
    const form = await openStep({ page, member, visit }, shape);
    await expect(form.locator('[data-control]').first()).toBeVisible();
    await expect(
      form.locator('[data-code] .cm-content').first().or(form.getByRole('radiogroup').first()).first(),
    ).toBeVisible();
    await expectAccessible(page, { wide });
  });
}
