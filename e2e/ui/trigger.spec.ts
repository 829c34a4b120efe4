import { authorSmsSandbox, authorWorkflow } from '#e2e/authoring.ts';
import type { CallApi } from '#e2e/fixtures.ts';
import { expectPartAccessible } from './accessible.ts';
import { write } from './authoring.ts';
import { expect, test } from './fixtures.ts';

test.use({ role: 'developer' });

test('triggers a workflow from the list for a new and a known subscriber', async ({ page, call, visit }) => {
  await authorSmsSandbox(call);
  await addWorkflow(call, { payloadSchema: { type: 'object', properties: { code: { type: 'string' } } } });
  await call('POST', '/v2/subscribers', {
    body: { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper', phone: '+15555550123' },
  });
  await visit('/workflows');
  await page.getByRole('button', { name: 'Actions for Sign-in code' }).click();
  await page.getByRole('menuitem', { name: 'Trigger…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trigger' });
  const trigger = dialog.getByRole('button', { name: 'Trigger', exact: true });
  await expect(trigger).toHaveAttribute('aria-disabled', 'true');
  const subscriber = dialog.getByRole('combobox', { name: 'Subscriber' });
  await subscriber.fill('jo');
  await page.getByRole('option', { name: /jo/ }).click();
  await expect(dialog).toContainText('No subscriber has this ID yet. A trigger creates one');
  await trigger.click();
  const run = dialog.getByRole('region', { name: 'Run' });
  await expect(run.getByRole('status')).toContainText('no phone number');
  await expect(dialog).not.toContainText('No subscriber has this ID');
  await dialog.getByRole('button', { name: 'Clear subscriber' }).click();
  await expect(run).toHaveCount(0);
  await subscriber.fill('jane');
  await page.getByRole('option', { name: /Jane Cooper/ }).click();
  const payload = dialog.getByRole('textbox', { name: 'Payload' });
  await payload.fill('{ "code": ');
  await expect(dialog.getByRole('alert')).toHaveText('Line 1: Unexpected end of JSON input.');
  await expect(dialog.getByRole('textbox', { name: 'code' })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: 'code' })).toHaveValue('481920');
  await expect(trigger).toHaveAttribute('aria-disabled', 'true');
  await payload.fill('{ "code": "4711" }');
  await expect(dialog.getByRole('textbox', { name: 'code' })).toHaveValue('4711');
  await trigger.click();
  await expect(run.getByRole('status')).toContainText('sent (sandbox)');
  // At the end, the buttons of the dialog cover no line of the run.
  await dialog.locator('[data-layer-body]').evaluate((body) => body.scrollTo(0, body.scrollHeight));
  await expectPartAccessible(dialog);
});

