import type { Locator } from '@playwright/test';
import { insertRow } from '#e2e/database.ts';
import { createSubscribers, createTopic } from '#e2e/rows.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { expectAccessible, expectPartAccessible, sizes } from './accessible.ts';
import { expect, openFilter, openRow, test as ownTest, phone, serviceUrl, signInWith } from './fixtures.ts';
import {
  createBouncedRun,
  createMailIntegration,
  createMessage,
  createOrderWorkflow,
  createSentRun,
  createSkippedRun,
  createSubscriber,
  playDryRun,
} from './story.ts';

/** The records that the pages below show. */
interface Story {
  event: string;
  message: string;
}

async function makeStory(tenant: Tenant): Promise<Story> {
  const jane = await createSubscriber(tenant, { data: { plan: 'gold' }, locale: 'de-DE' });
  await createSubscribers(tenant, 3);
  const workflowId = await createOrderWorkflow(tenant, { description: 'When a parcel leaves.', tags: ['orders'] });
  await createOrderWorkflow(tenant, { identifier: 'draft', name: 'Draft', active: false }, []);
  await createMailIntegration(tenant, { primary: true, sandbox: true });
  await createMailIntegration(tenant, { name: 'SES backup', provider_id: 'ses', active: false });
  await createMailIntegration(tenant, { name: 'Inbox', provider_id: 'svc', channel: 'in_app' });
  await insertRow('layouts', {
    id: newId(),
    environment_id: tenant.environmentId,
    identifier: 'house-style',
    name: 'House style',
    editor_type: 'block',
    body: '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"variable","attrs":{"id":"content"}}]}]}',
    is_default: true,
    created_at: new Date(),
    updated_at: new Date(),
  });
  await createTopic(tenant, { key: 'orders', name: 'Order updates' }, [jane.id]);
  const stamps = { environment_id: tenant.environmentId, created_at: new Date(), updated_at: new Date() };
  await insertRow('suppressions', {
    ...{ environment_id: tenant.environmentId, channel: 'email', address: 'bounced@shop.example' },
    ...{ event: 'bounced', created_at: new Date(), words: '550 User unknown' },
  });
  await insertRow('contexts', { type: 'tenant', key: 'acme', data: { plan: 'gold' }, ...stamps });
  await createSentRun(tenant, jane, { workflowId, severity: 'high' });
  await createSkippedRun(tenant, jane, { severity: 'low' });
  const { id, transactionId } = await createBouncedRun(tenant, jane, { workflowId, severity: 'medium' });
  const of = { notification_id: id, transaction_id: transactionId };
  await createMessage(tenant, jane, { ...of, status: 'error', error_text: 'Message bounced', subject: 'Invoice' });
  return { event: id, message: await createMessage(tenant, jane, of) };
}

/** Tests that only read pages, so all tests of a worker share one tenant. */
const test = ownTest.extend<object, { shown: { tenant: Tenant; story: Story } }>({
  shown: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
    async ({}, use) => {
      const tenant = await createTenant();
      await use({ tenant, story: await makeStory(tenant) });
    },
    { scope: 'worker' },
  ],
  tenant: async ({ shown }, use) => use(shown.tenant),
  contextOptions: { reducedMotion: 'reduce' },
});

interface ShownPage {
  name: string;
  path: string | ((story: Story) => string);
  shows: string | RegExp;
  /** Whether support staff read the page to answer a question. */
  isOfPath?: boolean;
}

const ofPath = { isOfPath: true };

