import type { BrowserContext, Locator, Page } from '@playwright/test';
import { type CustomerPages, type InboxOptions, startCustomerPages, VERSIONS } from '#e2e/customer-page/server.ts';
import { database } from '#e2e/database.ts';
import { type CallApi, expect, serviceUrl, test } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createInboxWorkflow } from '#e2e/inbox-sockets.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { startService } from '#scripts/service.ts';

// One worker bundles and serves the pages. Their origin differs from Belfry's.
test.describe.configure({ mode: 'default' });

let pages: CustomerPages;
test.beforeAll(async () => {
  pages = await startCustomerPages();
});
test.afterAll(() => pages.stop());

const optionsOf = ({ environmentId }: Tenant, origin = serviceUrl): InboxOptions => ({
  applicationIdentifier: environmentId,
  subscriber: 's0',
  backendUrl: `${origin}/api`,
  socketUrl: origin,
});

/** Three messages of s0, with a button that opens no page, and workflows to trigger and to choose. */
async function prepare(tenant: Tenant, call: CallApi): Promise<void> {
  await createInbox(tenant, 3, { inbox: { primaryAction: { label: 'Confirm' }, data: { shop: 'bristol' } } });
  await createInboxWorkflow(tenant, call);
  await createWorkflow(tenant, { identifier: 'news', name: 'News' });
}

async function trigger(call: CallApi, order: number): Promise<void> {
  const body = { name: 'inbox', to: { subscriberId: 's0' }, payload: { order } };
  expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
}

/** The buttons of the packages have no accessible names, so the tests find them by the classes that customers style. */
const named = (place: Page | Locator, part: string) => place.locator(`.nv-${part}`);
const tabs = (page: Page) => page.getByRole('tab').allInnerTexts();
const message = (page: Page, subject: string) =>
  named(page, 'notification').filter({ has: page.getByText(subject, { exact: true }) });

async function filter(page: Page, name: string): Promise<void> {
  await named(page, 'inboxStatus__dropdownTrigger').click();
  await named(page, 'inboxStatus__dropdownItem').filter({ hasText: name }).click();
}

async function expectTabs(page: Page, ...counts: string[]): Promise<void> {
  await expect.poll(async () => (await tabs(page)).map((text) => text.replace(/\s+/g, ' '))).toEqual(counts);
}

/** Opens the page of a version. @returns the page, and its errors and requests to other hosts as they occur. */
async function openInbox(context: BrowserContext, address: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (text) => text.type() === 'error' && complaints.push(text.text()));
  const isKnown = (url: string) => [pages.origin, serviceUrl, 'data:'].some((start) => url.startsWith(start));
  page.on('request', (request) => isKnown(request.url()) || complaints.push(request.url()));
  await page.goto(address);
  return { page, complaints };
}

