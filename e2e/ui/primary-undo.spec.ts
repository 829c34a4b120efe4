import { database } from '#e2e/database.ts';
import { insertRows } from '#e2e/history-rows.ts';
import { createPerson } from '#e2e/person.ts';
import { bodyRows, expect, fact, question, table, test } from './fixtures.ts';
import { card, rule } from './integration-cards.ts';
import { createMailIntegration, createMessage, createOrderWorkflow, createSubscriber } from './story.ts';

/** Returns name, activity, order and number of conditions of the integrations, from the database. */
async function states(environmentId: string): Promise<unknown[]> {
  const text = `SELECT name, active, "primary", jsonb_array_length(conditions) AS conditions
    FROM integrations WHERE environment_id = $1 ORDER BY id`;
  return (await database().query(text, [environmentId])).rows;
}

test('Undo in the toast, and on the card for a day, restores what a new primary integration changed', async ({
  page,
  tenant,
  visit,
}) => {
  await createMailIntegration(tenant, { primary: true, priority: 1 });
  const id = await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', active: false });
  await database().query('UPDATE integrations SET conditions = $1 WHERE id = $2', [JSON.stringify([rule]), id]);
  const before = await states(tenant.environmentId);
  await visit('/integrations');
  const [former, next] = [card(page, 'SendGrid EU'), card(page, 'SES backup')];
  const make = async () => {
    await next.getByRole('button', { name: 'Make primary' }).click();
    await question(page).getByRole('button', { name: 'Make SES backup primary for email' }).click();
    await expect(former.getByText(/^Primary until \d\d:\d\d$/)).toBeVisible();
  };
  await make();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('SendGrid EU is primary for email again')).toBeVisible();
  await expect(former.getByText('Primary', { exact: true })).toBeVisible();
  expect(await states(tenant.environmentId)).toEqual(before);

  await make();
  await page.reload();
  await former.getByRole('button', { name: 'Make primary again' }).click();
  await expect(question(page).getByRole('listitem')).toContainText([
    'The order of the integrations is restored to the order before SES backup became primary.',
    'SES backup has its condition again.',
    'SES backup becomes inactive again.',
  ]);
  await question(page).getByRole('button', { name: 'Make SendGrid EU primary for email' }).click();
  await expect(former.getByText('Primary', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Primary until/)).toHaveCount(0);
  expect(await states(tenant.environmentId)).toEqual(before);

  await visit('/settings/audit-log');
  const log = table(page, 'Audit log');
  await expect(
    bodyRows(log).filter({ hasText: 'undid making SES backup primary for email: SendGrid EU is primary again' }),
  ).toHaveCount(2);
  await expect(
    bodyRows(log).filter({ hasText: 'made SES backup primary for email instead of SendGrid EU' }),
  ).toHaveCount(2);
});

test('an undo after another change is rejected with the reason', async ({ page, tenant, visit, expectError }) => {
  expectError(/status of 409/);
  await createMailIntegration(tenant, { primary: true, priority: 1 });
  await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', priority: 2 });
  await visit('/integrations');
  await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
  await question(page).getByRole('button', { name: 'Make SES backup primary for email' }).click();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(undo).toBeVisible(); // the switch is stored
  await database().query(`UPDATE integrations SET sandbox = true WHERE environment_id = $1 AND name = 'SendGrid EU'`, [
    tenant.environmentId,
  ]);
  await undo.click();
  await expect(page.getByText(/^Nothing was undone: integrations of the channel were added, changed/)).toBeVisible();
});

