import { database } from '#e2e/database.ts';
import { createIntegration } from '#e2e/rows.ts';
import { newId } from '#lib/id.ts';
import { sealCredentials } from '#lib/integrations/credentials.ts';
import { mailServer, stopMailServers } from '#testing/mail-server.ts';
import { expect, expectRowVisible, question, rowWith, table, test } from './fixtures.ts';

test.afterEach(stopMailServers);

test('an admin adds the proposed rules, tests and changes one, and sees the sent notices', async ({
  page,
  tenant,
  member,
  visit,
}) => {
  const { environmentId } = tenant;
  const email = `${member.userId}@example.com`;
  const server = await mailServer();
  const id = newId();
  const credentials = { host: '127.0.0.1', port: String(server.port), from: 'belfry@shop.example', senderName: 'Shop' };
  await createIntegration(tenant, {
    ...{ id, name: 'Own mail', provider_id: 'nodemailer', channel: 'email', primary: true },
    credentials: sealCredentials(credentials, { environmentId, integrationId: id }),
  });
  await visit('/activity');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('monitoring');
  await search.getByRole('option', { name: /^Alerts/ }).click();
  await expect(page.getByText('No alert rules in Development')).toBeVisible();

  const rate = page.getByRole('button', { name: 'Add rule: Messages fail' });
  await expect(rate).toHaveAccessibleDescription(/Own mail is the only integration outside sandbox mode/);
  await page.getByRole('button', { name: 'Add rule: No worker' }).click();
  const rules = table(page, 'Alert rules');
  const recipient = `${email} through Own mail`;
  await expectRowVisible(rules, { Rule: /No worker has been alive for 2 minutes/, State: 'OK', 'Sent to': recipient });
  await expect(page.getByRole('button', { name: 'Add rule: No worker' })).toBeHidden();

  const actions = page.getByRole('button', { name: 'Actions for No worker' });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Send a test' }).click();
  await expect(page.getByText(`Test alert sent to ${email}`)).toBeVisible();
  expect(server.mails.map(({ to }) => to)).toEqual([[email]]);

  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit No worker' });
  const time = dialog.getByLabel(/^Time without a worker/);
  await time.fill('0');
  await dialog.getByRole('switch', { name: 'Quiet hours' }).click();
  await dialog.getByLabel('Until').fill('06:30');
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveAccessibleName('Discard your changes?');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog.getByText('must be a whole number from 1 to 1440')).toBeVisible();
  await time.fill('7');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expectRowVisible(rules, { Rule: /7 minutes/, 'Quiet hours': '22:00–06:30' });

  await actions.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expectRowVisible(rules, { Rule: /No worker/, State: /Paused/ });
});

test('the history shows each notice with its address, or the cause why none was sent', async ({
  page,
  tenant,
  visit,
}) => {
  const { environmentId } = tenant;
  const ruleId = newId();
  const at = new Date(Date.now() - 3_600_000);
  const notices = [
    { about: 'raised', at: at.toISOString(), integration: 'Own mail', to: 'ops@shop.example', sandboxed: false },
  ];
  await database().query(
    `INSERT INTO alerts (environment_id, id, rule_id, rule_name, kind, words, raised_at, held_at, ended_at, end_cause, next_try_at, problem, notices)
     VALUES ($1, $2, $4, 'Texts fail', 'integration_failures', '4 of 9 messages (44%) through Texts failed', $5, $5, NULL, NULL, $5, NULL, $6),
       ($1, $3, 'gone', 'Old rule', 'no_worker', 'No worker has been alive for 2 min', $5, $5, $5, 'resolved', $5, 'Connection refused', '[]')`,
    [environmentId, newId(), newId(at), ruleId, at, JSON.stringify(notices)],
  );
  await visit('/alerts');
  const history = table(page, 'History');
  await expectRowVisible(history, {
    Alert: /Texts fail.*4 of 9 messages/,
    Time: /Ongoing/,
    Sent: /Sent.*Start to ops@shop\.example through Own mail/,
  });
  await expectRowVisible(history, { Alert: /Old rule/, Time: /· ?lasted/, Sent: /Not sent.*Connection refused/ });
  await expect(rowWith(history, { Alert: /Old rule/ })).toHaveCount(1);
});

test.describe('for a developer', () => {
  test.use({ role: 'developer' });

  test('the menu entry and the page show who may see alerts', async ({ page, visit }) => {
    await visit('/alerts');
    await expect(
      page.getByText('Only owners and admins may see and change alerts; your role is Developer.'),
    ).toBeVisible();
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
  });
});
