// cspell:words anzeigen benachrichtigungen erneut keine nicht ungelesen verf versuchen
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { database } from '#e2e/database.ts';
import { type EmbeddingPage, inboxTag, openTab, startEmbeddingPage } from '#e2e/embedding-page.ts';
import { test as base, type CallApi, expect } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { createInboxWorkflow } from '#e2e/inbox-sockets.ts';
import { createIntegration } from '#e2e/rows.ts';
import { expectAccessible, expectPartAccessible } from './accessible.ts';

interface ElementFixtures {
  /** The page of another origin, with a proxy between it and Belfry. */
  site: EmbeddingPage;
  /** Problems that the browser reported, including violations of the page’s policy. */
  complaints: string[];
  /** A separate context, because these pages do not belong to the dashboard. */
  browserContext: BrowserContext;
  /** Publishes a page with the element for jane, and opens it in a tab. */
  embed: (attributes?: Record<string, string>, root?: string) => Promise<Page>;
}

const test = base.extend<ElementFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  site: async ({}, use) => {
    const site = await startEmbeddingPage();
    await use(site);
    await site.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  complaints: async ({}, use) => use([]),
  browserContext: async ({ browser }: { browser: Browser }, use) => {
    const context = await browser.newContext({ viewport: { width: 900, height: 800 }, locale: 'en-GB' });
    await use(context);
    await context.close();
  },
  embed: async ({ site, browserContext, tenant, complaints }, use) =>
    use((attributes, root) => {
      const identity = { 'application-identifier': tenant.environmentId, 'subscriber-id': 'jane', ...attributes };
      const body = `<h1>Shop</h1><button id="before">Before</button>${inboxTag(site.belfry, identity)}<a href="#x">After</a>`;
      return openTab(browserContext, site.publish(body, root), complaints);
    }),
});

const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: count > 0 ? `Notifications, ${count} unread` : 'Notifications, none unread' });
const element = (page: Page) => page.locator('belfry-inbox');
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const entry = (page: Page, name: string) => panel(page).getByRole('listitem').filter({ hasText: name });

async function ring(call: CallApi, order: number): Promise<void> {
  const body = { name: 'inbox', to: { subscriberId: 'jane' }, payload: { order } };
  expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
}

/** Chooses an entry in the menu of a message. */
async function choose(page: Page, name: string, ...labels: string[]): Promise<void> {
  await entry(page, name).hover();
  await entry(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  for (const label of labels) await page.getByRole('menuitem', { name: label }).click();
}

async function show(page: Page, view: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: /^Show:/ })
    .click();
  await page.getByRole('menuitemradio', { name: view }).click();
}

/** Gives the page the light or dark scheme of the system. Without that, the element is light. */
function followSystem(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
    // axe assumes no default background, so the page sets one.
    document.documentElement.style.background = 'Canvas';
  });
}

/** Collects the events that the element sends to the page. */
function listen(page: Page): Promise<void> {
  return page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    for (const name of ['click', 'action', 'count', 'error'])
      document.body.addEventListener(`belfry:${name}`, (event) => {
        const { message, ...detail } = (event as CustomEvent).detail;
        heard.push([name, message?.subject ?? message, detail]);
        if (name === 'click') event.preventDefault();
      });
  });
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);

