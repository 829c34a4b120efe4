import { database } from '#e2e/database.ts';
import { insertRows } from '#e2e/history-rows.ts';
import { bodyRows, expect, expectRowVisible, fact, phone, question, table, test } from './fixtures.ts';
import { card, primaryOf, rule } from './integration-cards.ts';
import {
  createMailIntegration,
  createMessage,
  createOrderWorkflow,
  createSentRun,
  createSubscriber,
  secret,
} from './story.ts';

test.describe('making another integration primary', () => {
  test('shows both integrations and the cleared conditions, and moves the mark', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    const id = await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', active: false });
    await database().query('UPDATE integrations SET conditions = $1 WHERE id = $2', [JSON.stringify([rule]), id]);
    await visit('/integrations');
    await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toBeVisible();
    await expect(card(page, 'SES backup').getByText('Inactive')).toBeVisible();
    await expect(card(page, 'SendGrid EU').getByRole('button', { name: 'Make primary' })).toHaveCount(0);
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();

    const dialog = question(page);
    await expect(dialog).toHaveAccessibleName('Change the primary email integration?');
    await expect(dialog).toContainText(/Now.*SendGrid EU.*From now on.*SES backup/);
    await expect(dialog.getByRole('listitem')).toContainText([
      /^From the next message on, every email step in Development sends through SES backup/,
      'SendGrid EU stays active and is no longer primary.',
      'SES backup is inactive now and will be activated.',
      /^The condition of SES backup will be cleared/,
    ]);
    expect(await primaryOf(tenant.environmentId)).toEqual(['SendGrid EU']);
    await dialog.getByRole('button', { name: 'Make SES backup primary for email' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('SES backup is primary for email')).toBeVisible();
    await expect(card(page, 'SES backup').getByText('Primary', { exact: true })).toBeVisible();
    await expect(card(page, 'SES backup').getByText('Active', { exact: true })).toBeVisible();
    await expect(card(page, 'SES backup').getByText('Conditions')).toHaveCount(0);
    await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toHaveCount(0);
    await expect(card(page, 'SendGrid EU').getByText('Active', { exact: true })).toBeVisible();
    expect(await primaryOf(tenant.environmentId)).toEqual(['SES backup']);

    await visit('/settings/audit-log');
    await expectRowVisible(table(page, 'Audit log'), { What: 'made SES backup primary for email' });
  });

  test('shows the health of both integrations and the number of messages', async ({ page, tenant, visit }) => {
    const first = await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    const minute = new Date(Date.now() - 3_600_000);
    const counts = { sent: 1880, failed: 120, retried: 3 };
    await insertRows('integration_stats', [
      { environment_id: tenant.environmentId, minute, integration_id: first, ...counts },
    ]);
    const jane = await createSubscriber(tenant);
    await createMessage(tenant, jane, { subject: 'Sent' });
    const failed = { status: 'error', error_text: 'Unknown mailbox', integration_id: first };
    await createMessage(tenant, jane, { ...failed, subject: 'Bounced' });
    await createMessage(tenant, jane, { ...failed, subject: 'Bounced elsewhere', integration_id: 'another' });
    await visit('/integrations');
    await expect(card(page, 'SendGrid EU')).toContainText('Some fail: 94% of 2,000 sent in 24 h');
    await expect(card(page, 'SES backup')).toContainText('Nothing sent in 24 h');
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
    await expect(question(page)).toContainText('94% of 2,000 sent in 24 h');
    await expect(question(page)).toContainText('Nothing sent in 24 h');
    await expect(question(page).getByRole('listitem')).toContainText([
      'SendGrid EU got 2,000 email messages in the last 24 hours',
      'No active workflow has email steps',
    ]);
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
    await card(page, 'SendGrid EU').getByRole('link', { name: '120 failed' }).click();
    await expect(page).toHaveURL(`/development/messages?status=failed&integration=${first}&range=24h`);
    await expect(bodyRows(table(page, 'Messages'))).toHaveText([/Bounced(?! elsewhere)/]);
    await expect(page.getByRole('search', { name: 'Filter messages' })).toContainText('SendGrid EU');
  });

  test('shows that no message is delivered while its messages wait', async ({ page, tenant, visit }) => {
    const failing = await createMailIntegration(tenant, { primary: true });
    const gone = await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    const at = new Date(Date.now() - 3_600_000);
    const row = { environment_id: tenant.environmentId, minute: at, sent: 0, failed: 0 };
    await insertRows('integration_stats', [
      { ...row, integration_id: failing, retried: 5 },
      { ...row, integration_id: gone, retried: 8 },
    ]);
    await insertRows('circuit_breakers', [
      { environment_id: tenant.environmentId, integration_id: gone, opened_at: at, probe_at: at, words: 'no answer' },
    ]);
    await visit('/integrations');
    await expect(card(page, 'SendGrid EU')).toContainText('5 attempts failed in 24 h, none sent');
    await expect(card(page, 'SES backup')).toContainText(/Not reachable since .*\d\d:\d\d/);
    await card(page, 'SendGrid EU').getByRole('link', { name: 'Messages' }).click();
    await expect(page).toHaveURL(`/development/messages?status=failed,attempted&integration=${failing}&range=24h`);
  });

  test('shows an outage in Activity during the outage, without moving the page', async ({ page, tenant, visit }) => {
    const { environmentId } = tenant;
    const id = await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    await createSentRun(tenant, await createSubscriber(tenant));
    await visit('/activity');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift' });
    });
    const at = new Date(Date.now() - 120_000);
    await insertRows('circuit_breakers', [
      { environment_id: environmentId, integration_id: id, opened_at: at, probe_at: at, words: 'no answer' },
    ]);
    const note = page.getByRole('status').filter({ hasText: /SendGrid EU: not reachable since .*\d\d:\d\d/ });
    await expect(note).toBeVisible();
    await database().query('DELETE FROM circuit_breakers WHERE environment_id = $1', [environmentId]);
    await expect(note).toHaveCount(0);
    const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);

    await insertRows('circuit_breakers', [
      { environment_id: environmentId, integration_id: id, opened_at: at, probe_at: at, words: 'no answer' },
    ]);
    await insertRows('outages', [
      { environment_id: environmentId, integration_id: id, channel: 'email', opened_at: at, words: 'no answer' },
    ]);
    await note.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
  });

  test('warns first that a sandbox sends nothing', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'Trial', provider_id: 'ses', sandbox: true });
    await visit('/integrations');
    await expect(card(page, 'Trial')).toContainText('Nothing accepted in 24 h');
    await expect(card(page, 'Trial').getByText(/^Sandbox/)).toBeVisible();
    await card(page, 'Trial').getByRole('button', { name: 'Make primary' }).click();
    const warning = 'Trial is in sandbox mode: from now on no email message is sent from Development.';
    await expect(question(page)).toContainText(new RegExp(`${warning}\\s*From the next message on, every email step`));
  });

  test('shows that the newest active in-app integration gets the messages', async ({ page, tenant, visit }) => {
    const inbox = { provider_id: 'svc', channel: 'in_app', credentials: {} };
    await createMailIntegration(tenant, { ...inbox, name: 'Old inbox' });
    await createMailIntegration(tenant, { ...inbox, name: 'New inbox' });
    await visit('/integrations');
    await expect(card(page, 'New inbox').getByText('In use', { exact: true })).toBeVisible();
    await card(page, 'Old inbox').getByText('Not in use').hover();
    await expect(page.getByRole('tooltip')).toHaveText('Messages go to New inbox, which is newer');
    await card(page, 'New inbox').getByRole('switch').click();
    await question(page)
      .getByRole('button', { name: /^Deactivate/ })
      .click();
    await expect(card(page, 'Old inbox').getByText('In use', { exact: true })).toHaveCount(1);
  });

  test('an inbox that no subscriber has opened is not healthy', async ({ page, tenant, visit }) => {
    const inbox = { name: 'Inbox', provider_id: 'svc', channel: 'in_app', credentials: {} };
    await createMailIntegration(tenant, { ...inbox, name: 'Shop inbox', connected: true });
    const id = await createMailIntegration(tenant, inbox);
    const minute = new Date(Date.now() - 3_600_000);
    await insertRows('integration_stats', [
      { environment_id: tenant.environmentId, minute, integration_id: id, sent: 12, failed: 0, retried: 0 },
    ]);
    await visit('/integrations');
    await expect(card(page, 'Inbox')).toContainText('Not connected: 12 stored in 24 h: no inbox shows them yet');
    await expect(card(page, 'Inbox')).not.toContainText('100 %');
    await card(page, 'Shop inbox').getByRole('button', { name: 'Use instead' }).click();
    await expect(question(page).getByRole('heading', { name: 'Use Shop inbox instead?' })).toBeVisible();
    await question(page).getByRole('button', { name: 'Use instead' }).click();
    await expect(card(page, 'Shop inbox').getByRole('button', { name: /instead$/ })).toHaveCount(0);
    await expect(card(page, 'Inbox').getByRole('switch')).not.toBeChecked();
  });

  test('changes nothing when it is cancelled', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    await visit('/integrations');
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
    await expect(page.locator('[role=alertdialog]:focus-within')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(card(page, 'SendGrid EU').getByText('Primary', { exact: true })).toBeVisible();
    expect(await primaryOf(tenant.environmentId)).toEqual(['SendGrid EU']);
  });

  test('shows in the dialog that the change is no longer possible', async ({ page, tenant, visit, expectError }) => {
    expectError(/status of 404/);
    await createMailIntegration(tenant, { primary: true });
    const id = await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    await visit('/integrations');
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
    await database().query('DELETE FROM integrations WHERE id = $1', [id]);
    await question(page).getByRole('button', { name: 'Make SES backup primary for email' }).click();
    await expect(question(page).getByRole('alert')).toHaveText(`Integration with id ${id} not found`);
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toBeHidden();
  });

  test('is offered with a reason when required credentials are missing', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', active: false, credentials: {} });
    await visit('/integrations');
    const make = card(page, 'SES backup').getByRole('button', { name: 'Make primary' });
    await expect(make).toHaveAttribute('aria-disabled', 'true');
    await make.hover();
    await expect(page.getByRole('tooltip')).toHaveText(/^Enter the missing credentials first: Access key ID, .*$/);
  });

  test('works on a phone', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await createMailIntegration(tenant, { primary: true });
    await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
    await visit('/integrations');
    await card(page, 'SES backup').getByRole('button', { name: 'Make primary' }).click();
    await question(page).getByRole('button', { name: 'Make SES backup primary for email' }).click();
    await expect(card(page, 'SES backup').getByText('Primary', { exact: true })).toBeVisible();
  });

  test('is possible for email and SMS only', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { name: 'Team chat', provider_id: 'slack', channel: 'chat' });
    await visit('/integrations');
    await expect(card(page, 'Team chat')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make primary' })).toHaveCount(0);
  });
});