const pages: ShownPage[] = [
  { name: 'activity', path: '/activity', shows: 'Jane Cooper', ...ofPath },
  { name: 'an open event', path: ({ event }) => `/activity?run=${event}`, shows: /Email failed/, ...ofPath },
  { name: 'activity without a match', path: '/activity?search=unknown', shows: 'No run matches' },
  { name: 'messages', path: '/messages', shows: 'Invoice', ...ofPath },
  { name: 'one message', path: ({ message }) => `/messages/${message}`, shows: /^Run of /, ...ofPath },
  { name: 'subscribers', path: '/subscribers', shows: 'Jane Cooper', ...ofPath },
  { name: 'one subscriber', path: '/subscribers/user_jane', shows: 'Order shipped', ...ofPath },
  { name: 'a subscriber’s messages', path: '/subscribers/user_jane?tab=messages', shows: 'Invoice', ...ofPath },
  {
    name: 'a subscriber’s preferences',
    path: '/subscribers/user_jane?tab=preferences',
    shows: 'Order shipped',
    ...ofPath,
  },
  {
    name: 'a subscriber’s channels',
    path: '/subscribers/user_jane?tab=channels',
    shows: 'No chat connection, no push device',
  },
  { name: 'an explanation', path: ({ event }) => `/explain?subscriber=${event}`, shows: /Email failed/, ...ofPath },
  { name: 'workflows', path: '/workflows', shows: 'Order shipped' },
  { name: 'one workflow', path: '/workflows/order-shipped', shows: 'Wait for the parcel' },
  {
    name: 'a payload contract',
    path: '/workflows/order-shipped/payload',
    shows: /Names and types only|No trigger is stored/,
  },
  { name: 'layouts', path: '/layouts', shows: 'House style' },
  { name: 'one layout', path: '/layouts/house-style', shows: 'Email content' },
  { name: 'suppressions', path: '/suppressions', shows: 'bounced@shop.example' },
  { name: 'topics', path: '/topics', shows: 'Order updates' },
  { name: 'one topic', path: '/topics/orders', shows: 'Jane Cooper' },
  { name: 'contexts', path: '/contexts', shows: 'acme' },
  { name: 'one context', path: '/contexts/tenant/acme', shows: '0 subscriptions' },
  { name: 'integrations', path: '/integrations', shows: 'SES backup' },
  { name: 'a guide', path: '/docs/conditions', shows: 'All operators' },
  { name: 'the start of the API reference', path: '/api-reference', shows: 'Call Development from your code' },
  { name: 'one operation of the API reference', path: '/api-reference#triggerEvent', shows: 'Fields of the response' },
  { name: 'a group of the API reference', path: '/api-reference#group-inbox', shows: 'POST' },
  { name: 'the request log', path: '/request-log', shows: 'No calls yet' },
  { name: 'general settings', path: '/settings/general', shows: 'Require a sign-in provider' },
  { name: 'the recipient page', path: '/recipient-page', shows: 'Stop these messages' },
  { name: 'members', path: '/settings/members', shows: 'Test Person' },
  { name: 'the own account', path: '/settings/account', shows: 'This session' },
  { name: 'API keys', path: '/api-keys', shows: 'Never' },
  { name: 'publish', path: '/publish', shows: 'Arrives paused' },
  { name: 'environments', path: '/settings/environments', shows: '/production' },
  { name: 'alerts', path: '/alerts', shows: 'Not watched yet' },
  { name: 'variables', path: '/settings/environment-variables', shows: 'No variables yet' },
  { name: 'the audit log', path: '/settings/audit-log', shows: 'Nothing recorded' },
  { name: 'the system', path: '/settings/system', shows: 'Largest tables' },
];

for (const { name, path, shows, isOfPath } of pages) {
  test(`${name} is accessible`, async ({ page, shown: { story }, visit }) => {
    await visit(typeof path === 'string' ? path : path(story));
    await expect(page.getByRole('main').getByText(shows).and(page.locator(':visible')).first()).toBeVisible();
    await expectAccessible(page, { inBetween: isOfPath });
  });
}

