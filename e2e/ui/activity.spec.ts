import type { Page } from '@playwright/test';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import {
  bodyRows,
  expect,
  expectInAddress,
  expectRowVisible,
  fact,
  filterBy,
  openFilter,
  openRow,
  phone,
  rowWith,
  table,
  test,
} from './fixtures.ts';
import {
  createBouncedRun,
  createMessage,
  createOrderWorkflow,
  createRun,
  createSentRun,
  createSkippedRun,
  createSubscriber,
  minutesAgo,
} from './story.ts';

test.use({ role: 'support' });

const bounced = 'mailbox jane@shop.example not found';

test.describe('why did Jane not get her email?', () => {
  test('the row shows the reason', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const bob = { subscriber_id: 'user_bob', first_name: 'Bob', last_name: 'Fox', email: 'bob@shop.example' };
    await createBouncedRun(tenant, jane);
    await createSkippedRun(tenant, await createSubscriber(tenant, bob));
    await visit('/activity');
    const events = table(page, 'Runs');
    await expectRowVisible(events, { Run: 'Failed', Recipient: 'Jane Cooper', Outcome: bounced, When: '5 min ago' });
    const off = 'Email skipped: switched off for this workflow';
    await expectRowVisible(events, { Run: 'Skipped', Recipient: 'Bob Fox', Outcome: off });
  });

  test('is found by her email address, which is then in the page’s address', async ({ page, tenant, visit }) => {
    await createBouncedRun(tenant, await createSubscriber(tenant));
    await createSentRun(tenant, await createSubscriber(tenant, { subscriber_id: 'user_bob', email: 'bob@x.example' }));
    await visit('/activity');
    const events = table(page, 'Runs');
    await expect(bodyRows(events)).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search by name, email or subscriber ID' }).fill('jane@shop');
    await expect(bodyRows(events)).toHaveCount(1);
    await expectRowVisible(events, { Recipient: 'jane@shop.example', Outcome: bounced });
    await expectInAddress(page, 'search', 'jane@shop');
    await page.reload();
    await expect(bodyRows(events)).toHaveCount(1);
    await expect(page.getByRole('searchbox', { name: 'Search by name, email' })).toHaveValue('jane@shop');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(bodyRows(events)).toHaveCount(2);
    await expectInAddress(page, 'search', null);
  });

  test('is found by her subscriber ID', async ({ page, tenant, visit }) => {
    await createBouncedRun(tenant, await createSubscriber(tenant));
    await createSentRun(tenant, await createSubscriber(tenant, { subscriber_id: 'user_bob', email: null }));
    await visit('/activity?search=user_jane');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  });

  test('is answered by the open run, including the response of the provider', async ({ page, tenant, visit }) => {
    const { id, transactionId } = await createBouncedRun(tenant, await createSubscriber(tenant));
    await visit('/activity');
    await openRow(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
    const event = page.getByRole('region', { name: 'Run', exact: true });
    await expect(event.getByRole('heading', { level: 2 })).toContainText(
      `Email failed: SendGrid said “550 5.1.1 ${bounced}”`,
    );
    await expect(event.getByRole('heading', { level: 2 })).toContainText('In-app sent.');
    await expect(fact(event, 'Transaction')).toContainText(transactionId);
    await expect(fact(event, 'Recipient').getByRole('link', { name: 'Jane Cooper' })).toHaveAttribute(
      'href',
      '/development/subscribers/user_jane',
    );
    const failed = event.getByRole('button', { name: /Send the receipt/ });
    await expect(failed).toHaveAttribute('aria-expanded', 'true');
    await expect(failed).toContainText('Failed');
    await expect(fact(event, 'Provider')).toContainText('SendGrid');
    await expect(event.getByText('Step queued')).toBeVisible();
    await expect(event.getByRole('region', { name: 'raw detail' })).toContainText('"code": 550');

    const sent = event.getByRole('button', { name: /Show in the inbox/ });
    await expect(sent).toHaveAttribute('aria-expanded', 'false');
    await expect(event.getByText('Inbox accepted the message')).toBeHidden();
    await sent.click();
    await expect(event.getByText('Inbox accepted the message')).toBeVisible();
    await expectInAddress(page, 'run', id);
  });

  test('a reload keeps the open run, and Back closes it', async ({ page, tenant, visit }) => {
    const { id } = await createBouncedRun(tenant, await createSubscriber(tenant));
    await visit('/activity?range=7d');
    await openRow(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
    const event = page.getByRole('region', { name: 'Run', exact: true });
    await expectInAddress(page, 'run', id);
    await page.reload();
    await expect(event.getByText(bounced).first()).toBeVisible();
    await expectInAddress(page, 'range', '7d');
    await page.goBack();
    await expect(event).toBeHidden();
    await expectInAddress(page, 'run', null);
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
    await page.goForward();
    await expect(event).toBeVisible();
    await event.getByRole('button', { name: 'Close run' }).click();
    await expect(event).toBeHidden();
  });

  test('the run leads to its messages, its payload and the whole record', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const { id, transactionId } = await createSentRun(tenant, jane, { payload: { parcel: 'DHL-77' } });
    const message = await createMessage(tenant, jane, { notification_id: id, transaction_id: transactionId });
    await visit(`/activity?run=${id}`);
    const event = page.getByRole('region', { name: 'Run', exact: true });
    await event.getByRole('tab', { name: 'Data' }).click();
    await expect(event.getByRole('region', { name: 'payload' })).toContainText('"parcel": "DHL-77"');
    await event.getByRole('tab', { name: 'Raw' }).click();
    await expect(event.getByRole('region', { name: 'run as JSON' })).toContainText(
      `"transactionId": "${transactionId}"`,
    );
    await event.getByRole('tab', { name: 'Messages' }).click();
    await expect(event.getByRole('button', { name: /Your order A-1042 is on its way/, expanded: true })).toBeVisible();
    await event.getByRole('link', { name: 'Open the message' }).click();
    await expect(page).toHaveURL(`/development/messages/${message}`);
  });

  test('each run of a transaction with two recipients shows its own messages', async ({ page, tenant, visit }) => {
    const transactionId = 'txn_both';
    const bob = { subscriber_id: 'user_bob', first_name: 'Bob', last_name: 'Fox', email: 'bob@shop.example' };
    const people = [await createSubscriber(tenant), await createSubscriber(tenant, bob)];
    const subjects = ['For Jane: parcel A-1', 'For Bob: parcel B-2'];
    const ids: string[] = [];
    for (const [index, person] of people.entries()) {
      const { id } = await createSentRun(tenant, person, { transactionId });
      const columns = { notification_id: id, transaction_id: transactionId, subject: subjects[index] };
      await createMessage(tenant, person, columns);
      ids.push(id);
    }
    const event = page.getByRole('region', { name: 'Run', exact: true });
    for (const [index, id] of ids.entries()) {
      await visit(`/activity?run=${id}`);
      await event.getByRole('tab', { name: 'Messages' }).click();
      await expect(event.getByRole('tabpanel').getByRole('button')).toHaveText([new RegExp(subjects[index] ?? '')]);
    }
  });

  test('on a phone the list has one column with the reason below the name, and a run is a page', async ({
    page,
    tenant,
    visit,
  }) => {
    await page.setViewportSize(phone);
    await createBouncedRun(tenant, await createSubscriber(tenant));
    await visit('/activity');
    const events = table(page, 'Runs');
    const row = rowWith(events, { Run: 'Order shipped' });
    await expect(row.getByText('Jane Cooper').and(page.locator(':visible'))).toHaveCount(1);
    await expect(row.getByText(bounced).and(page.locator(':visible'))).toHaveCount(1);
    await row.getByRole('link').click();
    await expect(events).toBeHidden();
    await expect(page.getByRole('heading', { name: /Email failed/ })).toBeVisible();
    await page.getByRole('button', { name: 'All runs' }).click();
    await expect(events).toBeVisible();
  });
});

