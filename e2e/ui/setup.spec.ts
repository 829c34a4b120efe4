import { insertRow } from '#e2e/database.ts';
import { parsed } from '#e2e/fixtures.ts';
import { newId } from '#lib/id.ts';
import { IntegrationList } from '#lib/integrations/schema.ts';
import { bodyRows, expect, expectRowVisible, table, test } from './fixtures.ts';
import { createSentRun, createSubscriber } from './story.ts';

test.describe('for support', () => {
  test.use({ role: 'support' });

  test('an empty environment links to the runs of the others, without the checklist', async ({
    page,
    tenant,
    visit,
  }) => {
    const production = { ...tenant, environmentId: tenant.productionId };
    await createSentRun(production, await createSubscriber(production));
    await visit('/activity');
    await expect(page.getByText('No runs here yet')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Add an integration' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Production: 1 run' }).click();
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  });
});

test.describe('a new environment', () => {
  test.use({ role: 'owner' });

  test('leads an owner to a delivered message without a terminal', async ({ page, visit }) => {
    await visit('/activity');
    const step = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(step('Trigger the workflow').getByRole('button', { name: 'Trigger it here' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page.getByRole('button', { name: 'Add a sandbox for email' }).click();
    await expect(step('Add an integration').getByRole('link', { name: 'Sandbox mail' })).toBeVisible();
    await page.getByRole('button', { name: /^Welcome/ }).click();
    await expect(step('Create a workflow').getByRole('link', { name: 'Welcome' })).toBeVisible();
    await page.getByRole('button', { name: /^Add .+@/ }).click();
    const self = step('Add yourself as a subscriber').getByRole('link');
    await expect(self).toBeVisible();
    await expect(page.getByText('3 of 5 are done.')).toBeVisible();
    const name = (await self.textContent()) ?? '';
    await page.getByRole('button', { name: 'Trigger it here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Trigger: Welcome' });
    const recipient = dialog.getByRole('combobox', { name: 'Subscriber' });
    await expect(recipient).toBeFocused();
    await expect(recipient).toHaveValue(name);
    await dialog.getByRole('button', { name: 'Trigger', exact: true }).click();
    // The run opens next to the checklist, which stays with all steps done.
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run).toBeFocused();
    await expect(run.getByRole('listitem').first()).toContainText('Sent (sandbox)');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('All 5 steps are done.')).toBeVisible();
    await expect(step('See the result').getByRole('status')).toContainText(
      /Email sent \(sandbox\); the next email waits until /,
    );
    await page.reload();
    await expect(page.getByText('All 5 steps are done.')).toBeVisible();
    await run.getByRole('button', { name: 'Close run' }).click();
    await page.getByRole('button', { name: 'Close the checklist' }).click();
    const runs = table(page, 'Runs');
    await expect(bodyRows(runs)).toHaveCount(1);
    await expectRowVisible(runs, { Run: 'Welcome' });
  });

  test('moves the focus to the next step after each one, and gives way to a second run', async ({
    page,
    visit,
    call,
  }) => {
    await visit('/activity');
    await page.getByRole('button', { name: 'Add a sandbox for email' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Create a workflow' })).toBeFocused();
    await page.getByRole('button', { name: /^Sign-in code/ }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Add yourself as a subscriber' })).toBeFocused();
    await page.getByRole('button', { name: /^Add .+@/ }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Trigger the workflow' })).toBeFocused();
    const body = { name: 'sign-in-code', to: 'jane', payload: { code: '482910' } };
    expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
    await expect(page).toHaveURL(/activity\?run=/);
    await expect(page.getByRole('region', { name: 'Setup' })).toBeVisible();
    expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Setup' })).toHaveCount(0);
  });
});

test.describe('a new environment and a template with two channels', () => {
  test.use({ role: 'owner' });

  test('gets the integrations that the template needs', async ({ page, visit, call }) => {
    await visit('/activity');
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Add an integration' }) });
    await page.getByRole('button', { name: 'Add a sandbox for email' }).click();
    await expect(step.getByRole('link', { name: 'Sandbox mail' })).toBeVisible();
    await page.getByRole('button', { name: /^Order shipped/ }).click();
    await expect(page.getByText('Added an inbox, because the template needs it')).toBeVisible();
    const made = parsed(IntegrationList, await call('GET', '/v1/integrations'));
    const inbox = made.find(({ channel }) => channel === 'in_app');
    expect(inbox).toBeDefined();
    expect((await call('DELETE', `/v1/integrations/${inbox?._id}`)).status).toBe(200);
    await page.reload();
    await expect(step).toContainText('Order shipped also sends by in-app, for which no integration is active.');
    await step.getByRole('button', { name: 'Add an inbox' }).click();
    await expect(step.getByRole('button', { name: 'Add an inbox' })).toHaveCount(0);
  });
});

test.describe('a new environment with a mail server', () => {
  test.use({ role: 'owner' });

  test('adds and tests a real integration without leaving the checklist', async ({ page, visit }) => {
    await visit('/activity');
    await page.getByRole('button', { name: 'Choose a provider' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add an integration' });
    await sheet.getByRole('button', { name: /^Custom SMTP/ }).click();
    await expect(sheet.getByRole('link', { name: 'Where to find the values' })).toHaveAttribute(
      'href',
      '/docs/providers/nodemailer',
    );
    await sheet.getByRole('textbox', { name: 'Host' }).fill('mail.example.test');
    await sheet.getByRole('textbox', { name: 'From email address' }).fill('belfry@example.com');
    await sheet.getByRole('textbox', { name: 'Sender name' }).fill('Belfry');
    await sheet.getByRole('button', { name: 'Add integration' }).click();
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Add an integration' }) });
    await expect(step.getByRole('link', { name: 'Custom SMTP' })).toBeVisible();
    await step.getByRole('button', { name: 'Test connection' }).click();
    await expect(step.getByText('mail.example.test').first()).toBeVisible();
    await expect(page).toHaveURL(/\/activity$/);
  });
});

test.describe('the environment with the demo data', () => {
  test.use({ role: 'owner' });

  test('shows that its company is fictional, and can be removed', async ({
    page,
    tenant,
    member: _member,
    expectError,
  }) => {
    // The page of the deleted environment may read its list once more before the browser leaves the page.
    expectError(/status of 403 .*\/v1\/notifications\?/, 'maybe');
    const demoId = newId();
    await insertRow('environments', {
      id: demoId,
      organization_id: tenant.organizationId,
      name: 'Demo',
      slug: 'demo',
      type: 'development',
      color: 'violet',
      position: 2,
      is_demo: true,
    });
    await page.goto('/development/activity');
    await expect(page.getByRole('complementary', { name: 'Demo data' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Demo' }).click();
    await expect(page).toHaveURL('/demo/activity');
    const notice = page.getByRole('complementary', { name: 'Demo data' });
    await expect(notice).toContainText('Fennel & Oak is an invented company');
    await notice.getByRole('button', { name: 'Hide this notice' }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
    // A new session of the browser shows the notice again.
    await page.context().clearCookies({ name: 'demo-notice' });
    await page.reload();
    await notice.getByRole('button', { name: 'Remove the demo' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete Demo?' });
    await dialog.getByRole('textbox').fill('Demo');
    await dialog.getByRole('button', { name: 'Delete environment' }).click();
    await expect(page).toHaveURL('/development/activity');
    await expect(page.getByRole('main').getByRole('link', { name: 'Demo' })).toHaveCount(0);
  });
});