test('a bell in a page with a strict policy rings by a trigger, and its messages can be changed', async ({
  tenant,
  call,
  embed,
  complaints,
  site,
}) => {
  await createInboxWorkflow(tenant, call);
  const page = await embed();
  await expect(bell(page, 0)).toBeVisible();
  await bell(page, 0).click();
  await expect(panel(page)).toContainText('No notifications');
  await expect.poll(() => site.sockets.size).toBe(1);
  await ring(call, 1);
  await expect(bell(page, 1)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'New notification: Order 1' })).toBeAttached();
  await expect(entry(page, 'Order 1')).toContainText('It is on its way');
  const stored = async () => {
    const list = await call<{ data: object[] }>('GET', '/v2/subscribers/jane/notifications');
    return list.body.data[0];
  };
  await expect.poll(stored).toMatchObject({ isSeen: true, isRead: false });
  await listen(page);

  await entry(page, 'Order 1')
    .getByRole('button', { name: /Order 1$/, exact: false })
    .first()
    .click();
  await expect.poll(stored).toMatchObject({ isRead: true });
  await expect(bell(page, 0)).toBeVisible();
  expect(await heard(page)).toContainEqual(['click', 'Order 1', {}]);
  // The element reports a number once it is settled.
  await expect.poll(() => heard(page)).toContainEqual(['count', undefined, { unreadCount: 0 }]);

  await choose(page, 'Order 1', 'Mark as unread');
  await expect(bell(page, 1)).toBeVisible();
  await choose(page, 'Order 1', 'Archive');
  await expect(entry(page, 'Order 1')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Order 1')).toBeVisible();
  await expect.poll(stored).toMatchObject({ isArchived: false, isRead: false });

  // Undoing a snooze leaves the message read, and its age unchanged.
  await choose(page, 'Order 1', 'Mark as read');
  await expect.poll(stored).toMatchObject({ isRead: true });
  const before = await stored();
  await choose(page, 'Order 1', 'Snooze…', 'In an hour');
  await expect(panel(page)).toContainText('No notifications');
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Order 1')).toBeVisible();
  await expect.poll(stored).toEqual(before);
  await choose(page, 'Order 1', 'Snooze…', 'In an hour');
  await expect(panel(page)).toContainText('No notifications');
  await show(page, 'Snoozed');
  await expect(entry(page, 'Order 1')).toContainText('Snoozed until');
  await choose(page, 'Order 1', 'Show now');
  await expect(panel(page)).toContainText('Nothing snoozed');
  await expect.poll(stored).toMatchObject({ isSnoozed: false, isRead: false });
  await show(page, 'Inbox');
  await choose(page, 'Order 1', 'Snooze…', 'Choose a time…');
  await page.getByLabel('Date and time').fill('2020-01-01T10:00');
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /Choose a time between \w+ \d+, \d{4}, / })).toBeVisible();
  await page.keyboard.press('Escape');

  site.failing = /DELETE/;
  await choose(page, 'Order 1', 'Delete…', 'Delete forever');
  await expect(panel(page)).toContainText('The change could not be saved');
  await expect(entry(page, 'Order 1')).toBeVisible();
  expect((await heard(page)).at(-1)).toEqual(['error', 'Busy', { status: 503 }]);
  site.failing = undefined;
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page)).toContainText('No notifications');
  await expect(panel(page)).toContainText('Deleted');
  expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
  // The browser would have reported a violation.
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
  await expect.poll(() => complaints.join()).toContain('style-src');
});