test.describe('credentials', () => {
  test('are masked until revealed, and that is recorded', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true });
    await visit('/integrations');
    await page.getByRole('button', { name: 'SendGrid EU', exact: true }).click();
    const details = page.getByRole('dialog', { name: 'SendGrid EU' });
    await expect(fact(details, 'API key')).toContainText('••••••••');
    await expect(fact(details, 'From email address')).toContainText('shop@shop.example');
    expect(await page.content()).not.toContain(secret);

    await details.getByRole('button', { name: 'Reveal' }).click();
    await expect(question(page)).toContainText('recorded in the audit log');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(fact(details, 'API key')).toContainText('••••••••');
    await details.getByRole('button', { name: 'Reveal' }).click();
    await question(page).getByRole('button', { name: 'Show credentials' }).click();
    await expect(fact(details, 'API key')).toContainText(secret);
    await details.getByRole('button', { name: 'Hide' }).click();
    await expect(fact(details, 'API key')).toContainText('••••••••');

    await visit('/settings/audit-log');
    const log = table(page, 'Audit log');
    await expectRowVisible(log, { What: 'looked at the credentials of SendGrid EU' });
    await expect(bodyRows(log).filter({ hasText: 'looked at the credentials' })).toHaveCount(1);
  });

  test.describe('for support', () => {
    test.use({ role: 'support' });

    test('are not shown, and each unavailable action has a reason', async ({ page, tenant, visit }) => {
      await createMailIntegration(tenant, { primary: true });
      await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses' });
      const answers: string[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/'))
          void response.text().then(
            (text) => answers.push(text),
            () => undefined,
          );
      });
      await visit('/integrations');
      const make = card(page, 'SES backup').getByRole('button', { name: 'Make primary' });
      await expect(make).toHaveAttribute('aria-disabled', 'true');
      await make.hover();
      await expect(page.getByRole('tooltip')).toHaveText(
        'Only owners and admins may change integrations; your role is Support.',
      );
      await make.click({ force: true }); // without `force` the runner would wait until the button is enabled
      await expect(question(page)).toHaveCount(0);

      await page.getByRole('button', { name: 'SES backup', exact: true }).click();
      const details = page.getByRole('dialog', { name: 'SES backup' });
      await expect(
        details.getByText('Only owners and admins may see the credentials of integrations; your role is Support.'),
      ).toBeVisible();
      await expect(details.getByRole('button', { name: 'Reveal' })).toHaveAttribute('aria-disabled', 'true');
      await expect(details.getByText('shop@shop.example')).toHaveCount(0);
      await expect.poll(() => answers.some((text) => text.includes('SES backup'))).toBe(true);
      expect(answers.join()).not.toContain('credentials');
    });
  });
});