for (const version of VERSIONS) {
  test(`the official inbox ${version} shows messages, follows changes in two tabs, and changes them`, async ({
    context,
    tenant,
    call,
  }) => {
    await prepare(tenant, call);
    const address = pages.address(version, { kind: 'react', inbox: optionsOf(tenant) });
    const [{ page, complaints }, second] = [await openInbox(context, address), await openInbox(context, address)];
    await expect(named(page, 'bellDot')).toBeVisible();
    for (const each of [page, second.page]) {
      await named(each, 'inbox__popoverTrigger').click();
      await expectTabs(each, 'All 3', 'Orders 3', 'Bristol 3');
      await expect(message(each, 'Order 2')).toContainText('It is on its way');
    }
    await trigger(call, 7);
    for (const each of [page, second.page]) await expectTabs(each, 'All 4', 'Orders 3', 'Bristol 3');
    // Do not check earlier: a second tab of 3.13.0 has no dot until the next change, if its session starts before its
    // bell is drawn.
    await expect(named(second.page, 'bellDot')).toBeVisible();
    await changeMessages(page, call);
    for (const each of [page, second.page]) await expectTabs(each, 'All 3', 'Orders 2', 'Bristol 2');
    await page.close();
    await trigger(call, 8);
    await expectTabs(second.page, 'All 4', 'Orders 2', 'Bristol 2');
    expect([...complaints, ...second.complaints]).toEqual([]);
  });

  test(`the official packages ${version} change preferences, the schedule and subscriptions`, async ({
    context,
    tenant,
    call,
  }) => {
    await prepare(tenant, call);
    const inbox = optionsOf(tenant);
    const { page, complaints } = await openInbox(context, pages.address(version, { kind: 'module', inbox }));
    await named(page, 'inbox__popoverTrigger').click();
    await named(page, 'preferences__button').click();
    const news = named(page, 'workflowContainer').filter({ hasText: 'News' });
    await named(news, 'workflowLabelContainer').click();
    await named(news, 'channelSwitch').click();
    await named(named(page, 'scheduleActionsContainer'), 'channelSwitch').click();
    const stored = () => call('GET', '/v2/subscribers/s0/preferences').then(({ body }) => body);
    await expect.poll(stored).toMatchObject({ global: { schedule: { isEnabled: true } } });
    await expect.poll(stored).toMatchObject({
      workflows: expect.arrayContaining([
        expect.objectContaining({
          workflow: expect.objectContaining({ identifier: 'news' }),
          channels: { email: false },
        }),
      ]),
    });
    const hooks = await openInbox(context, pages.address(version, { kind: 'hooks', inbox }));
    await expect(hooks.page.getByText('Unread 3, archived 0, schedule on')).toBeVisible();
    await hooks.page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expect(hooks.page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible();
    const { body } = await call('GET', '/v2/subscribers/s0/subscriptions');
    expect(body).toMatchObject({ data: [{ topic: { key: 'updates' } }] });
    await hooks.page.reload();
    await expect(hooks.page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible();
    expect([...complaints, ...hooks.complaints]).toEqual([]);
  });
}

test('without a socket, the official client lists and changes messages; tokens that ended or are forged are refused', async ({
  context,
  tenant,
  call,
}) => {
  await prepare(tenant, call);
  for (const version of VERSIONS) {
    const inbox = { ...optionsOf(tenant), socketUrl: 'http://127.0.0.1:9' };
    const { page } = await openInbox(context, pages.address(version, { kind: 'headless', inbox }));
    const { data } = await page.evaluate(() => window.novu.notifications.list({ read: false }));
    expect(data?.notifications).toHaveLength(3);
    const id = data?.notifications[0]?.id ?? '';
    const changed = await page.evaluate(async (notificationId) => {
      const read = await window.novu.notifications.read({ notificationId });
      const unread = await window.novu.notifications.unread({ notificationId });
      return [read.data?.isRead, unread.data?.isRead];
    }, id);
    expect(changed).toEqual([true, false]);
    const end = 'UPDATE inbox_sessions SET expires_at = now() WHERE environment_id = $1';
    await database().query(end, [tenant.environmentId]);
    expect(await refusal(page)).toMatch(/Unauthorized$/);
    const forged = await page.evaluate(async (address) => {
      const authorization = `Bearer bfi_${'0'.repeat(112)}`;
      const answer = await fetch(`${address}/v1/inbox/notifications`, { headers: { authorization } });
      return [answer.status, await answer.json()];
    }, inbox.backendUrl);
    expect(forged, 'another origin can read why').toMatchObject([401, { message: 'Unauthorized' }]);
    await page.close();
  }
});

/** Returns the error message of a failed request for counts. */
const refusal = (page: Page) =>
  page.evaluate(async () => {
    const { error } = await window.novu.notifications.count({ read: false });
    return String((error?.originalError as Error | undefined)?.message);
  });

test('the official clients connect again after a restart, and hear of the messages that they missed', async ({
  context,
  tenant,
  call,
}) => {
  await prepare(tenant, call);
  const service = await startService({ apiOnly: true });
  try {
    const opened: Page[] = [];
    for (const version of VERSIONS) {
      const inbox = { ...optionsOf(tenant, service.url), socketOptions: { reconnectionDelayMax: 500 } };
      const address = pages.address(version, { kind: 'headless', inbox });
      opened.push((await openInbox(context, address)).page);
    }
    const expectUnread = async (count: number) => {
      for (const page of opened) await expect.poll(() => page.evaluate(() => window.unread.at(-1))).toBe(count);
    };
    await expectUnread(3);
    process.kill(service.pid() ?? 0, 'SIGKILL');
    await trigger(call, 7);
    await expectUnread(4);
    for (const page of opened) {
      const { data } = await page.evaluate(() => window.novu.notifications.list());
      expect(data?.notifications).toHaveLength(4);
    }
  } finally {
    await service.stop();
  }
});

/** Marks one message as read. Completes, snoozes, archives and unarchives another. Then one of four is read. */
async function changeMessages(page: Page, call: CallApi): Promise<void> {
  await message(page, 'Order 2').hover();
  await named(message(page, 'Order 2'), 'notificationRead__button').click();
  await expectTabs(page, 'All 3', 'Orders 2', 'Bristol 2');
  await filter(page, 'Unread only');
  await expect(message(page, 'Order 1')).toBeVisible();
  await expect(message(page, 'Order 2')).toHaveCount(0);
  // The response draws the message again, which would close its menu.
  const confirmed = page.waitForResponse((response) => response.url().endsWith('/complete'));
  await named(message(page, 'Order 1'), 'notificationPrimaryAction__button').click();
  await confirmed;
  await message(page, 'Order 1').hover();
  await named(message(page, 'Order 1'), 'notificationSnooze__button').click();
  await named(page, 'notificationSnooze__dropdownItem').filter({ hasText: 'An hour from now' }).click();
  await expectTabs(page, 'All 2', 'Orders 1', 'Bristol 1');
  await filter(page, 'Snoozed');
  await expect(message(page, 'Order 1')).toBeVisible();
  const listed = await call<{ data: { id: string }[] }>('GET', '/v2/subscribers/s0/notifications?snoozed=true');
  expect(listed.body.data).toMatchObject([{ subject: 'Order 1', primaryAction: { isCompleted: true } }]);
  const snoozeUntil = new Date(Date.now() + 1_000).toISOString();
  const path = `/v2/subscribers/s0/notifications/${listed.body.data[0]?.id}/snooze`;
  expect((await call('PATCH', path, { body: { snoozeUntil } })).status).toBe(200);
  await expectTabs(page, 'All 3', 'Orders 2', 'Bristol 2');
  await filter(page, 'Unread & read');
  await message(page, 'Order 1').hover();
  await named(message(page, 'Order 1'), 'notificationArchive__button').click();
  await expectTabs(page, 'All 2', 'Orders 1', 'Bristol 1');
  await filter(page, 'Archived');
  await message(page, 'Order 1').hover();
  await named(message(page, 'Order 1'), 'notificationUnarchive__button').click();
  await expect(message(page, 'Order 1')).toHaveCount(0);
  await filter(page, 'Unread & read');
  await message(page, 'Order 1').hover();
  await named(message(page, 'Order 1'), 'notificationUnread__button').click();
}
