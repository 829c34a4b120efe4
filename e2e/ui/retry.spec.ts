import { authorSmsSandbox } from '#e2e/authoring.ts';
import { newId } from '#lib/id.ts';
import { expect, test } from './fixtures.ts';

test.use({ role: 'owner' });

const STEP = { name: 'Code', type: 'sms', controlValues: { body: 'Hello' } };

test('a failed step is retried from the run, which then follows it to its end', async ({ page, call, visit }) => {
  await authorSmsSandbox(call);
  const workflowId = `retry-${newId()}`;
  const workflow = { name: 'Sign-in code', workflowId, active: true, steps: [STEP] };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const to = { subscriberId: 'jane', phone: '+15005550001' };
  expect((await call('POST', '/v1/events/trigger', { body: { name: workflowId, to } })).status).toBe(201);
  await expect
    .poll(
      async () => {
        const { body } = await call<{ data: { jobs: { status: string }[] }[] }>('GET', '/v1/notifications');
        return body.data[0]?.jobs[0]?.status;
      },
      { timeout: 20_000 },
    )
    .toBe('failed');

  await visit('/activity');
  await page.getByRole('table', { name: 'Runs' }).getByText('Sign-in code').click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SMS failed');
  const reachable = { subscriberId: 'jane', phone: '+15555550123' };
  expect((await call('POST', '/v2/subscribers', { body: reachable })).status).toBeLessThan(300);
  await run.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('it may arrive twice');
  await dialog.getByRole('button', { name: 'Retry the step' }).click();
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)', { timeout: 20_000 });
  await expect(run.getByRole('button', { name: 'Retry' })).toHaveCount(0);
});
