import type { Locator } from '@playwright/test';
import { createInbox } from '#e2e/inbox.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { idTime, newId } from '#lib/id.ts';
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
  createMailIntegration,
  createMessage,
  createOrderWorkflow,
  createSentRun,
  createSubscriber,
} from './story.ts';

test.use({ role: 'support' });

test.describe('the list', () => {
  test('shows content, recipient, provider and outcome', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createMessage(tenant, jane);
    const reason = reasonFor('bounced', { words: '550 no such user' });
    const failed = {
      status: 'error',
      error_id: 'bounced',
      error_text: 'Message bounced',
      reason,
      subject: 'Invoice 7',
    };
    await createMessage(tenant, jane, failed);
    const sms = { channel: 'sms', provider_id: 'twilio', subject: null, content: 'Your code is 1234', email: null };
    await createMessage(tenant, jane, { ...sms, phone: jane.subscriber_id });
    await page.setViewportSize({ width: 1600, height: 900 });
    await visit('/messages');
    const messages = table(page, 'Messages');
    await expectRowVisible(messages, {
      Message: 'Your order A-1042 is on its way',
      To: 'Jane Cooper',
      Status: 'Sent · SendGrid',
    });
    await expectRowVisible(messages, {
      Message: 'Invoice 7',
      Status: 'Failed: sent back with “550 no such user”',
    });
    await expectRowVisible(messages, { Message: 'Your code is 1234', Status: 'Sent · Twilio' });
  });

  test('shows Skipped for a subscriber without an address, as Activity does, with the reason at every width', async ({
    page,
    tenant,
    visit,
  }) => {
    const reason = reasonFor('no_address', { channel: 'sms' });
    const missing = { status: 'warning', error_text: 'Subscriber missing phone number', reason, email: null };
    const jane = await createSubscriber(tenant);
    const id = await createMessage(tenant, jane, { ...missing, channel: 'sms', subject: null, content: 'Hello' });
    for (const width of [1440, 768, phone.width]) {
      await page.setViewportSize({ width, height: phone.height });
      await visit('/messages');
      const row = bodyRows(table(page, 'Messages')).first();
      await expect(row.getByText('No phone number').and(page.locator(':visible'))).toHaveCount(1);
      await expect(row.getByText('Jane Cooper').and(page.locator(':visible'))).toHaveCount(1);
      await expect(row).toContainText('Skipped: no phone number');
      await expect(row).not.toContainText('Warning');
    }
    await visit('/messages?status=skipped');
    await expect(bodyRows(table(page, 'Messages'))).toHaveCount(1);
    await visit(`/messages/${id}`);
    await expect(page.getByText(/skipped/i)).toHaveText(['SMS skipped: no phone number.']);
    await expect(fact(page, 'To')).toHaveText(/^Jane Cooper\s*no phone number$/);
  });

  test('is filtered by channel, subscriber and transaction; the address keeps it', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const bob = await createSubscriber(tenant, { subscriber_id: 'user_bob', first_name: 'Bob', last_name: 'Fox' });
    await createMessage(tenant, jane, { subject: 'To Jane', transaction_id: 'txn_jane' });
    await createMessage(tenant, bob, { subject: 'To Bob' });
    await createMessage(tenant, bob, { channel: 'sms', subject: null, content: 'Code for Bob', email: null });
    await visit('/messages');
    const messages = table(page, 'Messages');
    await expect(bodyRows(messages)).toHaveCount(3);

    await filterBy(page, 'Channel', 'SMS');
    await expect(bodyRows(messages)).toHaveCount(1);
    await expectRowVisible(messages, { Message: 'Code for Bob' });
    await expectInAddress(page, 'channel', 'sms');
    await page.getByRole('button', { name: 'Clear filter channel' }).click();
    await expect(bodyRows(messages)).toHaveCount(3);

    await openFilter(page, 'Subscriber');
    await page.getByRole('combobox', { name: 'Subscriber' }).fill('COOPER jane');
    await expect(page.getByRole('option')).toHaveText([/Jane Cooper.*jane@shop\.example.*user_jane/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Subscriber Jane Cooper' })).toBeVisible();
    await expect(bodyRows(messages)).toHaveCount(1);
    await expectRowVisible(messages, { Message: 'To Jane' });
    await expectInAddress(page, 'subscriber', 'user_jane');
    await page.reload();
    await expect(bodyRows(messages)).toHaveCount(1);

    await visit('/messages?transaction=txn_jane');
    await expect(bodyRows(messages)).toHaveCount(1);
  });

  test('has one row for a push to several devices, which leads to each of them', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const ofStep = { notification_id: newId(), message_template_id: newId(), channel: 'push', provider_id: 'fcm' };
    const push = { ...ofStep, email: null, subject: null, title: 'Courier is near', content: 'Five minutes left' };
    for (const token of ['token-one', 'token-two', 'token-six'])
      await createMessage(tenant, jane, { ...push, device_tokens: [token] });
    const reason = reasonFor('bounced', { words: 'gone' });
    const failed = { status: 'error', error_text: 'Gone', reason, device_tokens: ['token-bad'] };
    await createMessage(tenant, jane, { ...push, ...failed });
    await visit('/messages');
    const messages = table(page, 'Messages');
    await expect(bodyRows(messages)).toHaveCount(2);
    await expectRowVisible(messages, { To: 'device …en-bad' });
    await openRow(messages, { To: '3 devices' });
    await expect(fact(page, 'To')).toContainText('token-six');
    const others = fact(page, 'Also to').getByRole('link');
    await expect(others).toHaveText([/device …en-bad$/, /device …en-two$/, /device …en-one$/]);
    await others.filter({ hasText: 'en-two' }).click();
    await expect(fact(page, 'To')).toContainText('token-two');
    await expect(others).toHaveCount(3);
  });

  test('is reloaded on demand', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createMessage(tenant, jane);
    for (const [count, query] of ['', '?range=24h'].entries()) {
      await visit(`/messages${query}`);
      await expect(bodyRows(table(page, 'Messages'))).toHaveCount(count + 1);
      await createMessage(tenant, jane, { subject: 'One more' });
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(bodyRows(table(page, 'Messages'))).toHaveCount(count + 2);
    }
  });

  test('has a chart, saved views, an export and the filter by duration, as Activity has', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    for (let n = 0; n < 10; n += 1) await createMessage(tenant, jane);
    const { id: notificationId } = await createSentRun(tenant, jane);
    const slow = await createMessage(tenant, jane, {
      ...{ subject: 'Slow one', notification_id: notificationId },
      sent_at: new Date(idTime(notificationId).getTime() + 2 * 3_600_000),
    });
    await visit('/messages');
    const messages = table(page, 'Messages');
    await expect(bodyRows(messages)).toHaveCount(11);
    const chart = page.getByRole('slider', { name: 'Messages over time' });
    await expect(chart).toHaveAttribute('aria-valuetext', '11 messages');

    await filterBy(page, 'Slower than', '1 hour');
    await expect(bodyRows(messages)).toHaveCount(1);
    await expect(page.getByText('1 message', { exact: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Slow ones');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await expect(page.getByText('View “Slow ones” saved')).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /NDJSON/ }).click();
    const file = await (await download).createReadStream();
    const lines = (await file.toArray()).join('').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)._id)).toEqual([slow]);

    await visit('/messages');
    await expect(bodyRows(messages)).toHaveCount(11);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Slow ones' }).click();
    await expect(bodyRows(messages)).toHaveCount(1);
    await visit(`/messages/${slow}`);
    await expect(fact(page, 'At the provider')).toContainText('2 h after the trigger');
  });

  test('counts messages that arrive, and shows them on demand', async ({ page, call, tenant, visit }) => {
    const controlValues = { subject: 'Arrived', body: 'Hello', editorType: 'html' };
    const steps = [{ name: 'Mail', type: 'email', controlValues }];
    await createMailIntegration(tenant, { primary: true, sandbox: true });
    await call('POST', '/v2/workflows', { body: { name: 'Arrived', workflowId: 'live', active: true, steps } });
    await createMessage(tenant, await createSubscriber(tenant));
    await visit('/messages');
    await expect(bodyRows(table(page, 'Messages'))).toHaveCount(1);
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await call('POST', '/v1/events/trigger', { body: { name: 'live', to: 'user_jane' } });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect(bodyRows(table(page, 'Messages'))).toHaveCount(2);
  });

  test('names the workflow, also for withheld content, and is filtered by workflow', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    const code = await createWorkflow(tenant, { identifier: 'code', name: 'Sign-in code', is_sensitive: true });
    await createMessage(tenant, jane, { workflow_id: code, template_identifier: 'code', subject: 'Your code is 1234' });
    const order = await createOrderWorkflow(tenant);
    await createMessage(tenant, jane, { workflow_id: order, template_identifier: 'order-shipped', subject: 'Parcel' });
    const messages = table(page, 'Messages');
    for (const width of [1440, 1280, 1000, 768, phone.width]) {
      await page.setViewportSize({ width, height: 900 });
      await visit('/messages');
      const row = rowWith(messages, { Message: 'Sign-in code (content withheld)' });
      await expect(row.getByText('jane@shop.example').and(page.locator(':visible'))).toHaveCount(1);
      await expect(row).not.toContainText('1234');
      const other = rowWith(messages, { Message: 'Parcel' });
      await expect(other.getByText('Order shipped').and(page.locator(':visible'))).toHaveCount(1);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await filterBy(page, 'Workflow', 'Sign-in code');
    await expect(bodyRows(messages)).toHaveCount(1);
    await expectInAddress(page, 'workflow', code);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filter workflow' }).click();
    await expect(bodyRows(messages)).toHaveCount(2);
  });

  test('without a match offers the messages of subscribers with the searched name', async ({ page, tenant, visit }) => {
    await createMessage(tenant, await createSubscriber(tenant), { subject: 'Hello' });
    await visit('/messages?q=Jane%20Cooper');
    await page.getByRole('link', { name: 'Messages of Jane Cooper · jane@shop.example' }).click();
    await expectInAddress(page, 'subscriber', 'user_jane');
    await expect(bodyRows(table(page, 'Messages'))).toHaveCount(1);
  });

  test('without a match names the environment and the filters', async ({ page, visit, expectError }) => {
    expectError(/status of 404/);
    await visit('/messages?subscriber=unknown&channel=chat');
    await expect(page.getByText('No message matches')).toBeVisible();
    await expect(page.getByText('In Development: channel Chat · subscriber “unknown”.')).toBeVisible();
  });

  test('without messages shows how messages are created', async ({ page, visit }) => {
    await visit('/messages');
    await expect(page.getByText('No messages in Development yet')).toBeVisible();
    await expect(page.getByRole('search', { name: 'Filter messages' })).toHaveCount(0);
    await page.getByRole('link', { name: 'See how to trigger the first one' }).click();
    await expect(page).toHaveURL('/development/activity');
    await expect(page.getByText('No runs here yet')).toBeVisible();
  });

  test('on a phone keeps the message and its recipient', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    await createMessage(tenant, await createSubscriber(tenant));
    await visit('/messages');
    const row = bodyRows(table(page, 'Messages')).first();
    await expect(row.getByText('Your order A-1042 is on its way')).toBeVisible();
    await expect(row.getByText('Jane Cooper').and(page.locator(':visible'))).toHaveCount(1);
  });
});