test('actions, tabs, further pages and all messages together', async ({ tenant, embed, complaints, call, site }) => {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
  await createInbox(tenant, 40);
  const tabs = [
    { label: 'All' },
    { label: 'Third', filter: { data: { order: 3 } } },
    { label: 'None', filter: { tags: ['x'] } },
  ];
  const page = await embed({ 'subscriber-id': 's0', tabs: JSON.stringify(tabs), lang: 'en' });
  await listen(page);
  await bell(page, 40).click();
  await expect(page.getByRole('tab', { name: 'Third 1 unread' })).toBeVisible();
  await expect(panel(page).getByRole('listitem')).toHaveCount(15);
  const items = panel(page).getByRole('listitem');
  // The end of the list must come into view for each page. The list may be drawn again, which replaces its items.
  for (const count of [30, 40]) {
    await expect(async () => {
      await items.last().scrollIntoViewIfNeeded({ timeout: 1_000 });
      await expect(items).toHaveCount(count, { timeout: 2_000 });
    }).toPass();
  }
  await page.getByRole('tab', { name: 'Third' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await panel(page).getByRole('button', { name: 'Actions for all notifications' }).click();
  await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(bell(page, 39)).toBeVisible();
  // The tab has no unread messages left.
  await expect(page.getByRole('tab', { name: 'Third', exact: true })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Actions for all notifications' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Archive all that are read', 'Archive all']);
  await page.keyboard.press('Escape');
  const track = entry(page, 'Order 3').getByRole('link', { name: 'Track' });
  await expect(track).toHaveAttribute('href', 'https://example.com/track');
  await expect(track).toHaveAttribute('rel', 'noopener noreferrer');
  await page.evaluate(() => document.body.addEventListener('belfry:action', (event) => event.preventDefault()));
  await track.click();
  const done = entry(page, 'Order 3').getByRole('link', { name: 'Track (Done)' });
  await expect(done).toBeVisible();
  await done.hover();
  // A completed action has the colours of the message, also below the pointer.
  await expect(done).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  expect(await heard(page)).toContainEqual([
    'action',
    'Order 3',
    { type: 'primary', url: 'https://example.com/track' },
  ]);

  // The counts are those of the inbox.
  await expect(page.getByRole('tab', { name: 'All 39 unread' })).toBeVisible();
  await show(page, 'Archived');
  await expect(page.getByRole('tab')).toHaveText(['All', 'Third', 'None']);
  await show(page, 'Inbox');
  await page.getByRole('tab', { name: 'None' }).click();
  await expect(panel(page)).toContainText('No notifications');
  await page.getByRole('tab', { name: 'All' }).click();
  await panel(page).getByRole('button', { name: 'Actions for all notifications' }).click();
  site.holding = /POST .*notifications.archive/;
  // Archiving this many messages cannot be undone, so the menu asks for confirmation.
  await page.getByRole('menuitem', { name: 'Archive all', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Cancel', /^Archive all\s*Cannot be undone$/]);
  await page.getByRole('menuitem', { name: /^Archive all/ }).click();
  await expect(panel(page)).toContainText('Saving…');
  site.release();
  await expect(panel(page)).toContainText('All archived');
  await expect(bell(page, 0)).toBeVisible();
  const archived = await call<{ data: object[] }>('GET', '/v2/subscribers/s0/notifications?archived=true&limit=100');
  expect(archived.body.data).toHaveLength(40);
  // The pictures of the messages are of another origin, which the policy of this page forbids.
  expect(complaints.filter((text) => !text.includes('example.com/a.png'))).toEqual([]);
});

test('a message whose link or action was clicked is read, also if the page ends, and changes of all are taken back', async ({
  tenant,
  embed,
  call,
  site,
}) => {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
  const goal = site.publish('<h1>Tracking</h1>');
  const action = { label: 'Track', redirect: { url: goal } };
  const inbox = { primaryAction: action, redirect: { url: goal } };
  await createInbox(tenant, 4, { inbox });
  type Stored = { subject: string; isRead: boolean; isArchived: boolean; primaryAction: { isCompleted: boolean } };
  const stored = async () =>
    (await call<{ data: Stored[] }>('GET', '/v2/subscribers/s0/notifications?limit=100')).body.data;
  const states = async () => (await stored()).map(({ subject, isRead }) => `${subject} ${isRead}`).sort();
  const page = await embed({ 'subscriber-id': 's0', lang: 'en' });
  const address = page.url();
  await bell(page, 4).click();
  await entry(page, 'Order 3').locator('.main').click();
  await expect(page.getByRole('heading', { name: 'Tracking' })).toBeVisible();
  expect(await states()).toEqual(['Order 0 false', 'Order 1 false', 'Order 2 false', 'Order 3 true']);
  await page.goto(address);
  await bell(page, 3).click();
  await entry(page, 'Order 2').getByRole('link', { name: 'Track' }).click();
  await expect(page.getByRole('heading', { name: 'Tracking' })).toBeVisible();
  expect(await states()).toEqual(['Order 0 false', 'Order 1 false', 'Order 2 true', 'Order 3 true']);
  expect((await stored()).filter(({ primaryAction }) => primaryAction.isCompleted)).toHaveLength(1);

  await page.goto(address);
  await bell(page, 2).click();
  const changeAll = async (label: string) => {
    await panel(page).getByRole('button', { name: 'Actions for all notifications' }).click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
  };
  for (const [label, left] of [
    ['Archive all', 0],
    ['Archive all that are read', 2],
    ['Mark all as read', 4],
  ] as const) {
    await changeAll(label);
    await expect(panel(page).getByRole('listitem')).toHaveCount(left);
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await expect(panel(page).getByRole('listitem')).toHaveCount(4);
    await expect.poll(states).toEqual(['Order 0 false', 'Order 1 false', 'Order 2 true', 'Order 3 true']);
    await expect(bell(page, 2)).toBeVisible();
  }
  // The notice is below the list: it covers no message.
  await changeAll('Mark all as read');
  await expect(panel(page)).toContainText('2 marked as read');
  const [list, notice] = await Promise.all(
    ['.scroll', '.notice'].map((part) => page.locator(part).first().boundingBox()),
  );
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
});

test('marking all as read says how many, and is taken back up to 99 messages', async ({ tenant, embed, call }) => {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
  await createInbox(tenant, 102);
  const page = await embed({ 'subscriber-id': 's0', lang: 'en' });
  await page.getByRole('button', { name: 'Notifications, 99+ unread' }).click();
  await expect(entry(page, 'Order 101')).toBeVisible();
  const readAll = async () => {
    await panel(page).getByRole('button', { name: 'Actions for all notifications' }).click();
    await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  };
  // A change of this many messages cannot be undone, so the menu asks for confirmation.
  await readAll();
  await expect(page.getByRole('menuitem')).toHaveText(['Cancel', /^Mark all as read \(99\+\)\s*Cannot be undone$/]);
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  const unread = async () => {
    const query = 'read=false&limit=100';
    return (await call<{ data: object[] }>('GET', `/v2/subscribers/s0/notifications?${query}`)).body.data.length;
  };
  for (const order of [101, 100, 99, 98, 97]) await choose(page, `Order ${order}`, 'Mark as read');
  await expect(bell(page, 97)).toBeVisible();
  await readAll();
  await expect(panel(page)).toContainText('97 marked as read');
  await expect.poll(unread).toBe(0);
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(unread).toBe(97);
  await expect(bell(page, 97)).toBeVisible();
});

test('messages remain when they cannot be loaded again, and what failed is tried again', async ({
  tenant,
  call,
  embed,
  site,
  browserContext,
}) => {
  await createInboxWorkflow(tenant, call);
  await ring(call, 1);
  const page = await embed();
  await bell(page, 1).click();
  await expect(entry(page, 'Order 1')).toBeVisible();
  site.failing = /notifications/;
  const refresh = () => element(page).evaluate((inbox) => (inbox as unknown as { refresh(): Promise<void> }).refresh());
  await refresh();
  const problem = panel(page).getByRole('alert');
  await expect(problem).toContainText('The list could not be updated');
  await expect(entry(page, 'Order 1')).toBeVisible();
  await expectPartAccessible(element(page));
  site.failing = undefined;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toBeHidden();
  await expect(entry(page, 'Order 1')).toBeVisible();

  // The reader can mend a network, but not the server.
  site.failing = /notifications/;
  await show(page, 'Archived');
  await expect(panel(page)).toContainText('The service has a problem at the moment.');
  site.failing = undefined;
  await browserContext.setOffline(true);
  await show(page, 'Inbox');
  await expect(panel(page)).toContainText('You are offlineCheck your connection.');
  await browserContext.setOffline(false);
  await expect(entry(page, 'Order 1')).toBeVisible();
  await browserContext.setOffline(true);
  await choose(page, 'Order 1', 'Archive');
  await expect(panel(page)).toContainText('You are offline. The change will be tried again');
  // The change is repeated without a click.
  await browserContext.setOffline(false);
  await expect(panel(page)).toContainText('No notifications');
  await expect(problem).toBeHidden();
  await panel(page).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(bell(page, 1)).toBeVisible();
  await expect(entry(page, 'Order 1').locator('.main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Undone: Order 1' })).toBeAttached();

  // One button retries the change and loads the list again.
  site.failing = /notifications/;
  await entry(page, 'Order 1').getByRole('button', { name: 'Mark as read' }).click();
  await refresh();
  await expect(problem).toContainText('The change could not be saved');
  await expect(panel(page).getByRole('button', { name: 'Try again' })).toHaveCount(1);
  site.failing = undefined;
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(bell(page, 0)).toBeVisible();
  await expect(problem).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Marked as read: Order 1' })).toBeAttached();
});

test('a request that hangs is shown after some seconds, and can be tried again', async ({ tenant, embed, site }) => {
  await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
  await createInbox(tenant, 1);
  site.holding = /POST .*session/;
  const page = await embed({ 'subscriber-id': 's0', lang: 'en' });
  await bell(page, 0).click();
  const slow = panel(page).getByRole('alert').filter({ hasText: 'Still loading' });
  await expect(slow).toBeVisible({ timeout: 10_000 });
  // Another request for a session succeeds while the first one still hangs.
  site.holding = undefined;
  await slow.getByRole('button', { name: 'Try again' }).click();
  await expect(entry(page, 'Order 0')).toBeVisible();
  await expect(slow).toHaveCount(0);
  site.holding = /GET .*preferences/;
  await panel(page).getByRole('button', { name: 'Preferences' }).click();
  await expect(slow).toBeVisible({ timeout: 10_000 });
  site.holding = undefined;
  await slow.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('switch', { name: 'Only at certain times' })).toBeVisible();
  site.release();
});

test('a long text is shown in part, and whole on request, with bold and italic', async ({ tenant, call, embed }) => {
  await createInboxWorkflow(tenant, call);
  const page = await embed();
  await bell(page, 0).click();
  await ring(call, 1);
  await expect(entry(page, 'Order 1')).toBeVisible();
  await expect(entry(page, 'Order 1').getByRole('button', { name: 'Show more' })).toBeHidden();
  const content = `**AT&T** sends *two* parcels. ${'They arrive on Friday. '.repeat(40)}`;
  await database().query(`UPDATE messages SET content = to_jsonb($2::text) WHERE environment_id = $1`, [
    tenant.environmentId,
    content,
  ]);
  await element(page).evaluate((inbox) => (inbox as unknown as { refresh(): Promise<void> }).refresh());
  await expect(entry(page, 'Order 1').locator('strong')).toHaveText('AT&T');
  await expect(entry(page, 'Order 1').locator('em')).toHaveText('two');
  const height = () => entry(page, 'Order 1').evaluate(({ clientHeight }) => clientHeight);
  const cut = await height();
  await entry(page, 'Order 1').getByRole('button', { name: 'Show more' }).click();
  expect(await height()).toBeGreaterThan(cut + 100);
  // A change draws the message again, and leaves it whole.
  await choose(page, 'Order 1', 'Mark as read');
  await expect(bell(page, 0)).toBeVisible();
  await entry(page, 'Order 1').getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(cut);
});

test('everything works by keyboard alone, and axe finds nothing in any state', async ({
  tenant,
  call,
  embed,
  complaints,
}) => {
  await createInboxWorkflow(tenant, call);
  for (const order of [1, 2, 3]) await ring(call, order);
  const page = await embed({ tabs: '[{"label":"All"},{"label":"Bills","filter":{"tags":["bill"]}}]' });
  await expect(bell(page, 3)).toBeVisible();
  // Without this wait, the first counts would draw the list again.
  await expect(page.locator('.tab').first()).toHaveText('All 3');
  await followSystem(page);
  await page.locator('#before').focus();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent;
    });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Tab');
  expect(await focused()).toBe('Notifications, 3 unread');
  await press('Enter');
  await expect(panel(page)).toBeFocused();
  await expect(panel(page).getByRole('listitem')).toHaveCount(3);
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  const [first = '', second = ''] = await panel(page).getByRole('listitem').locator('.subject').allTextContents();
  expect(await focused()).toContain(first);
  await press('ArrowDown');
  expect(await focused()).toContain(second);
  // Tab moves from the message to its buttons, then to the page behind the panel, and skips the other messages.
  await press('Tab', 'Tab', 'Tab');
  expect(await focused()).toContain('Actions for');
  await press('Enter', 'ArrowDown', 'ArrowDown');
  expect(await focused()).toBe('Archive');
  await press('Escape');
  expect(await focused()).toContain('Actions for');
  await press('Enter', 'ArrowUp', 'ArrowUp', 'Enter');
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  // The focus moved to the next message instead of being lost, and Tab goes through that message.
  expect(await focused()).toMatch(/^Unread: Order /);
  await press('Tab');
  // A button that is replaced by its opposite keeps the focus.
  expect(await focused()).toBe('Mark as read');
  await press('Enter');
  await expect.poll(focused).toBe('Mark as unread');
  await press('Enter');
  await expect.poll(focused).toBe('Mark as read');
  await press('Escape');
  await expect(panel(page)).toBeHidden();
  // The count follows shortly after the change.
  await expect.poll(focused).toBe('Notifications, 2 unread');

  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await bell(page, 2).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('tab', { name: 'All 2 unread' })).toBeVisible();
  // A header in the panel would be a second banner of the page.
  await expect(element(page).locator('header')).toHaveCount(0);
  await expectAccessible(page);
  await choose(page, first, 'Snooze…');
  await expectPartAccessible(element(page));
  await page.getByRole('menuitem', { name: 'Choose a time…' }).click();
  await expectPartAccessible(element(page));
  expect(complaints).toEqual([]);
});