test('tests a draft in the editor, triggers it and follows its run', async ({ page, call, visit }) => {
  await authorSmsSandbox(call);
  const workflowId = await addWorkflow(call, {});
  const body = { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper', phone: '+15555550123' };
  await call('POST', '/v2/subscribers', { body });
  await visit(`/workflows/${workflowId}?step=code`);
  const step = page.getByRole('region', { name: 'Step Code' });
  await write(step.getByRole('textbox', { name: 'Text' }), 'Dear {{ payload.customer.name }}: {{ payload.code }}');
  const test = page.getByRole('button', { name: 'Test', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Test: Sign-in code' });
  await test.click();
  await dialog.getByRole('combobox', { name: 'Subscriber' }).fill('jane');
  await page.getByRole('option', { name: /Jane Cooper/ }).click();
  await dialog.getByRole('textbox', { name: 'customer.name' }).fill('Ms Cooper');
  await dialog.getByRole('textbox', { name: 'code', exact: true }).fill('4711');
  await expect(dialog.getByRole('textbox', { name: 'Payload' })).toContainText('"name": "Ms Cooper"');
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('Dear Ms Cooper: 4711');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-description', 'Everything is saved');

  await page.getByRole('button', { name: 'Code', exact: true }).click();
  const code = page.getByRole('dialog', { name: 'Code: Sign-in code' });
  await expect(code.getByRole('region', { name: 'Code' })).toContainText('SUBSCRIBER_ID');
  await expect(code.getByRole('region', { name: 'Code' })).not.toContainText('Ms Cooper');
  await code.getByRole('radio', { name: 'Your test' }).click();
  await expect(code.getByRole('region', { name: 'Code' })).toContainText('Ms Cooper');
  await page.keyboard.press('Escape');

  await test.click();
  await dialog.getByRole('button', { name: 'Trigger', exact: true }).click();
  const followed = dialog.getByRole('region', { name: 'Run' });
  await expect(followed.getByRole('status')).toContainText('sent (sandbox)');
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{}');
  await dialog.getByRole('combobox', { name: 'Payload of a recent run' }).click();
  await page.getByRole('option', { name: /Jane Cooper · sent/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'customer.name' })).toHaveValue('Ms Cooper');
  await followed.getByRole('link', { name: 'Open the run' }).click();
  await expect(page).toHaveURL(/\/activity\?run=/);
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
  await expect(run).toContainText('Ms Cooper');
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`keeps the heading and the close button in view after a dry run, ${width} px wide`, async ({
    page,
    call,
    visit,
  }) => {
    await page.setViewportSize({ width, height });
    await authorSmsSandbox(call);
    const required = Array.from({ length: 14 }, (_, at) => `field${at}`);
    const properties = Object.fromEntries(required.map((name) => [name, { type: 'string' }]));
    const workflowId = await addWorkflow(call, { payloadSchema: { type: 'object', properties, required } });
    await call('POST', '/v2/subscribers', { body: { subscriberId: 'jane', phone: '+15555550123' } });
    await visit(`/workflows/${workflowId}?dialog=test`);
    const dialog = page.getByRole('dialog', { name: 'Test: Sign-in code' });
    await dialog.getByRole('combobox', { name: 'Subscriber' }).fill('jane');
    await page.getByRole('option', { name: /jane/ }).click();
    await dialog.getByRole('button', { name: 'Dry run' }).click();
    const result = dialog.getByRole('region', { name: 'Result' });
    await expect(result).toContainText('Your code is');
    await expect(result).toBeInViewport();
    await expect(dialog.getByRole('heading', { name: 'Test: Sign-in code' })).toBeInViewport({ ratio: 1 });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    expect(await dialog.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });
}

test('replays the last runs with unsaved changes, and opens one that would differ', async ({ page, call, visit }) => {
  await authorSmsSandbox(call);
  const workflowId = await addWorkflow(call, {});
  const body = { subscriberId: 'jane', firstName: 'Jane', lastName: 'Cooper', phone: '+15555550123' };
  await call('POST', '/v2/subscribers', { body });
  for (const code of ['4711', '0815'])
    await call('POST', '/v1/events/trigger', { body: { name: workflowId, to: 'jane', payload: { code } } });
  const messages = async () => (await call<{ data: unknown[] }>('GET', '/v1/messages')).body.data.length;
  await expect.poll(messages).toBe(2);
  await visit(`/workflows/${workflowId}?step=code`);
  const test = page.getByRole('button', { name: 'Test', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Test: Sign-in code' });
  await test.click();
  await dialog.getByRole('tab', { name: 'Replay' }).click();
  const replay = dialog.getByRole('button', { name: 'Replay' });
  await expect(replay).toHaveAttribute('aria-description', 'There are no unsaved changes to compare');
  await page.keyboard.press('Escape');
  const step = page.getByRole('region', { name: 'Step Code' });
  await write(
    step.getByRole('textbox', { name: 'Text' }),
    'Your {% if payload.code == "4711" %}new{% endif %} code is {{ payload.code }}',
  );
  await test.click();
  await dialog.getByRole('tab', { name: 'Replay' }).click();
  await replay.click();
  await expect(dialog.getByRole('status')).toHaveText('Of 2 runs, 2 would have changed texts.');
  await dialog
    .getByRole('button', { name: /^Changed text Jane Cooper/ })
    .last()
    .click();
  await expect(dialog.getByRole('region', { name: 'Text of Code' })).toContainText('After: Your new code is 4711');
  await expectPartAccessible(dialog);
  expect(await messages()).toBe(2);
  await dialog.getByRole('link', { name: 'Open the run' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
});

test('a topic starts the runs of its subscribers, and a sensitive payload stays withheld', async ({
  page,
  call,
  visit,
}) => {
  await authorSmsSandbox(call);
  const workflowId = await addWorkflow(call, { isSensitive: true });
  for (const subscriberId of ['jane', 'omar'])
    await call('POST', '/v2/subscribers', { body: { subscriberId, phone: '+15555550123' } });
  await call('POST', '/v2/topics', { body: { key: 'staff', name: 'Staff' } });
  await call('POST', '/v2/topics/staff/subscriptions', { body: { subscriberIds: ['jane', 'omar'] } });
  await visit(`/workflows/${workflowId}`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Test' });
  await dialog.getByRole('radio', { name: 'Topic' }).click();
  await dialog.getByRole('combobox', { name: 'Topic' }).fill('staff');
  await page.getByRole('option', { name: /Staff/ }).click();
  const dryRun = dialog.getByRole('button', { name: 'Dry run' });
  await expect(dryRun).toHaveAttribute('aria-description', 'A dry run is for one subscriber');
  await dialog.getByRole('button', { name: 'Trigger', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('have started');
  await expect.poll(async () => (await call<{ data: unknown[] }>('GET', '/v1/notifications')).body.data.length).toBe(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Payload of a recent run' }).click();
  await page.getByRole('option').first().click();
  await expect(dialog.getByText('Withheld: the workflow is sensitive')).toBeVisible();
});

test('sees why a trigger starts no run', async ({ page, call, visit, expectError }) => {
  expectError(/400/);
  const workflowId = await addWorkflow(call, {
    validatePayload: true,
    payloadSchema: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  });
  await call('POST', '/v2/subscribers', { body: { subscriberId: 'jane', firstName: 'Jane' } });
  await visit('/subscribers/jane');
  await page.getByRole('button', { name: 'Actions for Jane' }).click();
  await page.getByRole('menuitem', { name: 'Trigger…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trigger' });
  await dialog.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'Sign-in code' }).click();
  const payload = dialog.getByRole('textbox', { name: 'Payload' });
  await expect(payload).toContainText('"code"');
  await payload.fill('{}');
  const trigger = dialog.getByRole('button', { name: 'Trigger', exact: true });
  await trigger.click();
  await expect(dialog.getByRole('alert')).toContainText('code is required');
  await expectPartAccessible(dialog);
  expect((await call('PATCH', `/v2/workflows/${workflowId}`, { body: { active: false } })).status).toBe(200);
  await payload.fill('{ "code": "4711" }');
  await trigger.click();
  await expect(dialog.getByRole('status')).toHaveText('Nothing runs: the workflow is paused.');
  await expect(dialog.getByRole('button', { name: 'Trigger', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Dry run' }).click();
  await expect(dialog.getByRole('status')).toContainText('The workflow is paused: a trigger runs nothing.');
  await expect(dialog.getByRole('region', { name: 'Result' }).getByRole('listitem')).toHaveCount(1);
  await expectPartAccessible(dialog);
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await expect
    .poll(async () => (await call('GET', `/v2/workflows/${workflowId}`)).body)
    .toMatchObject({ active: true });
  const { body } = await call<{ data: unknown[] }>('GET', '/v1/notifications');
  expect(body.data).toEqual([]);
});

test.describe('support', () => {
  test.use({ role: 'support' });

  test('sees why its role cannot trigger', async ({ page, call, visit }) => {
    await addWorkflow(call, {});
    await visit('/workflows');
    await page.getByRole('button', { name: 'Actions for Sign-in code' }).click();
    const item = page.getByRole('menuitem', { name: 'Trigger…' });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    const reason = 'Only owners, admins and developers may trigger workflows; your role is Support.';
    await expect(item).toHaveAttribute('aria-description', reason);
    await item.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Trigger' })).toHaveCount(0);
  });
});

const STEP = { name: 'Code', type: 'sms', controlValues: { body: 'Your code is {{ payload.code }}' } };

async function addWorkflow(call: CallApi, columns: object): Promise<string> {
  return (await authorWorkflow(call, { name: 'Sign-in code', steps: [STEP], ...columns })).workflowId;
}
