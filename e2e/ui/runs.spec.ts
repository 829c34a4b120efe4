import type { Page } from '@playwright/test';
import { authorSmsSandbox, authorWorkflow } from '#e2e/authoring.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { bodyRows, expect, expectInAddress, fact, openRow, table, test } from './fixtures.ts';
import {
  createBouncedRun,
  createMessage,
  createRun,
  createSentRun,
  createSkippedRun,
  createSubscriber,
} from './story.ts';

const DELAYED = [
  { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'days' } },
  { name: 'Text', type: 'sms', controlValues: { body: 'Hello' } },
];

const runPane = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });

test('an open run is live without polling, by one stream for all windows of the browser', async ({
  page,
  context,
  call,
  visit,
}) => {
  const workflowId = `wait-${newId()}`;
  const workflow = { name: 'Reminder', workflowId, active: true, steps: DELAYED };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const trigger = { name: workflowId, to: { subscriberId: 'jane' } };
  const { body } = await call<{ transactionId: string }>('POST', '/v1/events/trigger', { body: trigger });
  const streams: string[] = [];
  context.on('request', (request) => request.url().endsWith('/live') && streams.push(request.url()));

  await visit('/activity');
  await page.getByRole('table', { name: 'Runs' }).getByText('Reminder').click();
  await expect(runPane(page).getByRole('heading', { level: 2 })).toContainText('SMS waits until');
  await expect(page).toHaveURL(/run=/);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(runPane(second).getByRole('heading', { level: 2 })).toContainText('SMS waits until');

  await call('DELETE', `/v1/events/trigger/${body.transactionId}`);
  // A waiting run is polled only every 15 s.
  for (const window of [page, second])
    await expect(runPane(window).getByRole('heading', { level: 2 })).toContainText('Cancelled');
  expect(streams).toHaveLength(1);
});

test('Enter opens a run and focuses it, j opens the next run, and Escape returns to the row', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  const { id: older } = await createSkippedRun(tenant, jane, { at: new Date(Date.now() - 600_000) });
  const { id: newer } = await createSentRun(tenant, jane);
  await visit('/activity');
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expectInAddress(page, 'run', newer);
  await expect(runPane(page)).toBeFocused();
  await page.keyboard.press('j');
  await expectInAddress(page, 'run', older);
  await expect(runPane(page).getByRole('heading', { level: 2 })).toContainText(
    'Email skipped: switched off for this workflow',
  );
  await page.keyboard.press('k');
  await expectInAddress(page, 'run', newer);
  await expect(runPane(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(runPane(page)).toBeHidden();
  await expect(page.locator(`[data-row="${newer}"] [data-row-link]`)).toBeFocused();
});

test('the next run opens in the same pane, from its top', async ({ page, tenant, visit }) => {
  await page.setViewportSize({ width: 1440, height: 360 });
  const jane = await createSubscriber(tenant);
  await createSkippedRun(tenant, jane, { at: new Date(Date.now() - 600_000) });
  const { id: newer } = await createSentRun(tenant, jane);
  await visit(`/activity?run=${newer}`);
  const pane = runPane(page);
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('sent');
  await pane.evaluate((element) => element.setAttribute('data-before', ''));
  const scrolled = () =>
    pane.evaluate((element) => {
      element.scrollTo(0, 50);
      return element.scrollTop;
    });
  // The pane cannot be scrolled before all of its content has arrived.
  await expect.poll(scrolled).toBe(50);
  await pane.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('j');
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('skipped');
  await expect(pane).toHaveAttribute('data-before');
  await expect.poll(() => pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await expect(pane).toBeFocused();
});

test('the keyboard copies a run for a ticket without addresses and with its permalink, and copies its link', async ({
  page,
  context,
  tenant,
  visit,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const jane = await createSubscriber(tenant);
  const { id, transactionId } = await createBouncedRun(tenant, jane);
  await visit(`/activity?run=${id}`);
  const run = runPane(page);
  // The page shows the address in full, but copied text does not.
  await expect(run.getByRole('heading', { level: 2 })).toContainText('mailbox jane@shop.example not found');
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const permalink = new URL(`/development/activity?run=${id}`, page.url()).href;
  await run.getByRole('button', { name: 'Copy for ticket' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(copied).toContain('Email failed: SendGrid said “550 5.1.1 mailbox j•••@shop.example not found”');
  const ticket = await copied();
  expect(ticket).toContain(transactionId);
  expect(ticket).toContain('“Order shipped” for the subscriber user_jane, triggered on ');
  expect(ticket).not.toMatch(/jane@shop|Jane|Cooper|4915155501001/);
  expect(ticket.endsWith(permalink)).toBe(true);
  await run.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(copied).toBe(permalink);
});

test('a deep link opens the run at a tab, the next run opens at the same tab, and closing resets it', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  const { id: older } = await createSkippedRun(tenant, jane, { at: new Date(Date.now() - 600_000) });
  const { id } = await createSentRun(tenant, jane, { payload: { orderId: 'A-77' } });
  await visit(`/activity?run=${id}&pane=data`);
  const run = runPane(page);
  await expect(run.getByRole('tab', { name: 'Data' })).toHaveAttribute('aria-selected', 'true');
  await expect(run.getByText('"A-77"')).toBeVisible();
  await run.getByRole('tab', { name: 'Messages' }).click();
  await expectInAddress(page, 'pane', 'messages');
  await openRow(table(page, 'Runs'), { Run: /switched off/ });
  await expectInAddress(page, 'run', older);
  await expect(run.getByRole('tab', { name: 'Messages' })).toHaveAttribute('aria-selected', 'true');
  await run.getByRole('button', { name: 'Close run' }).click();
  await expect(run).toBeHidden();
  await expect(page).not.toHaveURL(/pane=/);
});

test('a failed run shows its reason above and at the step, its fix once, and the response of the provider', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  const { id } = await createBouncedRun(tenant, jane);
  await visit(`/activity?run=${id}`);
  const run = runPane(page);
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SendGrid said');
  const step = run.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Send the receipt/ }) });
  await expect(step.getByText(/SendGrid said/)).toHaveCount(1);
  await step.getByRole('button', { name: /^Send the receipt/ }).click();
  await expect(step.getByText(/^SendGrid said/)).toBeVisible();
  await step.getByRole('button', { name: /^Send the receipt/ }).click();
  await expect(run.getByRole('region', { name: 'What to do' })).toContainText(/Correct the email address\s*Retry/);
  await expect(run.getByRole('button', { name: 'Retry' })).toHaveCount(1);
  await expect(run.getByRole('region', { name: 'raw detail' })).toContainText('550 5.1.1 mailbox');
});