test('preferences and the schedule are stored, and a refused change returns', async ({ tenant, call, embed, site }) => {
  await createInboxWorkflow(tenant, call);
  const body = '<p>News</p>';
  const email = { subject: 'News', body, editorType: 'html', layoutId: null };
  const steps = [{ name: 'Email', type: 'email', controlValues: email }];
  const news = { name: 'News', workflowId: 'news', active: true, steps };
  expect((await call('POST', '/v2/workflows', { body: news })).status).toBe(201);
  const page = await embed();
  await followSystem(page);
  await bell(page, 0).click();
  site.failing = /GET .*preferences/;
  await panel(page).getByRole('button', { name: 'Preferences' }).click();
  await expect(panel(page)).toContainText('Preferences could not be loaded');
  site.failing = undefined;
  await expect.poll(() => site.sockets.size).toBe(1);
  site.dropSockets();
  // Channels that no workflow uses have no switch.
  await expect(page.getByRole('switch', { name: /: All notifications$/ })).toHaveText(['In-app', 'Email']);
  const global = page.getByRole('switch', { name: 'Email: All notifications' });
  await expect(global).toBeChecked();
  await global.click();
  const stored = async () => (await call<{ global: object }>('GET', '/v2/subscribers/jane/preferences')).body.global;
  await expect.poll(stored).toMatchObject({ channels: { email: false } });
  await page.getByRole('button', { name: /^Inbox/ }).click();
  site.failing = /PATCH/;
  const topic = page.getByRole('switch', { name: 'In-app: Inbox' });
  await topic.click();
  await expect(panel(page)).toContainText('The change could not be saved');
  await expect(topic).toBeChecked();
  site.failing = undefined;
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(topic).not.toBeChecked();

  await page.getByRole('switch', { name: 'Only at certain times' }).click();
  await expectPartAccessible(element(page));
  await page.getByRole('checkbox', { name: 'Tuesday' }).uncheck();
  await page.getByLabel('From, Monday').fill('08:30');
  await page.getByRole('button', { name: 'Add hours: Monday' }).click();
  await expect.poll(stored).toMatchObject({
    schedule: {
      isEnabled: true,
      weeklySchedule: {
        monday: {
          isEnabled: true,
          hours: [
            { start: '08:30', end: '17:00' },
            { start: '17:00', end: '21:00' },
          ],
        },
        tuesday: { isEnabled: false },
        friday: { isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] },
        sunday: { isEnabled: false },
      },
    },
  });
  await expect(panel(page)).not.toContainText('Until the next day');
  // Overlapping hours are not stored until they no longer overlap.
  await page.getByLabel('To, Monday').first().fill('18:00');
  await page.getByLabel('To, Monday').first().blur();
  await expect(page.getByLabel('From, Monday').last()).toHaveAccessibleDescription('Not saved: these hours overlap');
  await page.getByLabel('From, Monday').last().fill('18:00');
  await page.getByLabel('From, Monday').last().blur();
  await expect(panel(page)).not.toContainText('overlap');
  const monday = { hours: [{ end: '18:00' }, { start: '18:00', end: '21:00' }] };
  await expect.poll(stored).toMatchObject({ schedule: { weeklySchedule: { monday } } });
  await page.getByLabel('To, Friday').fill('08:00');
  await page.getByLabel('To, Friday').blur();
  await expect(page.getByLabel('To, Friday')).toHaveAccessibleDescription('Until the next day');
  await page.getByLabel('To, Friday').fill('09:00');
  await page.getByLabel('To, Friday').blur();
  await expect(page.getByLabel('To, Friday')).toHaveAccessibleDescription('24 hours, until the next day');
  // An incomplete time is not stored, and does not look as if it were.
  await page.getByLabel('To, Friday').fill('');
  await page.getByLabel('To, Friday').blur();
  await expect(page.getByLabel('To, Friday')).toHaveValue('09:00');
  await expect(panel(page)).toContainText(/The time was incomplete: 9:00.AM is kept/);
  await expect(panel(page)).toContainText(/Times in the time zone \w+/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(panel(page).getByRole('button', { name: 'Preferences' })).toBeFocused();
});