test('layers above a page are accessible', async ({ page, visit }) => {
  await visit('/integrations');
  await page.getByRole('button', { name: 'SendGrid EU', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'SendGrid EU' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'All', selected: true })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Make primary' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Test Person' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('the pages of support', () => {
  test.use({ role: 'support' });

  test('above the list of runs are accessible', async ({ page, visit }) => {
    await visit('/activity');
    await expect(page.getByRole('table', { name: 'Runs' }).getByRole('link').first()).toBeVisible();
    const panel = page.getByRole('dialog');
    const open = async (button: string, layer: Locator) => {
      await openFilter(page, button);
      await expectPartAccessible(layer);
      await page.keyboard.press('Escape');
      await expect(layer).toBeHidden();
    };
    for (const size of sizes) {
      await page.setViewportSize(size);
      await open('Last 24 hours', panel);
      await open('Workflow', panel);
      await open('Subscriber', panel);
      await open('Views', panel);
      await open('Export', page.getByRole('menu'));
      await open('Filter', page.getByRole('menu'));
      await page.keyboard.press('?');
      await expectPartAccessible(page.getByRole('dialog', { name: 'Keyboard shortcuts' }));
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await page.keyboard.press('Control+k');
      await panel.getByRole('combobox').fill('jane');
      await expect(page.getByRole('option', { name: /Why didn’t Jane/ })).toBeVisible();
      await expectPartAccessible(panel);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    }
  });

  test('a run is accessible', async ({ page, visit, shown: { story } }) => {
    const run = page.getByRole('region', { name: 'Run', exact: true });
    const question = page.getByRole('dialog', { name: /^Retry/ });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit(`/activity?run=${story.event}`);
      await expect(run.getByRole('region', { name: 'raw detail' })).toBeVisible();
      await expectPartAccessible(run);
      for (const tab of ['Messages', 'Data']) {
        await run.getByRole('tab', { name: tab }).click();
        await expectPartAccessible(run.getByRole('tabpanel', { name: tab }));
      }
      await run.getByRole('tab', { name: 'Timeline' }).click();
      await run.getByRole('button', { name: 'Retry' }).click();
      await expectPartAccessible(question);
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
    }
    await visit(`/explain?subscriber=${story.event}`);
    await page.getByRole('combobox', { name: 'Subscriber, transaction, run or message' }).fill('jane');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectPartAccessible(page.getByRole('search', { name: 'Question' }));
  });

  test('a subscriber is accessible', async ({ page, visit }) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit('/subscribers/user_jane');
      await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click();
      const pane = page.getByRole('region', { name: 'Run', exact: true });
      await expect(pane.getByRole('tab', { name: 'Timeline' })).toBeVisible();
      await expectPartAccessible(pane);
      await expect(pane).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(pane).toBeHidden();
      await page.getByRole('button', { name: 'Actions for Jane Cooper' }).click();
      await expectPartAccessible(page.getByRole('menu'));
      const item = page.getByRole('menuitem', { name: 'Edit…' });
      if (!(await item.isVisible())) {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
      } else {
        await item.click();
      }
      const edit = page.getByRole('dialog', { name: 'Edit Jane Cooper' });
      await expectPartAccessible(edit);
      await page.keyboard.press('Escape');
      await expect(edit).toBeHidden();
      await page.getByRole('tab', { name: 'Topics' }).click();
      await expectPartAccessible(page.getByRole('tabpanel'));
      await visit('/subscribers?dialog=new');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Create subscriber' }).click();
      await expect(dialog.getByRole('alert').first()).toBeVisible();
      await expectPartAccessible(dialog);
      await visit('/subscribers?dialog=import');
      const file = {
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('id,email\nbo,bo@shop.example\ncy,nope\n'),
      };
      await dialog.getByLabel('Choose a CSV file').setInputFiles(file);
      await expect(dialog.getByText('Line 3')).toBeVisible();
      await expectPartAccessible(dialog);
    }
  });
});

test('a dry run and its result are accessible', async ({ page, visit }) => {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visit('/subscribers/user_jane');
    await expectPartAccessible(await playDryRun(page));
  }
});

ownTest('withheld content and its reveal can be used by everyone', async ({ page, tenant, visit }) => {
  const workflowId = await createWorkflow(tenant, { identifier: 'code', is_sensitive: true });
  const jane = await createSubscriber(tenant);
  const { id, transactionId } = await createBouncedRun(tenant, jane, { workflowId });
  const of = { notification_id: id, transaction_id: transactionId, workflow_id: workflowId };
  const message = await createMessage(tenant, jane, { ...of, subject: 'Your code is 918273' });
  for (const path of [`/activity?run=${id}`, `/messages/${message}`]) {
    await page.setViewportSize(sizes[0] ?? phone);
    await visit(path);
    const withheld = page.getByRole('region', { name: 'Withheld content' });
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectPartAccessible(withheld);
    }
    await withheld.getByRole('button', { name: 'Reveal' }).click();
    await expect(withheld).toBeHidden();
    await expectPartAccessible(page.getByRole('main'));
  }
});