test.describe('filters', () => {
  test('by workflow, channel and severity narrow the list and are in the address', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const workflowId = await createOrderWorkflow(tenant);
    await createSentRun(tenant, jane, { workflowId, severity: 'high' });
    const sms = { type: 'sms', name: 'Code', status: 'completed', provider: 'twilio' };
    await createRun(tenant, { person: jane, workflow: 'Sign-in code', severity: 'low', steps: [sms] });
    await visit('/activity');
    const events = table(page, 'Runs');
    await expect(bodyRows(events)).toHaveCount(2);

    await filterBy(page, 'Workflow', 'Order shipped');
    await expect(bodyRows(events)).toHaveCount(1);
    await expectRowVisible(events, { Run: 'Order shipped' });
    await expectInAddress(page, 'workflow', workflowId);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filter workflow' }).click();
    await expect(bodyRows(events)).toHaveCount(2);

    await filterBy(page, 'Channel', 'SMS');
    await expect(bodyRows(events)).toHaveCount(1);
    await expectRowVisible(events, { Run: 'Sign-in code' });
    await expectInAddress(page, 'channel', 'sms');

    await visit('/activity?severity=high');
    await expect(bodyRows(events)).toHaveCount(1);
    await expectRowVisible(events, { Run: 'High severity' });
  });

  test('by side show the runs that the provider failed, with counts, and the run shows the side', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    await createBouncedRun(tenant, jane);
    await createSkippedRun(tenant, jane);
    await createSentRun(tenant, jane);
    await visit('/activity');
    const events = table(page, 'Runs');
    await expect(bodyRows(events)).toHaveCount(3);
    await openFilter(page, 'Cause');
    const panel = page.getByRole('dialog', { name: 'Cause' });
    await expect(panel.locator('label')).toHaveText(['Provider', 'Recipient1', 'Workflow', 'Opt-out1', 'Belfry']);
    await panel.getByRole('checkbox', { name: 'Recipient' }).click();
    await expect(bodyRows(events)).toHaveCount(1);
    await expectInAddress(page, 'side', 'recipient');
    await page.keyboard.press('Escape');
    await openFilter(page, 'Reason');
    const choice = page
      .getByRole('dialog', { name: 'Reason' })
      .locator('label')
      .filter({ hasText: 'Switched off for this workflow' });
    await expect(choice).toContainText('1');
    await page.keyboard.press('Escape');
    await openRow(events, { Recipient: 'Jane Cooper' });
    await expect(fact(page.getByRole('region', { name: 'Run', exact: true }), 'Cause')).toHaveText('Recipient');
  });

  test('by transaction ID are added from the menu', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createSentRun(tenant, jane, { transactionId: 'txn_wanted' });
    await createSentRun(tenant, jane, { transactionId: 'txn_other' });
    await visit('/activity');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(2);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Transaction ID' }).click();
    await page.getByRole('textbox', { name: 'Transaction ID' }).fill('txn_wanted');
    await page.keyboard.press('Enter');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
    await expectInAddress(page, 'transaction', 'txn_wanted');
  });

  test('are each a step of the history, can be saved as a view, and apply to the export', async ({
    page,
    tenant,
    visit,
  }) => {
    await createBouncedRun(tenant, await createSubscriber(tenant));
    const bob = await createSubscriber(tenant, {
      subscriber_id: 'user_bob',
      first_name: 'Bob',
      email: 'bob@x.example',
    });
    const sent = await createSentRun(tenant, bob);
    await visit('/activity?severity=none');
    const events = table(page, 'Runs');
    await expect(bodyRows(events)).toHaveCount(2);
    await openFilter(page, 'Subscriber');
    await page.getByRole('combobox', { name: 'Subscriber' }).fill('user_bob');
    await page.getByRole('option', { name: /user_bob/ }).click();
    await expect(bodyRows(events)).toHaveCount(1);

    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Only Bob');
    await page.getByRole('button', { name: 'Save this view' }).click();
    const notice = page.getByText('View “Only Bob” saved');
    await expect(notice).toBeVisible();
    const typeface = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    await expect(notice).toHaveCSS('font-family', typeface);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /NDJSON/ }).click();
    const file = await (await download).createReadStream();
    const lines = (await file.toArray()).join('').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).transactionId)).toEqual([sent.transactionId]);

    await page.goBack();
    await expect(bodyRows(events)).toHaveCount(2);
    await expectInAddress(page, 'severity', 'none');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Only Bob' }).click();
    await expect(bodyRows(events)).toHaveCount(1);
    await expectInAddress(page, 'subscriber', 'user_bob');
  });

  test('a range in the chart is selected by keys alone', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    for (let n = 0; n < 9; n += 1)
      await createSentRun(tenant, jane, { workflow: 'Long ago', at: minutesAgo(20 * 60 - n) });
    await createBouncedRun(tenant, jane, { workflow: 'Just now', at: minutesAgo(2) });
    await visit('/activity');
    const events = table(page, 'Runs');
    await expect(bodyRows(events)).toHaveCount(10);
    const chart = page.getByRole('slider', { name: 'Runs over time' });
    await expect(chart).toHaveAttribute('aria-valuetext', '10 runs, 1 of them failed');
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+PageDown');
    await expect(chart).toHaveAttribute('aria-valuetext', /: 1 run, failed$/);
    await page.keyboard.press('Enter');
    await expect(bodyRows(events)).toHaveCount(1);
    await expectRowVisible(events, { Run: 'Just now' });
    await expect(chart).toBeHidden();
    await expect(page.getByText('1 run, failed')).toBeVisible();
    await page.getByRole('button', { name: 'Whole range' }).click();
    await expect(bodyRows(events)).toHaveCount(10);
  });

  test('are fully visible when set, with the range and the button that clears them, at every width', async ({
    page,
    tenant,
    visit,
  }) => {
    await createBouncedRun(tenant, await createSubscriber(tenant), { severity: 'high' });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 800 },
      { width: 768, height: 1024 },
      phone,
    ]) {
      await page.setViewportSize(size);
      await visit('/activity?status=failed,skipped&channel=email,sms&severity=high&email=jane@shop.example&range=30d');
      await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
      const bar = page.getByRole('search', { name: 'Filter runs' });
      for (const name of ['Last 30 days', 'Status Failed', 'Channel Email, SMS', 'Severity High', /^Email jane@shop/])
        await expect(bar.getByRole('button', { name }).first()).toBeInViewport({ ratio: 1 });
      await expect(bar.getByRole('button', { name: 'Filter', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(bar.getByRole('button', { name: 'Clear filters' })).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: '4 · Clear filters' }).click();
    await expectInAddress(page, 'status', null);
    await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  });

  test('without enough space are in the menu, which opens their panel', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await createBouncedRun(tenant, await createSubscriber(tenant));
    await visit('/activity');
    const bar = page.getByRole('search', { name: 'Filter runs' });
    const chip = bar.getByRole('button', { name: 'Subscriber', exact: true });
    await expect(bar.getByRole('button', { name: 'Status', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(chip).toBeHidden();
    await bar.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Status', exact: true })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Subscriber', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Subscriber' })).toBeFocused();
    await expect(chip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chip).toBeHidden();
    await expect(bar.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  });

  test('an older run appears once the range is wider', async ({ page, tenant, visit }) => {
    const at = minutesAgo(3 * 24 * 60);
    const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(at);
    await createSentRun(tenant, await createSubscriber(tenant), { at });
    await visit('/activity');
    await expect(page.getByText('Nothing was triggered in the last 24 hours')).toBeVisible();
    await filterBy(page, 'Last 24 hours', 'Last 7 days');
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper', When: weekday });
    await expectInAddress(page, 'range', '7d');
  });

  test('a range is typed in words, and its end is chosen in the month by keys', async ({ page, tenant, visit }) => {
    const at = minutesAgo(3 * 24 * 60);
    await createSentRun(tenant, await createSubscriber(tenant), { at });
    await visit('/activity');
    await page.getByRole('button', { name: 'Last 24 hours' }).click();
    const range = page.getByRole('form', { name: 'Range with dates' });
    const [from, to] = [range.getByLabel('From', { exact: true }), range.getByLabel('To', { exact: true })];
    await from.fill('some day');
    await expect(range).toContainText('Not a time. Examples:');
    await expect(from).toHaveAttribute('aria-invalid', 'true');
    await from.fill('4 days ago');
    await range.getByRole('button', { name: 'Choose the day: To' }).click();
    await expect(range.locator('[aria-current=date]')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(to).toHaveValue(/, 23:59$/);
    await range.getByRole('button', { name: 'Show this range' }).click();
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
    await expect(page).toHaveURL(/from=.+&to=/);
  });
});

test.describe('the empty list of a member who may change workflows', () => {
  test.use({ role: 'developer' });

  test('without workflows offers to publish those of another environment', async ({ page, call, visit }) => {
    const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
    await call('POST', '/v2/workflows', { body: { name: 'Greeting', workflowId: 'greeting', active: true, steps } });
    await visit('/activity');
    await page.goto('/production/activity');
    await expect(page.getByText('Development has 1 workflow. Production has no active workflow.')).toBeVisible();
    await page.getByRole('link', { name: 'Publish from Development' }).click();
    await expect(page).toHaveURL('/development/publish?target=production');
    await expect(page.getByRole('checkbox', { name: 'Select Greeting' })).not.toBeChecked();
  });

  test('before the first run shows how to trigger one, has no filters, and adds the run automatically', async ({
    page,
    call,
    visit,
  }) => {
    await visit('/activity');
    await expect(
      page.getByRole('heading', { name: 'No workflow has been triggered in Development yet' }),
    ).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText([
      'Add an integration',
      'Create a workflow',
      'Add yourself as a subscriber',
      'Trigger the workflow',
      'See the result',
    ]);
    await expect(page.getByRole('region', { name: 'Commands' })).toContainText('/api/v1/events/trigger');
    await expect(page.getByRole('search', { name: 'Filter runs' })).toHaveCount(0);
    await expect(page.getByRole('slider', { name: 'Runs over time' })).toHaveCount(0);
    const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
    await call('POST', '/v2/workflows', { body: { name: 'The first', workflowId: 'first', active: true, steps } });
    await call('POST', '/v1/events/trigger', { body: { name: 'first', to: 'user_jane' } });
    await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('The first');
    await page.getByRole('button', { name: 'Close the checklist' }).click();
    await expectRowVisible(table(page, 'Runs'), { Run: 'The first' });
    await expect(page.getByRole('search', { name: 'Filter runs' })).toBeVisible();
  });
});

test.describe('the empty list', () => {
  test('offers the runs of subscribers with the searched name', async ({ page, tenant, visit }) => {
    await createSentRun(tenant, await createSubscriber(tenant));
    await visit('/activity?search=Jane%20Cooper');
    await page.getByRole('link', { name: 'Runs of Jane Cooper · jane@shop.example' }).click();
    await expectInAddress(page, 'search', null);
    await expectInAddress(page, 'subscriber', 'user_jane');
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  });

  test('names the filters, and a button clears them', async ({ page, tenant, visit }) => {
    await createSentRun(tenant, await createSubscriber(tenant));
    await visit('/activity?search=nobody@shop.example&channel=push');
    await expect(page.getByText('No run matches')).toBeVisible();
    await expect(
      page.getByText(
        /In Development, last 24 hours: channel Push · name, email or subscriber ID with “nobody@shop.example”/,
      ),
    ).toBeVisible();
    await expect(page.getByText('There were none in the last 90 days either.')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expectRowVisible(table(page, 'Runs'), { Recipient: 'Jane Cooper' });
  });

  test('links to a run of an earlier day, and keeps the filters', async ({ page, tenant, visit }) => {
    const at = minutesAgo(3 * 24 * 60);
    await createRun(tenant, { person: await createSubscriber(tenant), workflow: 'Earlier', at, steps: [] });
    await visit('/activity?search=user_jane');
    await page.getByRole('button', { name: 'Show 1 run of the last 90 days' }).click();
    await expectRowVisible(table(page, 'Runs'), { Run: 'Earlier' });
    await expectInAddress(page, 'search', 'user_jane');
  });
});

test('pages go forwards and backwards, and are in the address', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  for (let n = 1; n <= 31; n += 1) {
    await createRun(tenant, { person: jane, workflow: `Workflow ${n}`, at: minutesAgo(60 - n), steps: [] });
  }
  await visit('/activity');
  const events = table(page, 'Runs');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(bodyRows(events)).toHaveCount(30);
  await expect(bodyRows(events).first()).toContainText('Workflow 31');
  await expect(pages).toContainText('1–30');
  await expect(pages.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(bodyRows(events)).toHaveCount(1);
  await expect(bodyRows(events).first()).toContainText('Workflow 1');
  await expectInAddress(page, 'page', '1');
  await expect(pages).toContainText('31–31');
  await expect(pages.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(bodyRows(events)).toHaveCount(30);
  await visit('/activity?page=1');
  await expect(page.getByText('Page 2')).toBeVisible();
  await page.getByRole('button', { name: 'Newest runs' }).click();
  await expect(bodyRows(events).first()).toContainText('Workflow 31');
});

test.describe('an open run', () => {
  const run = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });

  async function visitList(tenant: Tenant, visit: (path: string) => Promise<void>, path = '/activity') {
    const jane = await createSubscriber(tenant);
    for (let n = 30; n > 0; n -= 1) {
      await createSkippedRun(tenant, jane, { workflow: `Workflow ${n}.`, at: minutesAgo(n) });
    }
    await visit(path);
  }

  test('moves neither its row nor the filters, and has a marked row', async ({ page, tenant, visit }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitList(tenant, visit);
    const row = rowWith(table(page, 'Runs'), { Run: 'Workflow 9.' });
    const filters = page.getByRole('search', { name: 'Filter runs' });
    await expect(page.getByRole('slider', { name: 'Runs over time' })).toBeVisible();
    const places = async () => [(await row.boundingBox())?.y, await filters.boundingBox()];
    const before = await places();
    await row.getByRole('link').click();
    await expect(run(page).getByRole('heading', { level: 2 })).toBeVisible();
    await expect(row).toHaveAttribute('aria-current', 'true');
    // The bar fits its filters into the new width before the next paint.
    await expect.poll(places).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(run(page)).toBeHidden();
    await expect.poll(places).toEqual(before);
  });

  test('is opened by its link without a new page, and the filters stay', async ({ page, tenant, visit }) => {
    await visitList(tenant, visit, '/activity?range=7d');
    const fetched: string[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has('_rsc') && searchParams.has('run')) fetched.push(request.url());
    });
    const link = (name: string) => rowWith(table(page, 'Runs'), { name }).getByRole('link');
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await link('Workflow 9.').click();
    await expect(run(page)).toBeFocused();
    // The URL follows within a moment. Changes within the same moment share one history entry.
    await expect.poll(entries).toBe(before + 1);
    await page.keyboard.press('j');
    await expect(rowWith(table(page, 'Runs'), { name: 'Workflow 10.' })).toHaveAttribute('aria-current', 'true');
    await expect.poll(entries).toBe(before + 2);
    await expectInAddress(page, 'range', '7d');
    await page.keyboard.press('Escape');
    await expect(run(page)).toBeHidden();
    await expect.poll(entries).toBe(before + 3);
    expect(fetched).toEqual([]);
  });

  test('of another page is named above the list', async ({ page, tenant, visit }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const jane = await createSubscriber(tenant);
    const { id } = await createSentRun(tenant, jane, { workflow: 'Long ago', at: minutesAgo(3 * 24 * 60) });
    await createSentRun(tenant, jane, { workflow: 'Just now' });
    await visit(`/activity?run=${id}`);
    const named = page.getByRole('region', { name: 'Runs' }).locator('p[aria-current]');
    await expect(named).toContainText('Long ago');
    await expect(named).toContainText('The open run is not on this page');
    await openRow(table(page, 'Runs'), { Run: 'Just now' });
    await expect(named).toBeHidden();
  });

  test('on a phone begins at its top, and Back restores the position of the list', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await visitList(tenant, visit);
    const row = rowWith(table(page, 'Runs'), { Run: 'Workflow 20.' });
    await row.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(100);
    await row.getByRole('link').click();
    await expect(run(page).getByRole('heading', { level: 2 })).toBeInViewport();
    await page.getByRole('button', { name: 'All runs' }).click();
    await expect(row).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});

test('is reached by keys: j and k move, Enter opens, Escape closes, / searches', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  await createSentRun(tenant, jane, { workflow: 'First', at: minutesAgo(1) });
  const second = await createSentRun(tenant, jane, { workflow: 'Second', at: minutesAgo(2) });
  await createSentRun(tenant, jane, { workflow: 'Third', at: minutesAgo(3) });
  await visit('/activity');
  const link = (name: string) => rowWith(table(page, 'Runs'), { name }).getByRole('link');
  await expect(link('First')).toBeVisible();
  await page.keyboard.press('j');
  await expect(link('First')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(link('Third')).toBeFocused();
  await page.keyboard.press('k');
  await expect(link('Second')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectInAddress(page, 'run', second.id);
  const event = page.getByRole('region', { name: 'Run', exact: true });
  await expect(event).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(event).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search by name, email' })).toBeFocused();
  await page.keyboard.type('jk');
  await expect(page.getByRole('searchbox', { name: 'Search by name, email' })).toHaveValue('jk');
});

test('names of workflows are not truncated at 1440 and 1280 px, or at 200% zoom', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  await createSkippedRun(tenant, jane, { workflow: 'Order confirmation', severity: 'high' });
  for (const path of ['/activity', '/subscribers/user_jane']) {
    await visit(path);
    const name = table(page, 'Runs').getByRole('link').getByText('Order confirmation');
    await expect(name).toBeVisible();
    for (const width of [1440, 1280, 720]) {
      await page.setViewportSize({ width, height: width === 720 ? 450 : 900 });
      const cut = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      await expect.poll(cut, `${path} at ${width} px`).toBe(0);
    }
  }
});

test('times are in the zone that the reader chose in the account', async ({ page, tenant, visit }) => {
  await createBouncedRun(tenant, await createSubscriber(tenant));
  await page.goto('/settings/account');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Kathmandu/Asia');
  await expect(page.getByText('Choose a zone, such as Europe/Berlin or UTC.')).toBeVisible();
  await zone.fill('Asia/Kathmandu');
  await visit('/activity');
  const time = bodyRows(table(page, 'Runs')).locator('time');
  await expect(time).toHaveAttribute('data-tip', /GMT\+5:45/);
  await page.reload();
  await expect(time).toHaveAttribute('data-tip', /GMT\+5:45/);
  await page.getByRole('button', { name: 'Last 24 hours' }).click();
  const range = page.getByRole('form', { name: 'Range with dates' });
  await expect(range.getByRole('combobox', { name: 'Time zone' })).toHaveText('Yours, Asia/Kathmandu');
  await page.goto('/settings/account');
  await expect(zone).toHaveValue('Asia/Kathmandu');
  await zone.fill('');
  await visit('/activity');
  await expect(time).not.toHaveAttribute('data-tip', /GMT\+5:45/);
});

test('new runs are counted immediately, and shown on demand', async ({ page, call, tenant, visit }) => {
  const steps = [{ name: 'Text', type: 'sms', controlValues: { body: 'Hello' } }];
  await call('POST', '/v2/workflows', { body: { name: 'Arrived', workflowId: 'live', active: true, steps } });
  await createSentRun(tenant, await createSubscriber(tenant), { workflow: 'Before' });
  await visit('/activity');
  const events = table(page, 'Runs');
  await expectRowVisible(events, { Run: 'Before' });
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await call('POST', '/v1/events/trigger', { body: { name: 'live', to: 'user_jane' } });
  const arrived = page.getByRole('button', { name: '1 new' });
  await expect(arrived).toBeVisible();
  await expect(bodyRows(events)).toHaveCount(1);
  await arrived.click();
  await expect(bodyRows(events)).toHaveCount(2);
  await expectRowVisible(events, { Run: 'Arrived' });
});

test('the reason why the live list stopped replaces the live mark', async ({ page, tenant, visit }) => {
  await createBouncedRun(tenant, await createSubscriber(tenant));
  const mark = page.getByText(/^Live( off.+)?$/);
  for (const [path, text] of [
    ['/activity', 'Live'],
    ['/activity?status=failed', 'Live off while filtered by status'],
    ['/activity?reason=bounced', 'Live off while filtered by reason'],
    ['/activity?page=1', 'Live off after the first page'],
    [`/activity?to=${minutesAgo(1).toISOString()}`, 'Live off: the range has ended'],
  ] as const) {
    await visit(path);
    await expect(mark).toHaveText(text);
  }
});

test('a long reason is shown in full on two lines, in a row of the usual height', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  const words = 'the mailbox is full, and their postmaster asks to write to another one';
  const reason = reasonFor('provider_rejected', { provider: 'SendGrid', words, attempt: 1 });
  const details = [{ status: 'Failed', detail: 'Unexpected provider error', reason }];
  await createRun(tenant, {
    person: jane,
    workflow: 'Long',
    steps: [{ type: 'email', name: 'Send', status: 'failed', details }],
  });
  await createSentRun(tenant, jane, { workflow: 'Short' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit('/activity');
  const rows = ['Long', 'Short'].map((name) => rowWith(table(page, 'Runs'), { Run: name }));
  const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height));
  expect(heights).toEqual([44, 44]);
  const text = table(page, 'Runs').getByText(words).and(page.locator(':visible'));
  const [shown, whole] = await text.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]);
  expect([shown, whole]).toEqual([36, 36]);
});