test.describe('the page', () => {
  test('groups integrations by channel and shows channels without any', async ({ page, tenant, visit }) => {
    await createMailIntegration(tenant, { primary: true, sandbox: true });
    await visit('/integrations');
    const mail = page.getByRole('region', { name: /^Email/ });
    await expect(mail.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('note')).toContainText('Every active integration of Development is in sandbox mode');
    await expect(mail.getByText(/^Sandbox/)).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^SMS/ })).toContainText(
      'None. Steps of this channel cannot send in Development.',
    );
  });

  test('without integrations explains their purpose', async ({ page, visit }) => {
    await visit('/integrations');
    await expect(page.getByText('No integrations in Development yet')).toBeVisible();
  });

  test('shows conditions as a text', async ({ page, tenant, visit }) => {
    const id = await createMailIntegration(tenant, { name: 'Mail for the US' });
    await database().query('UPDATE integrations SET conditions = $1 WHERE id = $2', [JSON.stringify([rule]), id]);
    await visit('/integrations');
    await page.getByRole('button', { name: 'Mail for the US' }).click();
    await expect(page.getByRole('dialog')).toContainText('when subscriber.country is US');
  });

  test('resolves the issue of a workflow by a primary integration for its channel', async ({ page, tenant, visit }) => {
    await createOrderWorkflow(tenant);
    await createMailIntegration(tenant);
    await visit('/workflows/order-shipped');
    await expect(page.getByRole('heading', { name: '1 issue', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Integrations' }).first().click();
    await card(page, 'SendGrid EU').getByRole('button', { name: 'Make primary' }).click();
    await expect(question(page)).toContainText('No primary now');
    await question(page).getByRole('button', { name: 'Make SendGrid EU primary' }).click();
    await expect(question(page)).toBeHidden();
    await page.getByRole('link', { name: 'Workflows' }).click();
    await page.getByRole('link', { name: 'Order shipped' }).click();
    await expect(page.getByText('None. Every step can run.')).toBeVisible();
  });
});