test.describe('one message', () => {
  test('is rendered as on its channel, with its facts', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const workflow_id = await createOrderWorkflow(tenant);
    const event = await createSentRun(tenant, jane, { workflowId: workflow_id });
    await createMessage(tenant, jane, {
      notification_id: event.id,
      transaction_id: event.transactionId,
      workflow_id,
      template_identifier: 'order-shipped',
    });
    await visit('/messages');
    await openRow(table(page, 'Messages'), { To: 'Jane Cooper' });
    const mail = page.frameLocator('iframe[title="Rendered email"]');
    await expect(mail.getByText('It arrives on Friday.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Email sent.' })).toBeVisible();
    await expect(fact(page, 'To')).toContainText('Jane Cooper');
    await expect(fact(page, 'To')).toContainText('jane@shop.example');
    await expect(fact(page, 'Provider')).toContainText('SendGrid');
    await page.getByRole('tab', { name: 'Source' }).click();
    await expect(page.getByText('<h1>On its way</h1>')).toBeVisible();
    await fact(page, 'Run')
      .getByRole('link', { name: /^Run of \d/ })
      .click();
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run.getByRole('heading', { name: 'Email sent.' })).toBeVisible();
    await page.goBack();
    await fact(page, 'Workflow').getByRole('link', { name: 'Order shipped' }).click();
    await expect(page).toHaveURL('/development/workflows/order-shipped');
  });

  test('of the inbox says when it was seen, read, archived and until when it is snoozed', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    const inApp = { channel: 'in_app', provider_id: 'svc', email: null, content: 'It is on its way' };
    const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 10, minute));
    const untouched = await createMessage(tenant, jane, inApp);
    const handled = await createMessage(tenant, jane, {
      ...inApp,
      ...{ seen: true, first_seen_at: at(1), last_seen_at: at(2), read: true, last_read_at: at(2), archived_at: at(3) },
      // In the future: the worker ends a snooze, and makes the message unread.
      snoozed_until: new Date(Date.UTC(2099, 4, 5, 10, 4)),
    });
    await visit(`/messages/${untouched}`);
    for (const label of ['Seen', 'Read']) await expect(fact(page, label)).toHaveText('Not yet');
    await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('In-app sent.');
    for (const label of ['Archived', 'Snoozed until']) await expect(fact(page, label)).toHaveCount(0);
    await visit(`/messages/${handled}`);
    await expect(page.getByRole('heading', { name: /^In-app message snoozed by Jane Cooper until / })).toBeVisible();
    await expect(fact(page, 'Seen')).toContainText('10:01');
    await expect(fact(page, 'Read')).toContainText('10:02');
    await expect(fact(page, 'Archived')).toContainText('10:03');
    await expect(fact(page, 'Snoozed until')).toContainText('10:04');
  });

  test('of the inbox follows what the subscriber does, with the clicked button', async ({
    page,
    tenant,
    call,
    visit,
  }) => {
    const cta = { action: { buttons: [{ type: 'primary', content: 'Track' }] } };
    const [id] = await createInbox(tenant, 1, { cta, content: 'It is **on** *its* way' });
    await visit(`/messages/${id}`);
    const content = page.getByRole('region', { name: 'Content' });
    await expect(content.locator('strong')).toHaveText('on');
    await expect(content.locator('em')).toHaveText('its');
    await expect(content).toContainText('Severity: High');
    await expect(fact(page, 'Read')).toHaveText('Not yet');
    const change = async (path: string) =>
      expect((await call('PATCH', `/v2/subscribers/s0/notifications/${id}/${path}`)).status).toBe(200);
    await change('read');
    await expect(page.getByRole('heading', { name: /^In-app message read by / })).toBeVisible();
    await change('unread');
    await expect(page.getByRole('heading', { name: /^In-app message read by .* unread again since / })).toBeVisible();
    await expect(fact(page, 'Read')).toContainText('Unread again since');
    await change('read');
    await change('actions/primary/complete');
    await expect(page.getByRole('heading', { name: /^“Track” clicked by .* In-app message read by / })).toBeVisible();
    await expect(fact(page, 'Clicked')).toContainText('Track');
    await expect(content).toContainText('Track (completed)');
    await visit('/messages');
    await expectRowVisible(table(page, 'Messages'), { Status: /Sent · Read/ });
    await change('archive');
    await expectRowVisible(table(page, 'Messages'), { Status: /Sent · Archived/ });
  });

  test('on a phone shows first its outcome, then its content, then its facts', async ({ page, tenant, visit }) => {
    await page.setViewportSize(phone);
    const id = await createMessage(tenant, await createSubscriber(tenant));
    await visit(`/messages/${id}`);
    await expect(page.getByRole('heading', { name: 'Email sent.' })).toBeVisible();
    await expect(page.frameLocator('iframe').getByText('It arrives on Friday.')).toBeVisible();
    const places = [page.getByRole('region', { name: 'Outcome' }), page.locator('iframe'), fact(page, 'To')];
    const tops = await Promise.all(places.map(async (place) => (await place.boundingBox())?.y ?? 0));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(new Set(tops).size).toBe(3);
  });

  test('with hostile content runs no script and loads no resource', async ({ page, tenant, visit, expectError }) => {
    expectError(/Content Security Policy|sandboxed/);
    const content =
      '<p>Hello</p><script>parent.hacked = true</script><img src="https://tracker.example/p.png" onerror="parent.hacked = true">' +
      '<form action="https://tracker.example"><button>Win</button></form><link rel="stylesheet" href="https://tracker.example/a.css">';
    const id = await createMessage(tenant, await createSubscriber(tenant), { content });
    await visit(`/messages/${id}`);
    await expect(page.frameLocator('iframe').getByText('Hello')).toBeVisible();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  test('shows an SMS as a text, with its length', async ({ page, tenant, visit }) => {
    const columns = { channel: 'sms', content: 'Your code is 1234', subject: null, email: null };
    const id = await createMessage(tenant, await createSubscriber(tenant), columns);
    await visit(`/messages/${id}`);
    const content = page.getByRole('region', { name: 'Content' });
    await expect(content.getByText('Your code is 1234')).toBeVisible();
    await expect(content.getByText('17 characters')).toBeVisible();
  });

  test('shows the reason of a failure', async ({ page, tenant, visit }) => {
    const reason = reasonFor('no_address', { channel: 'email' });
    const failure = { status: 'error', error_text: 'Subscriber missing email address', reason };
    const columns = { ...failure, content: null, subject: null };
    const id = await createMessage(tenant, await createSubscriber(tenant), { ...columns, email: null });
    await visit(`/messages/${id}`);
    const problem = page.getByRole('region', { name: 'Outcome' });
    await expect(problem.getByRole('heading')).toHaveText('Email skipped: no email address.');
    await expect(problem.getByRole('button', { name: 'Add the email address' })).toBeVisible();
    await expect(page.getByText('No content to show')).toBeVisible();
  });

  test('shows the reason of a failure first, links to the address, and can be retried', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    const { id, transactionId, stepIds } = await createBouncedRun(tenant, jane);
    const said = { words: '550 no such user', providerCode: '5.1.1' };
    const reason = reasonFor('address_refused', { provider: 'SendGrid', ...said, attempt: 1 });
    const run = { notification_id: id, transaction_id: transactionId, message_template_id: stepIds[1] };
    const message = await createMessage(tenant, jane, { ...run, status: 'error', error_text: 'x', reason });
    await visit(`/messages/${message}`);
    const problem = page.getByRole('region', { name: 'Outcome' });
    await expect(problem.getByRole('heading')).toHaveText('Email failed: SendGrid said “550 no such user”.');
    await expect(fact(page, 'Cause')).toHaveText('Recipient');
    const above = async (first: Locator, second: Locator) =>
      ((await first.boundingBox())?.y ?? 0) < ((await second.boundingBox())?.y ?? 0);
    const content = page.getByText('Your order A-1042 is on its way');
    await expect(content).toHaveCount(1);
    expect(await above(problem, content)).toBe(true);
    await problem.getByRole('button', { name: 'Retry' }).click();
    const question = page.getByRole('dialog', { name: 'Retry “Send the receipt”?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await problem.getByRole('button', { name: 'Correct the email address' }).click();
    const correction = page.getByRole('dialog', { name: 'Correct the email address' });
    await expect(correction.getByLabel('Email')).toBeFocused();
    await expect(correction.getByRole('button', { name: 'Save and retry' })).toBeVisible();
  });

  test('with an unknown id is not found', async ({ page, visit, expectError }) => {
    expectError(/status of 404/);
    const id = newId();
    await visit(`/messages/${id}`);
    await expect(page.getByText(`No message ${id} in Development`)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Messages' }).click();
    await expect(page.getByText('No messages in Development yet')).toBeVisible();
  });
});
