import type { Page } from '@playwright/test';
import { authorSmsSandbox } from '#e2e/authoring.ts';
import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, parsed } from '#e2e/fixtures.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { newId } from '#lib/id.ts';
import { expect, table, test } from './fixtures.ts';
import { countInteractions } from './interactions.ts';

test.use({ role: 'owner' });

const STEP = { name: 'Code', type: 'sms', controlValues: { body: 'Hello' } };

interface Opening {
  page: Page;
  call: CallApi;
  visit: (path: string) => Promise<void>;
}

/** Creates a run of one SMS step to the phone number, by default in the sandbox, and opens it once its step has the status. */
async function openRun({ page, call, visit }: Opening, phone: string, status: string, inSandbox = true) {
  if (inSandbox) await authorSmsSandbox(call);
  const workflowId = `retry-${newId()}`;
  const workflow = { name: 'Sign-in code', workflowId, active: true, steps: [STEP] };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const to = { subscriberId: 'jane', phone };
  expect((await call('POST', '/v1/events/trigger', { body: { name: workflowId, to } })).status).toBe(201);
  type Runs = { data: { _id: string; jobs: { status: string; reason?: { code: string } }[] }[] };
  const runNow = async () => (await call<Runs>('GET', '/v1/notifications')).body.data[0];
  const stepNow = async () => (await runNow())?.jobs[0];
  await expect.poll(async () => [(await stepNow())?.status, (await stepNow())?.reason?.code].join(' ')).toBe(status);

  if (status.startsWith('queued')) await holdBack((await runNow())?._id ?? '');
  await visit('/activity');
  await page.getByRole('table', { name: 'Runs' }).getByText('Sign-in code').click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SMS');
  const reachable = { subscriberId: 'jane', phone: '+15555550123' };
  return {
    workflowId,
    run,
    dialog: page.getByRole('alertdialog').or(page.getByRole('dialog')),
    repair: async () => expect((await call('POST', '/v2/subscribers', { body: reachable })).status).toBeLessThan(300),
  };
}

/**
 * Delays the next automatic attempt of a run by an hour, because a busy machine could otherwise start the attempt
 * before the click. While a worker holds the step, its attempt fails, and the step waits again.
 */
async function holdBack(runId: string): Promise<void> {
  const later = `UPDATE work SET ready_at = now() + interval '1 hour' WHERE notification_id = $1 AND worker_id IS NULL`;
  await expect.poll(async () => (await database().query(later, [runId])).rowCount).toBe(1);
}