test('two tabs share one socket, another takes over, and a restart and an ended session need no reload', async ({
  tenant,
  call,
  embed,
  site,
  browserContext,
}) => {
  await createInboxWorkflow(tenant, call);
  const first = await embed();
  await expect.poll(() => site.sockets.size).toBe(1);
  const second = await embed();
  await expect(bell(second, 0)).toBeVisible();
  await ring(call, 1);
  for (const tab of [first, second]) await expect(bell(tab, 1)).toBeVisible();
  expect(site.requests.filter((name) => name.startsWith('UPGRADE'))).toHaveLength(1);
  await first.close();
  await expect.poll(() => site.sockets.size).toBe(1);
  await ring(call, 2);
  await expect(bell(second, 2)).toBeVisible();

  site.dropSockets();
  await expect.poll(() => site.sockets.size).toBe(1);
  await ring(call, 3);
  await expect(bell(second, 3)).toBeVisible();

  await second.bringToFront();
  await bell(second, 3).click();
  await expect(panel(second).getByRole('listitem')).toHaveCount(3);
  const ended = await database().query('UPDATE inbox_sessions SET revoked_at = now() WHERE environment_id = $1', [
    tenant.environmentId,
  ]);
  expect(ended.rowCount).toBe(2);
  const sessions = () => site.requests.filter((name) => name.startsWith('POST') && name.endsWith('/session')).length;
  const before = sessions();
  await choose(second, 'Order 2', 'Archive');
  await expect(panel(second).getByRole('listitem')).toHaveCount(2);
  const archived = () => call<{ data: object[] }>('GET', '/v2/subscribers/jane/notifications?archived=true');
  await expect.poll(async () => (await archived()).body.data.length).toBe(1);
  expect(sessions()).toBe(before + 1);
  // The socket of the old session ends too, and the socket of the new session receives the message.
  site.dropSockets();
  await expect.poll(() => site.sockets.size).toBe(1);
  await ring(call, 4);
  await expect(bell(second, 3)).toBeVisible();
  await browserContext.setOffline(true);
  await choose(second, 'Order 3', 'Mark as read');
  await expect(panel(second)).toContainText('The change will be tried again');
  await browserContext.setOffline(false);
  await expect(bell(second, 2)).toBeVisible();
  await ring(call, 5);
  await expect(bell(second, 3)).toBeVisible();
});

