import { database, insertRow } from '#e2e/database.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import {
  bodyRows,
  expect,
  expectInAddress,
  expectRowVisible,
  fact,
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
  createSubscriber,
  minutesAgo,
  type SubscriberRow,
} from './story.ts';

test.use({ role: 'support' });

async function createDevice(tenant: Tenant, person: SubscriberRow): Promise<void> {
  const integration_id = await createIntegration(tenant, {
    provider_id: 'fcm',
    channel: 'push',
    identifier: 'push-app',
  });
  await insertRow('subscriber_channels', {
    id: newId(),
    environment_id: tenant.environmentId,
    subscriber_id: person.id,
    integration_id,
    provider_id: 'fcm',
    integration_identifier: 'push-app',
    device_tokens: ['device-token-of-jane-0001'],
    has_device_tokens: true,
    created_at: new Date(),
    updated_at: new Date(),
  });
}

test.describe('the list', () => {
  test('shows names and channels of subscribers', async ({ page, tenant, visit }) => {
    await createDevice(tenant, await createSubscriber(tenant, { phone: null }));
    await createSubscriber(tenant, { subscriber_id: 'user_unnamed', first_name: null, last_name: null, email: null });
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    await expectRowVisible(list, { Subscriber: 'Jane Cooper', Email: 'jane@shop.example', Created: '10 h ago' });
    const jane = rowWith(list, { Subscriber: 'Jane Cooper' });
    await expect(jane.getByText('Push', { exact: true }).and(page.locator(':visible'))).toHaveCount(1);
    await expect(jane.getByText('SMS', { exact: true })).toHaveCount(0);
    const unnamed = rowWith(list, { Subscriber: 'user_unnamed' });
    await expect(unnamed.getByText('In-app', { exact: true }).and(page.locator(':visible'))).toHaveCount(1);
    await expectRowVisible(list, { Subscriber: 'user_unnamed', Phone: '+4915155501001' });
    await expect(page.getByRole('search').getByText('2 subscribers')).toBeVisible();
  });

  test('is searched during typing, and shows when no subscriber matches', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant);
    await createSubscriber(tenant, { subscriber_id: 'user_ann', first_name: 'Ann', last_name: 'Muñoz' });
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    await expect(bodyRows(list)).toHaveCount(2);
    const field = page.getByRole('searchbox', { name: 'Search subscribers' });
    await field.fill('munoz ann');
    await expect(bodyRows(list)).toHaveCount(1);
    await expectRowVisible(list, { Subscriber: 'Ann Muñoz' });
    await expectInAddress(page, 'q', 'munoz ann');
    await field.fill('unknown');
    await expect(page.getByText('No subscriber in Development matches “unknown”')).toBeVisible();
    await expect(page.getByText('Production has no match either.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all subscribers' }).click();
    await expect(bodyRows(list)).toHaveCount(2);
    const elsewhere = { ...tenant, environmentId: tenant.productionId };
    await createSubscriber(elsewhere, { subscriber_id: 'user_zoe', first_name: 'Zoe', last_name: 'Away' });
    await field.fill('away');
    await page.getByRole('link', { name: '1 match in Production' }).click();
    await expectRowVisible(list, { Subscriber: 'Zoe Away' });
    await expect(page).toHaveURL(/\/production\/subscribers\?q=away/);
  });

  test('is filtered by topic, language and missing address, and a view keeps the filters', async ({
    page,
    tenant,
    call,
    visit,
  }) => {
    await createSubscriber(tenant, { locale: 'de-AT', phone: null });
    await createSubscriber(tenant, { subscriber_id: 'user_ann', first_name: 'Ann', last_name: 'Lee', locale: 'de' });
    await createSubscriber(tenant, { subscriber_id: 'user_bo', first_name: 'Bo', last_name: 'Day', locale: 'en' });
    for (const key of ['news', 'offers']) {
      const body = { subscriptions: ['user_jane', 'user_ann'].slice(key === 'news' ? 0 : 1) };
      expect((await call('POST', `/v2/topics/${key}/subscriptions`, { body })).status).toBe(201);
    }
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    await expect(bodyRows(list)).toHaveCount(3);
    await page.getByRole('button', { name: 'Topic', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find topic' }).fill('ews');
    await expect(page.getByRole('radio')).toHaveText(['news']);
    await page.getByRole('radio', { name: 'news' }).click();
    await expect(bodyRows(list)).toHaveCount(2);
    await page.getByRole('button', { name: 'Language', exact: true }).click();
    await page.getByRole('textbox', { name: 'Find language' }).fill('germ');
    await page.getByRole('radio', { name: 'German' }).click();
    await page.getByRole('button', { name: 'Unreachable', exact: true }).click();
    await page.getByRole('checkbox', { name: 'No phone number' }).click();
    await page.keyboard.press('Escape');
    await expect(bodyRows(list)).toHaveCount(1);
    await expectRowVisible(list, { Subscriber: 'Jane Cooper' });
    for (const [name, value] of Object.entries({ topic: 'news', language: 'de', missing: 'sms' })) {
      await expectInAddress(page, name, value);
    }
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Germans without phone');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('button', { name: 'Clear filter topic' }).click();
    await page.getByRole('button', { name: /^Unreachable/ }).click();
    await page.getByRole('checkbox', { name: 'No email address' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByText('No subscriber matches')).toBeVisible();
    await expect(page.getByText('In Development: language German · no email address · no phone number.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all subscribers' }).click();
    await expect(bodyRows(list)).toHaveCount(3);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Germans without phone' }).click();
    await expect(bodyRows(list)).toHaveCount(1);
  });

  test('without subscribers shows how they are created', async ({ page, visit }) => {
    await visit('/subscribers');
    await expect(page.getByText('No subscribers in Development yet')).toBeVisible();
    await expect(page.getByText('POST /v2/subscribers')).toBeVisible();
  });

  test('is sorted by the last change in both directions', async ({ page, tenant, visit }) => {
    const changed = (name: string, minutes: number) =>
      createSubscriber(tenant, {
        subscriber_id: name,
        first_name: name,
        last_name: null,
        updated_at: minutesAgo(minutes),
      });
    await changed('Middle', 20);
    await changed('Newest', 10);
    await changed('Oldest', 30);
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    await expect(list.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('button', { name: /^Sort/ })).toBeHidden();
    await list.getByRole('button', { name: 'Updated' }).click();
    await expectInAddress(page, 'sort', 'updatedAt');
    await expect(bodyRows(list)).toHaveText([/Newest/, /Middle/, /Oldest/]);
    await list.getByRole('button', { name: 'Updated' }).click();
    await expect(bodyRows(list)).toHaveText([/Oldest/, /Middle/, /Newest/]);
    await expect(list.getByRole('columnheader', { name: 'Updated' })).toHaveAttribute('aria-sort', 'ascending');
  });

  test('has pages, and Back returns to the previous one', async ({ page, tenant, visit }) => {
    await createSubscribers(tenant, 31);
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(bodyRows(list)).toHaveCount(30);
    await expect(pages).toContainText('31 subscribers');
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(bodyRows(list)).toHaveText([/s0@example\.com/]);
    await expect(page).toHaveURL(/after=/);
    await page.goBack();
    await expect(bodyRows(list)).toHaveCount(30);
    await page.goForward();
    await pages.getByRole('button', { name: 'Previous' }).click();
    await expect(bodyRows(list)).toHaveCount(30);
    await expect(bodyRows(list).first()).toContainText('s30@example.com');
  });

  test('shows in red the channels whose last message failed', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createMessage(tenant, jane, { status: 'error' });
    await createSubscriber(tenant, { subscriber_id: 'user_ann', first_name: 'Ann' });
    await visit('/subscribers');
    const list = table(page, 'Subscribers');
    await expect(rowWith(list, { Subscriber: 'Jane Cooper' })).toContainText('Email: the last message failed');
    await expect(rowWith(list, { Subscriber: 'Ann' })).not.toContainText('failed');
  });

  test('on a phone keeps name, address, channels, and the last message or the sorted time', async ({
    page,
    tenant,
    visit,
  }) => {
    await page.setViewportSize(phone);
    await createMessage(tenant, await createSubscriber(tenant, { updated_at: minutesAgo(120) }), {
      id: newId(minutesAgo(190)),
    });
    await visit('/subscribers');
    const row = bodyRows(table(page, 'Subscribers')).first();
    await expect(row.getByText('Jane Cooper')).toBeVisible();
    await expect(row.getByText('SMS', { exact: true }).and(page.locator(':visible'))).toHaveCount(1);
    await expect(row.getByText('Messaged 3 h ago')).toBeVisible();
    await expect(
      page.getByText('1 subscriber', { exact: true }).and(page.locator(':visible')).first(),
    ).toBeInViewport();
    await page.getByRole('button', { name: /^Sort/ }).click();
    await page.getByRole('radio', { name: 'Updated, newest first' }).click();
    await expect(row.getByText('Updated 2 h ago')).toBeVisible();
    await expect(row.getByText('jane@shop.example').and(page.locator(':visible'))).toHaveCount(1);
  });
});