test('a failed step is retried from the run, which then shows its progress to the end', async ({
  page,
  call,
  visit,
  member,
}) => {
  const { run, dialog, repair } = await openRun({ page, call, visit }, '+15005550001', 'failed provider_rejected');
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SMS failed');
  await repair();
  const interactions = await countInteractions(page);
  await page.reload();
  await run.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('it may arrive twice');
  await expect(dialog).toContainText('It goes to jane, at +15555550123, a different address than before.');
  await expect(dialog).toContainText('jane has not received this message yet.');
  await dialog.getByLabel('Reason').fill('The number was wrong');
  await page.keyboard.press('Enter');
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
  expect(await interactions()).toBeLessThanOrEqual(3);
  await expect(run.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(run.getByText('“The number was wrong”').first()).toBeVisible();
  const { data } = parsed(AuditPage, await member.call('GET', '/v1/audit-log?action=messages.retry'));
  expect(data).toMatchObject([{ after: { reason: 'The number was wrong' } }]);

  await visit('/subscribers/jane');
  await page.getByRole('button', { name: 'Actions for jane' }).click();
  await page.getByRole('menuitem', { name: 'Audit log' }).click();
  await expect(table(page, 'Audit log')).toContainText('retried');
});

test('a wrong address is corrected on the run, which then shows the new attempt', async ({ page, call, visit }) => {
  const { run, dialog } = await openRun({ page, call, visit }, '+15005550001', 'failed provider_rejected');
  await run.getByRole('button', { name: 'Correct the phone number' }).click();
  const phone = dialog.getByLabel('Phone');
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('+15005550001');
  await phone.fill('none');
  await phone.press('Enter');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await phone.fill('+15555550123');
  await phone.press('Enter');
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
  await expect(dialog).toBeHidden();
  await expect(run.getByRole('heading', { level: 2 })).toBeFocused();
  expect((await call<{ phone: string }>('GET', '/v2/subscribers/jane')).body.phone).toBe('+15555550123');
});

test('an address corrected from Explain opens the run; one that was changed is shown as not tried', async ({
  page,
  call,
  visit,
}) => {
  const { repair } = await openRun({ page, call, visit }, '+15005550001', 'failed provider_rejected');
  await repair();
  await visit('/subscribers/jane');
  const delivery = page.getByRole('list', { name: 'Delivery' });
  await expect(delivery).toContainText('New address, not tried yet');
  await expect(delivery).not.toContainText('Failing');
  await visit('/explain?subscriber=jane');
  const fix = page.getByRole('region', { name: 'What to do' });
  await expect(fix).toContainText(
    'was changed to +15555550123 afterwards. The step has not been tried with the new phone number',
  );
  await fix.getByRole('button', { name: 'Correct the phone number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the phone number' });
  await dialog.getByRole('button', { name: 'Save and retry' }).click();
  await expect(page).toHaveURL(/activity\?run=/);
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
});

test('a failed step of a deleted workflow shows why it cannot be retried', async ({ page, call, visit }) => {
  const { run, workflowId } = await openRun({ page, call, visit }, '+15005550001', 'failed provider_rejected');
  expect((await call('DELETE', `/v2/workflows/${workflowId}`)).status).toBe(204);
  await page.reload();
  const retry = run.getByRole('button', { name: 'Retry' });
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await expect(retry).toHaveAttribute('aria-description', 'Cannot retry: the workflow was deleted');
  await expect(run).toContainText('Sign-in code deleted just now');
  await expect(run.getByRole('link', { name: 'Sign-in code' })).toHaveCount(0);
});

test('a step that waits for its next attempt is retried immediately', async ({ page, call, visit }) => {
  const { run, dialog, repair } = await openRun({ page, call, visit }, '+15005550004', 'queued retry_waiting');
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SMS waits until');
  await expect(run.getByRole('button', { name: 'Cancel run' })).toBeVisible();
  await repair();
  await run.getByRole('button', { name: 'Retry now' }).click();
  await expect(dialog).toContainText('Retry “Code” now?');
  await dialog.getByRole('button', { name: 'The cause is fixed' }).click();
  await dialog.getByRole('button', { name: 'Retry now' }).click();
  await expect(run.getByRole('heading', { level: 2 })).toContainText('sent (sandbox)');
});

test('a delivered message is sent again in a separate run, with the reason in both timelines', async ({
  page,
  call,
  visit,
}) => {
  const { run, dialog } = await openRun({ page, call, visit }, '+15555550123', 'completed sandboxed');
  const first = page.url();
  await run.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('It goes to jane again, at +15555550123.');
  await expect(dialog.getByRole('listitem')).toContainText('to +15555550123');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Say why, for the audit log');
  await expect(dialog).not.toContainText('Shown on the run and in the audit log');
  await dialog.getByRole('button', { name: 'Deleted by mistake' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Deleted by mistake');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill('She deleted it');
  await page.keyboard.press('Enter');

  const earlier = run.getByRole('link', { name: 'An earlier run' });
  await expect(earlier).toBeVisible();
  expect(page.url()).not.toBe(first);
  await expect(run.getByText('“She deleted it”').first()).toBeVisible();
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SMS');
  await earlier.click();
  await expect(page).toHaveURL(first);
  await expect(run.getByText('Sent again', { exact: true })).toBeVisible();
  await expect(run.getByText('“She deleted it”').first()).toBeVisible();
  await run.getByRole('button', { name: 'Send again' }).click();
  const received = dialog.getByRole('listitem');
  await expect(received).toHaveText([
    /^SMS, sent .* sent again by .*: “She deleted it”$/,
    /^SMS, sent .* to \+15555550123$/,
  ]);
  await page.keyboard.press('Escape');
  await run
    .locator('dd', { has: page.getByRole('link', { name: /\d\d:\d\d/ }) })
    .getByRole('link')
    .click();
  await expect(earlier).toBeVisible();
  await run.getByRole('button', { name: 'Send again' }).click();
  await expect(received).toHaveText([/“She deleted it”$/, /by the earlier run$/]);
});

test('a retry during an outage shows the outage before, and that it waits again after', async ({
  page,
  tenant,
  call,
  visit,
}) => {
  const credentials = { baseUrl: 'https://sms.example/send', from: 'Belfry', apiKey: 'key', secretKey: 'secret' };
  const headers = { apiKeyRequestHeader: 'x-key', secretKeyRequestHeader: 'x-secret', idPath: 'id', datePath: 'at' };
  const integration = { name: 'Gateway EU', identifier: 'gateway-eu', providerId: 'generic-sms', channel: 'sms' };
  const body = { ...integration, active: true, sandbox: false, credentials: { ...credentials, ...headers } };
  const { _id } = (await call<{ _id: string }>('POST', '/v1/integrations', { body })).body;
  await insertRow('circuit_breakers', {
    ...{ environment_id: tenant.environmentId, integration_id: _id, words: 'The connection was refused' },
    ...{ opened_at: new Date(Date.now() - 600_000), probe_at: new Date(Date.now() + 3_600_000) },
  });
  const { run, dialog } = await openRun({ page, call, visit }, '+15555550123', 'queued provider_unavailable', false);
  await run.getByRole('button', { name: 'Retry now' }).click();
  const warning = dialog.getByRole('note').filter({ hasText: 'Gateway EU' });
  await expect(warning).toContainText(
    /^Gateway EU is still unavailable, since .+\. A retry now waits again until the provider responds\. Belfry tries the provider again at \d\d:\d\d:\d\d\./,
  );
  await expect(warning.getByRole('link', { name: 'Open the outage' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'The cause is fixed' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Requested by the customer' }).click();
  await page.keyboard.press('Enter');
  const again = /Retried by .+ at \d\d:\d\d: “Requested by the customer”; SMS waits again\./;
  await expect(run.getByRole('heading', { level: 2 })).toContainText(again);
  await run.getByRole('link', { name: 'Explain' }).click();
  await expect(page.getByRole('article')).toContainText(again);
});

test('a run is sent again from the first tab of the profile in three interactions', async ({ page, call, visit }) => {
  const { dialog } = await openRun({ page, call, visit }, '+15555550123', 'completed sandboxed');
  const interactions = await countInteractions(page);
  await visit('/subscribers/jane');
  await table(page, 'Runs').getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('jane already got 1 message:');
  await dialog.getByRole('button', { name: 'Requested by the customer' }).click();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('“Requested by the customer”');
  expect(await interactions()).toBeLessThanOrEqual(3);
});

test('a message is sent again from the profile in three interactions, and both messages are marked', async ({
  page,
  call,
  visit,
}) => {
  const { dialog } = await openRun({ page, call, visit }, '+15555550123', 'completed sandboxed');
  const interactions = await countInteractions(page);
  await visit('/subscribers/jane?tab=messages');
  const list = table(page, 'Messages');
  await list.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('It goes to jane again, at +15555550123.');
  await dialog.getByRole('button', { name: 'Requested by the customer' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('“Requested by the customer”');
  expect(await interactions()).toBeLessThanOrEqual(3);
  await visit('/subscribers/jane?tab=messages');
  await expect(list.getByText('Repeats an earlier message').filter({ visible: true }).first()).toBeVisible();
  await expect(list.getByText('Sent again later').filter({ visible: true }).first()).toBeVisible();
  await expect(list.getByText('1 of 2 equal').filter({ visible: true })).toHaveCount(2);
});
