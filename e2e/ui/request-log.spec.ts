import { authorSmsSandbox, authorWorkflow } from '#e2e/authoring.ts';
import { expectPartAccessible } from './accessible.ts';
import { bodyRows, expect, filterBy, openRow, table, test } from './fixtures.ts';

test.use({ role: 'developer' });

test('a developer finds a trigger, its body and its run', async ({ page, call, visit }) => {
  await authorSmsSandbox(call);
  const { workflowId } = await authorWorkflow(call, {
    steps: [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }],
  });
  const body = { name: workflowId, to: { subscriberId: 'jane', phone: '+15555550123' }, payload: { order: 4711 } };
  expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
  expect((await call('GET', '/v2/subscribers/unknown')).status).toBe(404);
  await visit('/request-log');
  const calls = table(page, 'Request log');
  await expect(async () => {
    await page.reload();
    await expect(bodyRows(calls)).not.toHaveCount(0, { timeout: 2_000 });
    await expect(calls).toContainText('/api/v2/subscribers/unknown', { timeout: 1_000 });
  }).toPass();
  await filterBy(page, 'Method', 'POST');
  await expect(calls).not.toContainText('/api/v2/subscribers/unknown');
  await openRow(calls, { Call: /events\/trigger/ });
  const sheet = page.getByRole('region', { name: 'Call', exact: true });
  await expect(sheet.getByRole('region', { name: 'body', exact: true })).toContainText('4711');
  await expect(
    sheet.getByRole('region', { name: 'Runs', exact: true }).getByRole('link', { name: 'Order shipped' }),
  ).toHaveAttribute('href', /activity\?run=/);
  await expectPartAccessible(sheet);
  await expect(sheet.getByRole('button', { name: 'Copy as curl' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('an error links to its call, which shows the error and its fields', async ({ page, call, visit }) => {
  const headers = { 'x-request-id': 'a-rejected-call' };
  expect((await call('POST', '/v2/subscribers', { body: { subscriberId: '' }, headers })).status).toBe(422);
  await visit('/settings/request-log?request=a-rejected-call&entry=first');
  const sheet = page.getByRole('region', { name: 'Call', exact: true });
  await expect(sheet.getByRole('region', { name: 'Error', exact: true })).toContainText('SubscriberId is required');
  await expect(page).toHaveURL(/\/development\/request-log\?request=a-rejected-call/);
});