ownTest('the question before a run is cancelled can be used by everyone', async ({ page, call, visit }) => {
  const steps = [
    { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 1, unit: 'days' } },
    { name: 'Text', type: 'sms', controlValues: { body: 'Hello' } },
  ];
  const workflow = { name: 'Reminder', workflowId: 'reminder', active: true, steps };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  await call('POST', '/v1/events/trigger', { body: { name: 'reminder', to: { subscriberId: 'jane' } } });
  await visit('/activity');
  await openRow(page.getByRole('table', { name: 'Runs' }), { Run: 'Reminder' });
  const cancel = page.getByRole('button', { name: 'Cancel run' });
  const question = page.getByRole('alertdialog', { name: 'Cancel this run?' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(cancel, `at ${size.width} px`).toBeVisible({ timeout: 30_000 });
    await cancel.click();
    await expectPartAccessible(question);
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
});

ownTest('under a finger every target of the path is large enough', async ({ browser, tenant, member }) => {
  const { event, message } = await makeStory(tenant);
  await createOrderWorkflow(tenant, { identifier: 'unfinished', name: 'Unfinished' }, [{ type: 'sms' }]);
  const touch = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: serviceUrl, ...touch });
  await signInWith(context, member);
  const page = await context.newPage();
  const person = '/subscribers/user_jane';
  const paths = [
    [`/activity?run=${event}`, /Email failed/],
    ['/messages', 'Invoice'],
    [`/messages/${message}`, /^Run of /],
    ['/subscribers', 'Jane Cooper'],
    ['/subscribers?q=unknown', 'Show all subscribers'],
    [person, 'Order shipped'],
    [`${person}?tab=messages`, 'Invoice'],
    [`${person}?tab=preferences`, 'Order shipped'],
    [`${person}?tab=topics`, 'Order updates'],
    [`${person}?tab=channels`, /^No chat connection/],
    ['/explain', 'All in Activity'],
    [`/explain?subscriber=${event}`, /Email failed/],
    ['/workflows', 'Unfinished'],
    ['/workflows/order-shipped/payload', /Names and types only|No trigger is stored/],
    ['/integrations', 'SES backup'],
    ['/layouts', 'House style'],
    ['/suppressions', 'bounced@shop.example'],
    ['/topics', 'Order updates'],
    ['/contexts', 'acme'],
    ['/contexts/tenant/acme', '0 subscriptions'],
    ['/topics/orders', 'Jane Cooper'],
  ] as const;
  for (const [path, shows] of paths) {
    await page.goto(`/development${path}`);
    await expect(page.getByRole('main').getByText(shows).and(page.locator(':visible')).first()).toBeVisible();
    await expect.soft(page.locator('main[aria-busy="true"]')).toHaveCount(0);
    await expect.poll(() => page.evaluate(smallTargets), path).toEqual([]);
  }
  await context.close();
});

/**
 * Returns controls less than 44 px high, including the touch area around them. Excludes links within a text, which are
 * as high as its lines.
 */
function smallTargets(): string[] {
  const around = (element: Element) =>
    ['::before', '::after'].map((part) => {
      const { content, position, height } = getComputedStyle(element, part);
      return content !== 'none' && position === 'absolute' ? Number.parseFloat(height) || 0 : 0;
    });
  return [...document.querySelectorAll('button, a, input, summary, [role=menuitem]')]
    .filter(
      (element) => element.checkVisibility() && !element.matches('.sr-only, .max-sm\\:sr-only *, [data-row-link]'),
    )
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .filter((element) => Math.max(element.getBoundingClientRect().height, ...around(element)) < 43.5)
    .map((element) => element.outerHTML.slice(0, 160));
}

ownTest('what is outside of the dashboard can be used by everyone', async ({ page, member, expectError }) => {
  expectError(/status of 40\d/);
  const body = { email: 'noor@shop.example', role: 'support' };
  const { path } = (await member.call<{ path: string }>('POST', '/v1/invitations', { body })).body;
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Join organization' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/development/nowhere');
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/staging/activity');
  await expect(page.getByText('There is no environment “staging”')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/development/subscribers/unknown');
  await expect(page.getByText('No subscriber unknown in Development')).toBeVisible();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await expectAccessible(page);
});