test('without WebSocket the bell looks every minute, and connects when it can', async ({
  tenant,
  call,
  embed,
  site,
  browserContext,
}) => {
  await createInboxWorkflow(tenant, call);
  site.refusesSockets = true;
  await browserContext.clock.install();
  const page = await embed();
  await expect(bell(page, 0)).toBeVisible();
  await expect.poll(() => site.requests.filter((name) => name.startsWith('UPGRADE')).length).toBeGreaterThan(0);
  await ring(call, 1);
  await expect
    .poll(async () => (await call<{ data: object[] }>('GET', '/v2/subscribers/jane/notifications')).body.data.length)
    .toBe(1);
  await browserContext.clock.runFor(30_000);
  await expect(bell(page, 0)).toBeVisible();
  await browserContext.clock.runFor(45_000);
  await expect(bell(page, 1)).toBeVisible();
  expect(site.sockets.size).toBe(0);
  site.refusesSockets = false;
  // Each step is shorter than the time without data after which a socket counts as dead.
  await expect(async () => {
    await browserContext.clock.runFor(5_000);
    expect(site.sockets.size).toBe(1);
  }).toPass();
  await ring(call, 2);
  await expect(bell(page, 2)).toBeVisible();
});

test('a refused session says so, and can be tried again; languages, directions and themes', async ({
  tenant,
  call,
  embed,
}) => {
  const page = await embed({ theme: 'dark' }, 'lang="de" dir="rtl"');
  const german = page.getByRole('button', { name: 'Benachrichtigungen, keine ungelesen' });
  await german.click();
  const dialog = page.getByRole('dialog', { name: 'Benachrichtigungen' });
  await expect(dialog.getByRole('alert')).toContainText('Benachrichtigungen sind nicht verfügbar');
  await expectPartAccessible(element(page));
  await createInboxWorkflow(tenant, call);
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(dialog).toContainText('Keine Benachrichtigungen');
  await ring(call, 1);
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  const box = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
  // From right to left: the picture, the text, the buttons.
  const [avatar, tools] = [await box('.avatar'), await box('.tools')];
  expect(avatar.left).toBeGreaterThan(tools.right);
  const colours = () => page.locator('.panel').evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await colours();
  await element(page).evaluate((element) => element.setAttribute('theme', 'light'));
  expect(await colours()).not.toBe(dark);
  await element(page).evaluate((element) => {
    Object.assign(element, {
      texts: { inbox: 'דואר נכנס' },
      tabs: [{ label: 'Alle' }, { label: 'x', filter: { tags: ['x'] } }],
    });
  });
  await expect(page.getByRole('button', { name: 'Anzeigen: דואר נכנס' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(2);
  // Calls the methods and sets the attribute as pages and frameworks do.
  await element(page).evaluate((inbox) => (inbox as unknown as { close(): void }).close());
  await expect(dialog).toBeHidden();
  await element(page).evaluate((inbox) => (inbox as unknown as { open(): void }).open());
  await expect(dialog).toBeVisible();
  await element(page).evaluate((inbox) => Object.assign(inbox, { open: false }));
  await expect(dialog).toBeHidden();
  await element(page).evaluate((inbox) => inbox.setAttribute('inline', ''));
  await expect(page.getByRole('region', { name: 'Benachrichtigungen' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Benachrichtigungen,/ })).toHaveCount(0);
  await element(page).evaluate((element) => element.remove());
  await expect(page.getByRole('listitem')).toHaveCount(0);
});

test('the colours follow the page instead of the system, and the bell that of the text around it', async ({
  embed,
}) => {
  const page = await embed({ 'subscriber-id': '', open: '' });
  await page.emulateMedia({ colorScheme: 'dark' });
  const lightness = (selector: string, property: 'color' | 'backgroundColor') =>
    page.locator(selector).evaluate((element, property) => {
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      if (!context) throw new Error('No canvas');
      context.fillStyle = getComputedStyle(element)[property];
      context.fillRect(0, 0, 1, 1);
      return (context.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128 ? 'light' : 'dark';
    }, property);
  const colours = async () => [await lightness('.bell', 'color'), await lightness('.panel', 'backgroundColor')];
  const setTheme = (theme: string) =>
    element(page).evaluate((inbox, theme) => inbox.setAttribute('theme', theme), theme);
  expect(await colours()).toEqual(['dark', 'light']);
  await setTheme('dark');
  expect(await colours()).toEqual(['dark', 'dark']);
  await setTheme('auto');
  await followSystem(page);
  expect(await colours()).toEqual(['light', 'dark']);
  await setTheme('light');
  expect(await colours()).toEqual(['light', 'light']);
  await page.evaluate(() => {
    document.body.style.color = 'rgb(90, 0, 0)';
  });
  await expect(page.locator('.bell')).toHaveCSS('color', 'rgb(90, 0, 0)');
});

test('without a subscriber the element waits, and wrong properties do not end it', async ({
  tenant,
  call,
  embed,
  site,
  complaints,
}) => {
  await createInboxWorkflow(tenant, call);
  await ring(call, 1);
  const page = await embed({ 'subscriber-id': '', open: '' });
  const warnings: string[] = [];
  page.on('console', (message) => message.text().startsWith('<belfry-inbox>') && warnings.push(message.text()));
  await expect(panel(page)).toBeVisible();
  // An open panel takes no focus while the page loads.
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
  expect(site.requests.filter((name) => name.includes('/inbox/'))).toEqual([]);
  await element(page).evaluate((inbox) => inbox.setAttribute('subscriber-id', 'jane'));
  await expect(entry(page, 'Order 1')).toBeVisible();

  const assign = (values: object) =>
    element(page).evaluate((inbox, values) => void Object.assign(inbox, values), values);
  await assign({ texts: { inbox: null, archived: 5 }, tabs: 5 });
  await expect.poll(() => warnings).toHaveLength(2);
  await expect(panel(page).getByRole('button', { name: 'Show: Inbox' })).toBeVisible();
  await expect(entry(page, 'Order 1')).toBeVisible();
  await assign({
    texts: { inbox: 'Post' },
    tabs: [null, { label: 'All' }, { label: 'None', filter: { tags: ['x'] } }],
  });
  await expect(panel(page).getByRole('button', { name: 'Show: Post' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['All 1', 'None']);
  expect(warnings).toHaveLength(3);
  expect(complaints).toEqual([]);

  // In a row, the inline list has the width that is left.
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.style.display = 'flex';
  });
  await element(page).evaluate((inbox) => inbox.setAttribute('inline', ''));
  const width = () => page.getByRole('region', { name: 'Notifications' }).evaluate((region) => region.clientWidth);
  await expect.poll(width).toBeGreaterThan(280);
});

test('texts are shown as they were sent, the badge stays in the bell, and the wheel scrolls the tabs', async ({
  tenant,
  call,
  embed,
}) => {
  await createInboxWorkflow(tenant, call);
  await ring(call, 1);
  const values = [tenant.environmentId, 'Map&lt;String, Order&gt; &amp;amp; co'];
  const rename = () => database().query('UPDATE messages SET subject = $2 WHERE environment_id = $1', values);
  await expect.poll(async () => (await rename()).rowCount).toBe(1);
  const tabs = ['All messages', 'Orders and bills', 'Security alerts', 'News'].map((label) => ({ label }));
  const page = await embed({ tabs: JSON.stringify(tabs) });
  await listen(page);
  const counts = async () => (await heard(page)).filter((event) => (event as unknown[])[0] === 'count');
  await bell(page, 1).click();
  await expect(entry(page, 'Map<String, Order> &amp; co')).toBeVisible();
  const row = panel(page).getByRole('tablist');
  await expect(row).toHaveClass(/more-after/);
  // The counts make the tabs wider.
  await expect(page.getByRole('tab', { name: 'News 1 unread' })).toBeAttached();
  await row.hover();
  await page.mouse.wheel(0, 1_000);
  await expect(row).toHaveClass(/more-before/);
  await expect(row).not.toHaveClass(/more-after/);
  await page.getByRole('tab', { name: 'All messages' }).press('End');
  await expect(page.getByRole('tab', { name: 'News' })).toBeInViewport({ ratio: 1 });
  const before = (await counts()).length;
  await entry(page, 'Map').hover();
  await entry(page, 'Map').getByRole('button', { name: 'Mark as read' }).click();
  await expect(bell(page, 0)).toBeVisible();
  await expect.poll(async () => (await counts()).slice(before)).toEqual([['count', undefined, { unreadCount: 0 }]]);
  const isInside = await element(page).evaluate(({ shadowRoot }) => {
    const [badge, box] = ['.badge', '.bell'].map((name) => shadowRoot?.querySelector(name));
    if (!badge || !box) return false;
    badge.textContent = '99+';
    const [inner, outer] = [badge, box].map((part) => part.getBoundingClientRect());
    return inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right;
  });
  expect(isInside).toBe(true);
});

test('a message that is taller than the list is seen, and a scrolled list shows how many arrived', async ({
  tenant,
  call,
  embed,
}) => {
  await createInboxWorkflow(tenant, call);
  const body = { name: 'inbox', to: { subscriberId: 'jane' }, payload: { order: 'long '.repeat(300) } };
  expect((await call('POST', '/v1/events/trigger', { body })).status).toBe(201);
  const page = await embed();
  await expect(bell(page, 1)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 250 });
  await bell(page, 1).click();
  const list = page.locator('.scroll').first();
  const tall = panel(page).getByRole('listitem').first();
  await expect(tall).toBeVisible();
  const heights = await Promise.all([list, tall].map((part) => part.evaluate((element) => element.clientHeight)));
  expect(heights[1]).toBeGreaterThan(2 * (heights[0] ?? 0));
  const stored = async () =>
    (await call<{ data: object[] }>('GET', '/v2/subscribers/jane/notifications')).body.data.at(-1);
  await expect.poll(stored).toMatchObject({ isSeen: true, isRead: false });

  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await ring(call, 1);
  await ring(call, 2);
  await panel(page).getByRole('button', { name: '2 new notifications' }).click();
  await expect(panel(page).getByRole('button', { name: '2 new notifications' })).toBeHidden();
  expect(await list.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(panel(page).getByRole('listitem').first().locator('.main')).toBeFocused();
});
