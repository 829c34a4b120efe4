import type { Locator, Page } from '@playwright/test';
import type { Tenant } from '#e2e/tenant.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { bodyRows, expect, phone, table, test } from './fixtures.ts';
import {
  createBouncedRun,
  createMessage,
  createOrderWorkflow,
  createRun,
  createSkippedRun,
  createSubscriber,
} from './story.ts';

/** Rules for every page of support on small screens and without a connection. */

/** A page, and a text that appears once the page has loaded. */
type Shown = readonly [path: string, text: string | RegExp];

/** Creates records with long names and with missing values. Returns the pages that show them. */
async function makePages(tenant: Tenant): Promise<Shown[]> {
  const jane = await createSubscriber(tenant);
  const long = await createSubscriber(tenant, {
    subscriber_id: 'user_of_the_old_shop_system_00000000000000000000042',
    first_name: 'Wolfeschlegelsteinhausenbergerdorff',
    last_name: 'Featherstonehaugh-Cholmondeley',
    email: 'wolfeschlegelsteinhausenbergerdorff@a-department.with-a-long-name.shop.example',
    phone: null,
  });
  const unnamed = { subscriber_id: 'user_unnamed', first_name: null, last_name: null, email: null, phone: null };
  await createSkippedRun(tenant, await createSubscriber(tenant, unnamed), { severity: 'high' });
  await createOrderWorkflow(tenant);
  const workflow = 'Confirmation of an order that several departments have to agree to';
  await createSkippedRun(tenant, long, { workflow, severity: 'high' });
  const { id, transactionId } = await createBouncedRun(tenant, jane, { severity: 'medium' });
  const of = { notification_id: id, transaction_id: transactionId };
  const message = await createMessage(tenant, jane, { ...of, status: 'error', error_text: 'Message bounced' });
  await createMessage(tenant, long, { subject: `${workflow}, with all its annexes` });
  return [
    ['/activity', 'Jane Cooper'],
    [`/activity?run=${id}`, /^Email failed/],
    [`/explain?subscriber=${id}`, /^Email failed/],
    ['/subscribers', 'Jane Cooper'],
    ['/subscribers/user_jane', 'Order shipped'],
    ['/subscribers/user_jane?tab=preferences', 'All workflows'],
    ['/messages', 'Jane Cooper'],
    [`/messages/${message}`, /^Email failed/],
  ];
}

async function expectShown(page: Page, [, text]: Shown): Promise<void> {
  await expect(page.getByRole('main').getByText(text).and(page.locator(':visible')).first()).toBeVisible();
}

test('on a phone no text has two ellipses', async ({ page, tenant, visit }) => {
  await page.setViewportSize(phone);
  for (const shown of await makePages(tenant)) {
    await visit(shown[0]);
    await expectShown(page, shown);
    expect.soft(await page.evaluate(cutTwice), shown[0]).toEqual([]);
  }
});

/** Returns elements that are cut with dots around a text that is cut too, so that the outer dots would be alone at the end. */
function cutTwice(): string[] {
  const isCut = (element: Element) => {
    const { textOverflow, overflowX } = getComputedStyle(element);
    const { clientWidth, scrollWidth } = element;
    return textOverflow === 'ellipsis' && overflowX !== 'visible' && clientWidth > 0 && scrollWidth > clientWidth;
  };
  return [...document.querySelectorAll('main *')]
    .filter((element) => isCut(element) && [...element.querySelectorAll('*')].some(isCut))
    .map((element) => element.outerHTML.slice(0, 200));
}

/** Returns the number of pixels of a text that are not shown. */
const cutBy = (text: Locator) =>
  text.evaluate(({ scrollWidth, clientWidth }) => (clientWidth === 0 ? Number.NaN : scrollWidth - clientWidth));

test('on a phone an email address is whole in lists, in the strip of channels and in the palette', async ({
  page,
  tenant,
  visit,
}) => {
  await page.setViewportSize(phone);
  const email = 'inigo.garciamarquez@meson-puerto.example';
  const names = { subscriber_id: 'trade-meson-puerto-42', first_name: 'Íñigo', last_name: 'García Márquez' };
  const inigo = await createSubscriber(tenant, { ...names, email });
  await createSkippedRun(tenant, inigo);
  await createMessage(tenant, inigo, { email });
  const address = page.getByText(email).and(page.locator(':visible'));
  for (const path of ['/activity', '/messages', `/subscribers/${inigo.subscriber_id}`]) {
    await visit(path);
    await expect(address).toHaveCount(1);
    expect.soft(await cutBy(address), path).toBe(0);
  }
  await page.getByRole('button', { name: 'Search subscribers, runs, workflows' }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('inigo');
  const person = search.getByRole('option', { name: email });
  await expect(person.getByText('Last message 5 min ago')).toBeVisible();
  expect(await cutBy(person.getByText(email))).toBe(0);
});

test('a reason next to an open run has a whole line below the time', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  const reason = reasonFor('provider_rejected', {
    provider: 'SendGrid',
    words: 'the mailbox is full, and the postmaster knows',
    attempt: 1,
  });
  const details = [{ status: 'Failed', detail: 'Unexpected provider error', reason }];
  const { id } = await createRun(tenant, {
    person: jane,
    steps: [{ type: 'email', name: 'Send', status: 'failed', details }],
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(`/activity?run=${id}`);
  const runs = table(page, 'Runs');
  const reasonText = runs.getByText('the mailbox is full').and(page.locator(':visible'));
  await expect(reasonText).toBeVisible();
  expect(await cutBy(reasonText)).toBe(0);
  const [line, time] = await Promise.all([reasonText.boundingBox(), runs.locator('time').first().boundingBox()]);
  expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + 1);
});

test('nothing overflows at 200% zoom', async ({ page, tenant, visit }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  for (const shown of await makePages(tenant)) {
    await visit(shown[0]);
    await expectShown(page, shown);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(beyond, `px beyond the edge of ${shown[0]}`).toBe(0);
  }
});

test('on a phone the preferences show every channel', async ({ page, tenant, visit }) => {
  await page.setViewportSize(phone);
  await createSubscriber(tenant);
  const steps = ['in_app', 'email', 'sms', 'chat', 'push'].map((type) => ({ type, name: type, control_values: {} }));
  await createOrderWorkflow(tenant, {}, steps);
  await visit('/subscribers/user_jane?tab=preferences');
  for (const channel of ['In-app', 'Email', 'SMS', 'Chat', 'Push']) {
    const choice = page.getByRole('switch', { name: `Order shipped by ${channel}` });
    await choice.scrollIntoViewIfNeeded();
    await expect(choice).toBeInViewport({ ratio: 1 });
  }
});

test('Refresh without a connection shows an error, and the rows return with the connection', async ({
  page,
  context,
  tenant,
  visit,
  expectError,
}) => {
  // Refresh sends no request, but the live connection may be retried.
  expectError(/ERR_INTERNET_DISCONNECTED/, 'maybe');
  await createSkippedRun(tenant, await createSubscriber(tenant));
  await visit('/activity');
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect(refresh).toHaveAttribute('aria-disabled', 'true');
  await expect(refresh).toHaveAccessibleDescription('You are offline');
  await expect(page.getByRole('button', { name: 'Export' })).toHaveAccessibleDescription('You are offline');
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await refresh.click({ force: true });
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
  await expect(page.getByText('could not be loaded')).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(refresh).not.toHaveAttribute('aria-disabled');
  await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
});