test('in production, real messages are sent only after the name is typed', async ({ page, tenant, visit }) => {
  await database().query(`UPDATE environments SET type = 'production' WHERE id = $1`, [tenant.environmentId]);
  const trial = await createMailIntegration(tenant, { name: 'Trial', primary: true, sandbox: true });
  const other = await createMailIntegration(tenant, { name: 'Other trial', sandbox: true });
  await createMailIntegration(tenant, { name: 'Real', provider_id: 'ses' });
  const counts = {
    environment_id: tenant.environmentId,
    minute: new Date(Date.now() - 3_600_000),
    failed: 1,
    retried: 0,
  };
  await insertRows('integration_stats', [
    { ...counts, integration_id: trial, sent: 40 },
    { ...counts, integration_id: other, sent: 0 },
  ]);
  await visit('/integrations');
  await card(page, 'Real').getByRole('button', { name: 'Make primary' }).click();
  const dialog = question(page);
  await expect(dialog).toContainText('Real messages will be sent');
  await expect(dialog).toContainText('In the last 24 hours there were 42 messages.');
  const go = dialog.getByRole('button', { name: 'Make Real primary for email' });
  await expect(go).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Type “Development” to confirm').fill('Development');
  await go.click();
  await expect(card(page, 'Real').getByText('Primary', { exact: true })).toBeVisible();
});

test('the sheet of an integration has an address, and shows use, last failure and last test', async ({
  page,
  tenant,
  visit,
}) => {
  const id = await createMailIntegration(tenant, { primary: true, sandbox: true });
  const minute = new Date(Date.now() - 3_600_000);
  await insertRows('integration_stats', [
    { environment_id: tenant.environmentId, minute, integration_id: id, sent: 20, failed: 3, retried: 0 },
  ]);
  const jane = await createSubscriber(tenant);
  await createMessage(tenant, jane, { status: 'error', error_text: 'Unknown mailbox', integration_id: id });
  await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
  await visit('/integrations');
  await page.getByRole('button', { name: 'SendGrid EU', exact: true }).click();
  await expect(page).toHaveURL(/\/integrations\?open=[\w-]+$/);
  const sheet = page.getByRole('dialog', { name: 'SendGrid EU' });
  await expect(sheet.getByRole('list', { name: 'Messages by day' }).getByRole('listitem')).toHaveCount(7);
  await expect(sheet).toContainText('20 accepted · 3 failed');
  await expect(sheet.getByRole('link', { name: /Unknown mailbox/ })).toBeVisible();
  await expect(fact(sheet, 'Used for')).toContainText(
    'Every message, except messages that match the conditions of another integration.',
  );
  await sheet.getByRole('button', { name: 'Send test' }).click();
  await expect(sheet.getByText('Accepted in sandbox mode; nothing was sent.')).toBeVisible();
  await page.reload();
  await expect(sheet).toContainText(/Test message sent .* by .*@/);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await page.getByRole('button', { name: 'SES backup', exact: true }).click();
  await page.getByRole('dialog', { name: 'SES backup' }).getByRole('button', { name: 'Make primary' }).click();
  await expect(question(page)).toHaveAccessibleName('Change the primary email integration?');
});

test('Undo takes back a deactivation, a pause and a role', async ({ page, tenant, visit }) => {
  await createOrderWorkflow(tenant);
  await createMailIntegration(tenant, { primary: true, priority: 1 });
  const person = await createPerson(tenant, 'support');
  const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click();
  await visit('/integrations');
  await card(page, 'SendGrid EU').getByRole('switch').click();
  await question(page).getByRole('button', { name: 'Deactivate SendGrid EU' }).click();
  await undo();
  await expect(page.getByText('SendGrid EU is active again')).toBeVisible();
  await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toBeVisible();

  await visit('/workflows');
  await page.getByRole('button', { name: /Actions.*Order shipped|Order shipped.*actions/i }).click();
  await page.getByRole('menuitem', { name: /^Pause/ }).click();
  await question(page).getByRole('button', { name: 'Pause workflow' }).click();
  await undo();
  await expect(page.getByText('Order shipped is active again')).toBeVisible();

  await visit('/settings/members');
  const row = bodyRows(table(page, 'Members')).filter({ hasText: person.email });
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: 'Developer' }).click();
  await question(page).getByRole('button', { name: 'Change to developer' }).click();
  await undo();
  await expect(page.getByText(/has the role support again$/)).toBeVisible();
  await expect(row.getByRole('combobox')).toHaveText('Support');
});