test('the list is painted with the page, not as separate layers', async ({ page, tenant, visit }) => {
  await page.setViewportSize({ width: 1440, height: 240 }); // an element is sticky only if the page scrolls
  const jane = await createSubscriber(tenant);
  await createSkippedRun(tenant, jane);
  await createSentRun(tenant, jane); // the setup is over, and its note does not move the filters
  await visit('/activity');
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(2);
  const session = await page.context().newCDPSession(page);
  let owners: number[] = [];
  session.on('LayerTree.layerTreeDidChange', ({ layers }) => {
    owners = layers?.flatMap(({ backendNodeId }) => backendNodeId ?? []) ?? owners;
  });
  await session.send('DOM.enable');
  await session.send('LayerTree.enable');
  const layerNames = () =>
    Promise.all(
      owners.map(async (id) => (await session.send('DOM.describeNode', { backendNodeId: id })).node.nodeName),
    );
  await expect.poll(layerNames).toContain('ASIDE');
  // Elements that stay while the page scrolls: sidebar, top bar, filters, column headers. Others are fully repainted at each change.
  const fixed = ['#document', 'ASIDE', 'HEADER', 'TH', 'svg'];
  await expect.poll(async () => (await layerNames()).filter((name) => !fixed.includes(name))).toEqual([]);
});

test('a run of another environment is not found', async ({ page, visit, expectError }) => {
  expectError(/status of 404/);
  await visit(`/activity?run=${newId()}`);
  await expect(page.getByText(/^No run [0-9a-f]{24} in Development$/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page).not.toHaveURL(/run=/);
});