test.describe('one subscriber', () => {
  test('has facts, activity, messages and channels, each with its address', async ({ page, tenant, visit }) => {
    const data = { plan: 'gold', loyalty: { points: 120 } };
    const jane = await createSubscriber(tenant, { locale: 'de-DE', timezone: 'Europe/Berlin', data });
    await createBouncedRun(tenant, jane);
    await createMessage(tenant, jane);
    await createDevice(tenant, jane);
    await visit('/subscribers');
    await openRow(table(page, 'Subscribers'), { Subscriber: 'Jane Cooper' });
    await expect(page.getByRole('heading', { name: 'Jane Cooper', level: 1 })).toBeVisible();
    await expect(fact(page, 'ID')).toContainText('user_jane');
    await expect(fact(page, 'Language')).toContainText('de-DE');
    await expect(fact(page, 'Time zone')).toContainText('Europe/Berlin');
    await expect(page.getByRole('region', { name: 'custom data' })).toContainText('"points": 120');
    await expectRowVisible(table(page, 'Runs'), { Run: 'Order shipped', Outcome: '550 5.1.1' });

    await page.getByRole('tab', { name: 'Messages' }).click();
    await expectRowVisible(table(page, 'Messages'), { Message: 'Your order A-1042' });
    await expectRowVisible(table(page, 'Messages'), { Message: 'Sent · SendGrid' });
    await expectInAddress(page, 'tab', 'messages');
    await page.getByRole('tab', { name: 'Channels' }).click();
    const tab = page.getByRole('tabpanel', { name: /Channels/ });
    await expect(fact(tab, 'Integration')).toContainText('push-app');
    await expect(fact(tab, 'Push device')).toHaveText(/device-token-of-jane-0001/);
    await expectInAddress(page, 'tab', 'channels');
    await page.reload();
    await expect(fact(tab, 'Integration')).toContainText('push-app');
  });

  test('has its runs and messages filtered by workflow, channel and time', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createBouncedRun(tenant, jane, { workflowId: await createOrderWorkflow(tenant) });
    await createRun(tenant, { person: jane, workflow: 'Sign-in code', steps: [] });
    await createMessage(tenant, jane, { channel: 'sms' });
    await createMessage(tenant, jane);
    await visit('/subscribers/user_jane');
    const runs = table(page, 'Runs');
    await expect(bodyRows(runs)).toHaveCount(2);
    await page.getByRole('button', { name: 'Workflow', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Order shipped' }).click();
    await page.keyboard.press('Escape');
    await expect(bodyRows(runs)).toHaveCount(1);
    await page.getByRole('button', { name: 'Channel', exact: true }).click();
    await page.getByRole('radio', { name: 'Email' }).click();
    await page.getByRole('button', { name: 'All time' }).click();
    await page.getByRole('radio', { name: 'Last 24 hours' }).click();
    await expectInAddress(page, 'range', '24h');
    await expect(bodyRows(runs)).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear filter channel' }).click();
    await page.getByRole('button', { name: 'Channel', exact: true }).click();
    await page.getByRole('radio', { name: 'Push' }).click();
    await expect(page.getByText('No run matches')).toBeVisible();
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expectInAddress(page, 'channel', null);
    const messages = table(page, 'Messages');
    await expect(bodyRows(messages)).toHaveCount(2);
    await page.getByRole('button', { name: 'Channel', exact: true }).click();
    await page.getByRole('radio', { name: 'SMS' }).click();
    await expect(bodyRows(messages)).toHaveCount(1);
    await expectInAddress(page, 'channel', 'sms');
  });

  test('shows only host and end of a chat webhook, which is a secret', async ({ page, tenant, call, visit }) => {
    await createSubscriber(tenant);
    await createIntegration(tenant, { provider_id: 'slack', channel: 'chat', identifier: 'slack-app' });
    const webhookUrl = 'https://hooks.slack.com/services/T0000/B0000/abcdefghXk3f';
    const body = { providerId: 'slack', credentials: { webhookUrl } };
    expect((await call('PUT', '/v1/subscribers/user_jane/credentials', { body })).status).toBe(200);
    await visit('/subscribers/user_jane?tab=channels');
    const webhook = fact(page.getByRole('tabpanel', { name: /Channels/ }), 'Webhook');
    await expect(webhook).toContainText('hooks.slack.com/…');
    await expect(webhook).toContainText('Xk3f');
    await expect(webhook).not.toContainText('B0000');
    await page.getByRole('list', { name: 'Delivery' }).getByRole('button', { name: 'Slack' }).click();
    await expectInAddress(page, 'tab', 'channels');
  });

  test('shows missing addresses before sent messages, with a link to add them', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant, { phone: null });
    await createMessage(tenant, jane, { channel: 'sms', email: null, phone: '+4915155501001' });
    await visit('/subscribers/user_jane');
    const sms = page.getByRole('list', { name: 'Delivery' }).getByRole('listitem').filter({ hasText: 'SMS' });
    await expect(sms).toContainText('No phone number');
    await expect(sms).toContainText(/Last sent .* when there was an address/);
    await sms.getByRole('button', { name: 'Add phone number' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Jane Cooper' });
    await expect(dialog.getByLabel('Phone')).toBeFocused();
    await dialog.getByLabel('Phone').fill('+4915155501002');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(sms).not.toContainText('No phone number');
    await expect(sms).toContainText('Sent');
  });

  test('names a channel with skipped runs, and marks a switch without effect', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const reason = reasonFor('no_channel', { channel: 'chat' });
    const details = [{ status: 'Warning', detail: 'Skipped', reason }];
    const steps = [{ type: 'chat', name: 'Notify the team', status: 'skipped', details }];
    await createRun(tenant, { person: jane, at: minutesAgo(9), steps });
    await createOrderWorkflow(tenant, { identifier: 'stock', name: 'Low stock' }, [
      { type: 'chat' },
      { type: 'email' },
    ]);
    await visit('/subscribers/user_jane?tab=preferences');
    const chat = page.getByRole('list', { name: 'Delivery' }).getByRole('listitem').filter({ hasText: 'Chat' });
    await expect(chat).toContainText('Last skipped 9 min ago');
    const row = page.getByRole('row', { name: /^Low stock/ });
    await expect(row.getByRole('switch', { name: 'Low stock by Chat' })).toBeChecked();
    await expect(page.getByRole('columnheader', { name: 'Chat' })).toContainText('No connection');
    await expect(row.getByRole('switch', { name: 'Low stock by Chat' })).toHaveAccessibleDescription(
      /Cannot reach: no chat/,
    );
    await row.getByRole('switch', { name: 'Low stock by Chat' }).click();
    await expect(row.getByText(/^Off since/)).toBeVisible();
    await expect(row.getByRole('switch', { name: 'Low stock by Chat' })).toHaveAccessibleDescription(
      /^Chosen for this workflow/,
    );
  });

  test('names failures without a message, and links to the newest run', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const reason = reasonFor('no_integration', { channel: 'email' });
    const details = [{ status: 'Failed', detail: 'Subscriber does not have an active integration', reason }];
    const steps = [{ type: 'email', name: 'Send the receipt', status: 'failed', details }];
    await createRun(tenant, { person: jane, at: minutesAgo(9), steps });
    await createRun(tenant, { person: jane, at: minutesAgo(3), workflow: 'Newest', steps });
    await visit('/subscribers/user_jane?tab=preferences');
    const email = page.getByRole('list', { name: 'Delivery' }).getByRole('listitem').filter({ hasText: 'Email' });
    await expect(email).toContainText('Last 2 emails were not sent: no email integration is active');
    await email.getByRole('link', { name: 'See the run' }).click();
    await expect(page.getByRole('region', { name: 'Run', exact: true }).getByText('Newest').first()).toBeVisible();
  });

  test('on a phone has its tabs on the first screen, and switches large enough for touch', async ({
    page,
    tenant,
    visit,
  }) => {
    await page.setViewportSize(phone);
    const jane = await createSubscriber(tenant);
    await createOrderWorkflow(tenant, {
      name: 'Order confirmation with invoice, delivery estimate and the returns label',
    });
    await visit(`/subscribers/${jane.subscriber_id}?tab=preferences`);
    const email = page.getByRole('switch', { name: /^Order confirmation .* by Email$/ });
    await expect(email).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('tab', { name: 'Channels' })).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('button', { name: 'All workflows Not set' })).toHaveAttribute('aria-expanded', 'false');
    await email.click();
    await expect(email).not.toBeChecked();
    await expect(page.getByText(/^Chosen for this workflow on .* by /)).toBeVisible();
    const strip = page.getByRole('list', { name: 'Reachable by' });
    await expect(strip.getByRole('listitem')).toHaveText([
      'In-app nothing sent yet',
      /^Email jane@shop\.example\s*nothing sent yet$/,
      /^SMS/,
    ]);
    await expect(fact(page, 'ID')).toBeHidden();
    await page.getByRole('button', { name: 'Details' }).click();
    await expect(fact(page, 'ID')).toContainText('user_jane');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });

  test('with special characters in its ID opens from the list', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant, { subscriber_id: 'a/b?c#d %e&ü', first_name: 'Odd', last_name: null });
    await visit('/subscribers');
    await openRow(table(page, 'Subscribers'), { Subscriber: 'Odd' });
    await expect(page.getByRole('heading', { name: 'Odd', level: 1 })).toBeVisible();
    await expect(fact(page, 'ID')).toHaveText(/a\/b\?c#d %e&ü/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Odd', level: 1 })).toBeVisible();
  });

  test('has preferences that can be switched, except for critical workflows', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createOrderWorkflow(tenant);
    await createOrderWorkflow(tenant, {
      identifier: 'sign-in-code',
      name: 'Sign-in code',
      default_preferences: { all: { enabled: true, readOnly: true }, channels: {} },
    });
    await visit(`/subscribers/${jane.subscriber_id}?tab=preferences`);
    const order = page.getByRole('switch', { name: 'Order shipped by Email' });
    await expect(order).toBeChecked();
    await order.click();
    await expect(order).not.toBeChecked();
    const stored = async (workflow: 'NULL' | 'NOT NULL') => {
      const text = `SELECT channels FROM preferences WHERE subscriber_id = $1 AND workflow_id IS ${workflow}`;
      return (await database().query(text, [jane.id])).rows;
    };
    const off = [{ channels: expect.objectContaining({ email: false }) }];
    // A switch shows the choice before it is stored.
    await expect.poll(() => stored('NOT NULL')).toEqual(off);
    await page.reload();
    await expect(order).not.toBeChecked();
    // The pointer has to enter the switch again, because it rested there when the page was loaded.
    await page.mouse.move(0, 0);
    await order.hover();
    await expect(page.getByRole('tooltip')).toHaveText(/^Chosen for this workflow on .* by /);
    const everything = page.getByRole('switch', { name: 'All workflows by Email' });
    await everything.click();
    await expect(everything).not.toBeChecked();
    await expect.poll(() => stored('NULL')).toEqual(off);
    await page.reload();
    await expect(everything).not.toBeChecked();
    await expect(everything).toHaveAccessibleDescription(/^Set on .* by /);

    const code = page.getByRole('switch', { name: 'Sign-in code by Email' });
    await expect(code).toBeChecked();
    await expect(code).toHaveAttribute('aria-disabled', 'true');
    await code.hover();
    await expect(page.getByRole('tooltip')).toHaveText('A critical workflow cannot be switched off');
    await code.click({ force: true }); // without `force` the runner would wait until the switch is enabled
    await expect(code).toBeChecked();
  });

  test('can reset a preference, and then the next layer decides', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    await createOrderWorkflow(tenant);
    const choice = { environment_id: tenant.environmentId, subscriber_id: jane.id, context_keys: [] };
    const stamps = { created_at: minutesAgo(9), updated_at: minutesAgo(9) };
    await insertRow('preferences', { id: newId(), ...choice, channels: { email: false }, ...stamps });
    const { rows } = await database().query('SELECT id FROM workflows WHERE environment_id = $1', [
      tenant.environmentId,
    ]);
    const workflow_id = rows[0].id;
    await insertRow('preferences', { id: newId(), ...choice, workflow_id, channels: { email: true }, ...stamps });
    await visit('/subscribers/user_jane?tab=preferences');
    const order = page.getByRole('switch', { name: 'Order shipped by Email' });
    await expect(order).toBeChecked();
    await page.getByRole('button', { name: 'Back to the default: Order shipped by Email' }).click();
    await expect(order).not.toBeChecked();
    await expect(order).toBeFocused();
    await expect(order).toHaveAccessibleDescription(/^From the general preference/);
    await page.getByRole('button', { name: 'Back to the default: All workflows by Email' }).click();
    await expect(order).toBeChecked();
    await expect(page.getByRole('switch', { name: 'All workflows by Email' })).toHaveAccessibleDescription(/^Not set/);
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  });

  test('without data has an empty state on every tab', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant, { email: null, phone: null });
    await visit('/subscribers/user_jane');
    await expect(page.getByText('Nothing was triggered for Jane Cooper')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Delivery' })).toContainText('No email address');
    await page.getByRole('tab', { name: 'Messages' }).click();
    await expect(page.getByText('Jane Cooper has no messages')).toBeVisible();
    await page.getByRole('tab', { name: 'Preferences' }).click();
    await expect(page.getByText('No workflow to choose from')).toBeVisible();
    await page.getByRole('tab', { name: 'Channels' }).click();
    await expect(page.getByText('No chat connection, no push device')).toBeVisible();
  });

  test('is created, edited and deleted, and the history keeps the name', async ({ page, tenant, visit }) => {
    await visit('/subscribers');
    await page.getByRole('button', { name: 'New subscriber' }).click();
    const dialog = page.getByRole('dialog', { name: 'New subscriber' });
    await dialog.getByLabel('Subscriber ID').fill('user_lea');
    await dialog.getByLabel('Email').fill('lea@');
    await dialog.getByRole('button', { name: 'Create subscriber' }).click();
    await expect(dialog.getByText('must be an email address')).toBeVisible();
    await dialog.getByLabel('Email').fill('lea@shop.example');
    await dialog.getByRole('button', { name: 'Create subscriber' }).click();
    await expect(page).toHaveURL('/development/subscribers/user_lea');

    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit user_lea' });
    await edit.getByLabel('First name').fill('Lea');
    await edit.getByLabel('Custom data').fill('{"plan": "pro"}');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { name: 'Lea', level: 1 })).toBeVisible();
    const { rows } = await database().query(
      'SELECT first_name, email, data FROM subscribers WHERE environment_id = $1',
      [tenant.environmentId],
    );
    expect(rows).toEqual([{ first_name: 'Lea', email: 'lea@shop.example', data: { plan: 'pro' } }]);

    await page.getByRole('button', { name: 'Actions for Lea' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscriber' }).click();
    await expect(page).toHaveURL('/development/subscribers');
    await expect(page.getByText('No subscribers in Development yet')).toBeVisible();
  });

  test('is imported from a file after a check', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant);
    await visit('/subscribers?dialog=import');
    const dialog = page.getByRole('dialog', { name: 'Import subscribers' });
    const csv =
      'User ID;Given name;Email;Note\nuser_jane;Janet;;\nuser_bo;Bo;bo@shop.example;"a\nb"\nuser_cy;Cy;nope;\n';
    await dialog
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(dialog.getByText('Line 5')).toBeVisible();
    const separator = dialog.getByLabel('Separator');
    await expect(separator).toHaveText('Semicolon');
    await separator.click();
    await page.getByRole('option', { name: 'Comma' }).click();
    await expect(dialog.getByText('User ID;Given name;Email;Note')).toBeVisible();
    await separator.click();
    await page.getByRole('option', { name: 'Semicolon' }).click();
    await expect(dialog.getByText('Line 5')).toBeVisible();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/1 to create\s*1 to update/);
    const names = async () =>
      (
        await database().query(
          'SELECT subscriber_id, first_name, email FROM subscribers WHERE environment_id = $1 ORDER BY subscriber_id',
          [tenant.environmentId],
        )
      ).rows;
    expect(await names()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Import 2 subscribers' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/1 created\s*1 updated/);
    expect(await names()).toEqual([
      { subscriber_id: 'user_bo', first_name: 'Bo', email: 'bo@shop.example' },
      { subscriber_id: 'user_jane', first_name: 'Janet', email: 'jane@shop.example' },
    ]);
  });

  test('is subscribed to topics, which support cannot change', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const [at, topic_id] = [new Date(), newId()];
    const stamps = { environment_id: tenant.environmentId, created_at: at, updated_at: at };
    await insertRow('topics', { id: topic_id, key: 'orders', name: 'Order updates', ...stamps });
    await insertRow('topic_subscriptions', {
      id: newId(),
      topic_id,
      subscriber_id: jane.id,
      identifier: 'orders:jane',
      ...stamps,
    });
    await visit('/subscribers/user_jane?tab=topics');
    await expect(page.getByRole('list', { name: 'Topics' })).toContainText('Order updates');
    const leave = page.getByRole('button', { name: 'Unsubscribe' });
    await expect(leave).toHaveAttribute('aria-disabled', 'true');
    await leave.hover();
    await expect(page.getByRole('tooltip')).toHaveText(/may change topics; your role is Support/);
  });

  test.describe('for a developer', () => {
    test.use({ role: 'developer' });

    test('is subscribed to a topic found by name', async ({ page, tenant, visit }) => {
      await createSubscriber(tenant);
      const at = new Date();
      const stamps = { environment_id: tenant.environmentId, created_at: at, updated_at: at };
      await insertRow('topics', { id: newId(), key: 'ord-1', name: 'Order updates', ...stamps });
      await insertRow('topics', { id: newId(), key: 'news', name: 'Newsletter', ...stamps });
      await visit('/subscribers/user_jane?tab=topics');
      const field = page.getByRole('combobox', { name: 'Topic' });
      await field.click();
      await expect(page.getByRole('option')).toHaveCount(2);
      await field.fill('order');
      await expect(page.getByRole('option')).toHaveText(['Order updatesord-1']);
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue('ord-1');
      await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Topics' })).toContainText('Order updates');
    });
  });

  test('with an unknown id is not found', async ({ page, visit, expectError }) => {
    expectError(/status of 404/);
    await visit('/subscribers/unknown');
    await expect(page.getByText('No subscriber unknown in Development')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Open in/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });
});
