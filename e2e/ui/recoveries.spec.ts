import { authorSmsSandbox } from '#e2e/authoring.ts';
import { newId } from '#lib/id.ts';
import { bodyRows, expect, table, test } from './fixtures.ts';
import { countInteractions } from './interactions.ts';

test.use({ role: 'owner' });

const STEP = { name: 'Code', type: 'sms', controlValues: { body: 'Hello' } };

test('failed runs of the list are counted and retried together in three interactions', async ({
  page,
  call,
  visit,
}) => {
  await authorSmsSandbox(call);
  const workflowId = `recover-${newId()}`;
  const workflow = { name: 'Sign-in code', workflowId, active: true, steps: [STEP] };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const to = ['jane', 'joe', 'ann'].map((subscriberId) => ({ subscriberId, phone: '+15005550001' }));
  expect((await call('POST', '/v1/events/trigger', { body: { name: workflowId, to } })).status).toBe(201);
  type Runs = { data: unknown[] };
  const failed = async () => (await call<Runs>('GET', '/v1/notifications?status=failed')).body.data.length;
  await expect.poll(failed).toBe(3);
  for (const subscriberId of ['jane', 'joe', 'ann']) {
    const body = { subscriberId, phone: '+15555550123' };
    expect((await call('POST', '/v2/subscribers', { body })).status).toBeLessThan(300);
  }
  const off = { channels: { sms: false } };
  expect((await call('PATCH', '/v2/subscribers/ann/preferences', { body: off })).status).toBe(200);

  await visit('/activity');
  await expect(page.getByRole('table', { name: 'Runs' }).getByText('Sign-in code')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Retry all…' })).toHaveCount(0);
  const interactions = await countInteractions(page);
  await visit('/activity?status=failed');
  await page.getByRole('button', { name: 'Retry all…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry failed runs?' });
  await expect(dialog.getByRole('status')).toHaveText(
    '3 failed runs match the filters:3 are retried, of which:2 expected to be sent1 expected to be skipped: switched off for all workflows',
  );
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByRole('button', { name: 'The cause is fixed' }).click();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await interactions()).toBeLessThanOrEqual(3);

  // The list of failed runs becomes the list of the retried ones, whose rows change without a reload.
  await expect(page).toHaveURL(/[?&]recovery=[0-9a-f]{24}/);
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(3);
  const result = page.getByRole('status').filter({ hasText: '3 failed runs: 3 retried' });
  await expect(result).toContainText('Results: 2 sent, 1 skipped.');
  await expect.poll(failed).toBe(0);
  await page.reload();
  await expect(result).toBeVisible();
  await visit('/activity?status=failed&channel=email');
  await expect(page.getByRole('button', { name: /^Channel/ })).toBeVisible();
  await expect(result, 'the list has other filters').toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: '2 sent' }).click();
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(2);
  await page.getByRole('link', { name: '1 skipped' }).click();
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
  await expect(page.getByRole('button', { name: /Retried together.*The cause is fixed/ })).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(result).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(result).toHaveCount(0);
});