test('a run that sent nothing shows the missing address first, not the step skipped by a rule', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant, { email: null });
  const values = { 'payload.byEmail': true };
  const byRule = reasonFor('skip_condition', { condition: { '==': [{ var: 'payload.byEmail' }, true] }, values });
  const noAddress = reasonFor('no_address', { channel: 'email' });
  const skipped = (type: string, name: string, reason: Reason) => ({
    ...{ type, name, status: 'skipped' },
    details: [{ status: 'Warning', detail: 'x', reason }],
  });
  const sent = { status: 'Success', detail: 'x', reason: reasonFor('delay_finished', { span: 1 }) };
  const waits = ['First', 'Second'].map((name) => ({ type: 'delay', name, status: 'completed', details: [sent] }));
  const steps = [...waits, skipped('sms', 'Code by SMS', byRule), skipped('email', 'Code by email', noAddress)];
  const { id } = await createRun(tenant, { person: jane, steps });
  await visit(`/activity?run=${id}`);
  const summary = 'Email skipped: no email address; SMS skipped: byEmail is true';
  await expect(table(page, 'Runs')).toContainText(summary);
  const run = runPane(page);
  await expect(run.getByRole('heading', { level: 2 })).toHaveText(`${summary}.`);
  await expect(run.getByRole('button', { name: 'Add the email address' })).toBeVisible();
  // The heading already names the missing address.
  await expect(fact(run, 'Recipient')).not.toContainText('No email address');
  await expect(run.getByText('byEmail is true', { exact: true })).toBeVisible();
  await expect(run.getByRole('listitem').filter({ hasText: 'Code by email' })).toContainText(/No email address · \d/);
  const done = run.getByRole('button', { name: '2 steps done: delay' });
  await expect(run.getByText('Second')).toBeHidden();
  await done.click();
  await expect(run.getByText('Second')).toBeVisible();
  await run.getByRole('link', { name: 'Explain' }).click();
  await expect(page.getByRole('heading', { name: `${summary}.` })).toBeVisible();
});

test('a run with two failed steps counts them, links to the first fix, and folds skipped steps', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  const rejected = reasonFor('provider_rejected', { provider: 'SendGrid', words: '550 unknown', attempt: 1 });
  const skipped = reasonFor('skip_condition', {
    condition: { '==': [{ var: 'payload.byEmail' }, true] },
    values: { 'payload.byEmail': true },
  });
  const failed = { status: 'failed', details: [{ status: 'Failed', detail: 'x', reason: rejected }] };
  const steps = [
    { type: 'email', name: 'Send the receipt', ...failed },
    { type: 'push', name: 'Notify the app', ...failed },
    {
      type: 'sms',
      name: 'Text them',
      status: 'skipped',
      details: [{ status: 'Success', detail: 'x', reason: skipped }],
    },
  ];
  const { id } = await createRun(tenant, { person: jane, steps });
  await visit(`/activity?run=${id}`);
  const run = runPane(page);
  const heading = run.getByRole('heading', { level: 2 });
  await expect(heading).toContainText('Email failed: SendGrid said “550 unknown”; 1 more failed.');
  await expect(heading).toContainText('Push failed: SendGrid said “550 unknown”.');
  await expect(table(page, 'Runs')).toContainText('Email failed: SendGrid said “550 unknown”; 1 more failed');
  const text = run.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Text them/ }) });
  await expect(text).toContainText(/byEmail is true · \d/);
  await expect(text.getByRole('link', { name: 'Open the skip rule' })).toBeHidden();
  await text.getByRole('button', { name: /^Text them/ }).click();
  await expect(text.getByRole('link', { name: 'Open the skip rule' })).toBeVisible();
  await expect(run.getByRole('button', { name: 'Copy email address' })).toBeVisible();
});

