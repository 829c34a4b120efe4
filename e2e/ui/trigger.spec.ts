import { authorSmsSandbox, authorWorkflow } from '#e2e/authoring.ts';
import type { CallApi } from '#e2e/fixtures.ts';
import { expectPartAccessible } from './accessible.ts';
import { bodyRows, expect, openRow, table, test } from './fixtures.ts';

test.use({ role: 'developer' });

test('triggers a workflow for a subscriber and finds its run', async ({ page, call, visit }) => {
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
  await expect(dialog).toContainText('No subscriber has this id yet. A trigger creates one');
  await trigger.click();
  await expect(dialog.getByRole('status')).toHaveText('The run has started.');
  await expect(dialog).not.toContainText('No subscriber has this id');
  await dialog.getByRole('button', { name: 'Clear subscriber' }).click();
  await expect(dialog.getByRole('status')).toHaveCount(0);
  await subscriber.fill('jane');
  await page.getByRole('option', { name: /Jane Cooper/ }).click();
  const payload = dialog.getByRole('textbox', { name: 'Payload' });
  await payload.fill('{ "code": ');
  await expect(dialog.getByRole('alert')).toHaveText('The payload must be a JSON object.');
  await expect(trigger).toHaveAttribute('aria-disabled', 'true');
  await payload.fill('{ "code": "4711" }');
  await trigger.click();
  await expect(dialog.getByRole('status')).toHaveText('The run has started.');
  await expectPartAccessible(dialog);
  await dialog.getByRole('link', { name: 'Open it in Activity' }).click();
  await expect(page).toHaveURL(/\/activity\?transaction=/);
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
  await openRow(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
  await expect(run).toContainText('4711');
});

test('reads why a trigger leads to nothing', async ({ page, call, visit, expectError }) => {
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
  await expect(dialog.getByRole('link', { name: 'Open the workflow' })).toHaveAttribute(
    'href',
    `/development/workflows/${workflowId}`,
  );
  const { body } = await call<{ data: unknown[] }>('GET', '/v1/notifications');
  expect(body.data).toEqual([]);
});

test.describe('support', () => {
  test.use({ role: 'support' });

  test('reads why it may not trigger', async ({ page, call, visit }) => {
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