test('a run from a subscriber’s profile opens next to the list, which stays unchanged', async ({
  page,
  tenant,
  visit,
}) => {
  const jane = await createSubscriber(tenant);
  const { id } = await createSkippedRun(tenant, jane);
  await visit('/subscribers/user_jane?tab=activity');
  await openRow(table(page, 'Runs'), { Run: /Order shipped/ });
  const pane = runPane(page);
  await expect(pane.getByRole('heading', { name: /^Email skipped: / })).toBeVisible();
  const list = table(page, 'Runs');
  await expect(list.getByRole('row').filter({ hasText: 'Order shipped' })).toBeInViewport({ ratio: 1 });
  const right = await list.evaluate((element) => element.getBoundingClientRect().right);
  expect(await pane.evaluate((element) => element.getBoundingClientRect().left)).toBeGreaterThanOrEqual(right);
  await expect(page.getByRole('tab', { name: 'Preferences' })).toBeVisible();
  await expectInAddress(page, 'run', id);
  await expect(page).toHaveURL(/\/subscribers\/user_jane/);
  await expect(pane).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(bodyRows(list)).toHaveCount(1);
  await expect(page.getByRole('complementary', { name: 'Facts' })).toBeVisible();
});

test.describe('a sensitive message', () => {
  const secret = 'Your code is 918273';

  async function visitMessage(tenant: Parameters<typeof createSubscriber>[0], visit: (path: string) => Promise<void>) {
    const jane = await createSubscriber(tenant);
    const workflowId = await createWorkflow(tenant, { identifier: 'code', is_sensitive: true });
    const { id, transactionId } = await createSentRun(tenant, jane, { workflowId });
    const run = { notification_id: id, transaction_id: transactionId };
    const content = { workflow_id: workflowId, subject: secret, content: secret };
    const message = await createMessage(tenant, jane, { ...run, ...content });
    await visit(`/messages/${message}`);
  }

  test.describe('for support', () => {
    test.use({ role: 'support' });

    test('is withheld, and shows who may see it', async ({ page, tenant, visit }) => {
      await visitMessage(tenant, visit);
      const reveal = page.getByRole('region', { name: 'Withheld content' }).getByRole('button', { name: 'Reveal' });
      await expect(reveal).toHaveAttribute('aria-description', /Only owners, admins and developers/);
      await expect(page.getByText(secret)).toHaveCount(0);
    });

    test('is not sent to an address that support corrects', async ({ page, tenant, visit }) => {
      const jane = await createSubscriber(tenant);
      const workflowId = await createWorkflow(tenant, { identifier: 'code', is_sensitive: true });
      const { id } = await createBouncedRun(tenant, jane, { workflowId });
      await visit(`/activity?run=${id}`);
      await runPane(page).getByRole('button', { name: 'Correct the email address' }).click();
      const dialog = page.getByRole('dialog', { name: 'Correct the email address' });
      await expect(dialog).toContainText('the step is not sent to a changed address');
      await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Save and retry' })).toHaveCount(0);
    });
  });

  test.describe('for a developer', () => {
    test.use({ role: 'developer' });

    test('is shown after it is revealed', async ({ page, tenant, visit }) => {
      await visitMessage(tenant, visit);
      await expect(page.getByText(secret)).toHaveCount(0);
      await page.getByRole('button', { name: 'Reveal' }).click();
      await expect(page.getByText(secret).first()).toBeVisible();
    });
  });
});

test('a step opens in the editor, whose preview has the recipient and the payload of the run', async ({
  page,
  call,
  visit,
}) => {
  await authorSmsSandbox(call);
  const body = 'Hello {{ subscriber.firstName }}, order {{ payload.order }}';
  const { workflowId } = await authorWorkflow(call, {
    steps: [{ name: 'Text', type: 'sms', controlValues: { body } }],
  });
  const trigger = (subscriberId: string, firstName: string, order: number) =>
    call('POST', '/v1/events/trigger', {
      body: { name: workflowId, to: { subscriberId, firstName, phone: '+15555550123' }, payload: { order } },
    });
  expect((await trigger('jane', 'Jane', 4711)).status).toBe(201);
  expect((await trigger('ada', 'Ada', 7)).status).toBe(201);
  await visit('/activity');
  await openRow(table(page, 'Runs'), { Recipient: /Jane/ });
  await runPane(page).getByRole('link', { name: 'Preview in the editor' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Hello Jane, order 4711');
});
