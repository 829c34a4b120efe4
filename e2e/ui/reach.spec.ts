import type { Page } from '@playwright/test';
import { insertRow } from '#e2e/database.ts';
import { blocks, createLayout, slot } from '#e2e/layouts.ts';
import { newId } from '#lib/id.ts';
import { sizes } from './accessible.ts';
import { expect, openFilter, phone, test } from './fixtures.ts';
import { cutOff, unreachable } from './reach.ts';
import { createBouncedRun, createMessage, createSentRun, createSkippedRun, createSubscriber } from './story.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

test('an explanation is copied for a ticket with the mouse, on wide and narrow windows', async ({
  page,
  context,
  tenant,
  visit,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, transactionId } = await createSkippedRun(tenant, await createSubscriber(tenant));
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visit(`/explain?subscriber=${id}`);
    const copy = page.getByRole('main').getByRole('button', { name: 'Copy for ticket' });
    await expect(copy).toBeVisible();
    const box = await copy.boundingBox();
    if (!box) throw new Error('The button has no place');
    await page.evaluate(() => navigator.clipboard.writeText(''));
    // Clicks at the position instead of the element, so that an element above it would get the click.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(transactionId);
  }
});

test('names and addresses without blanks stay within the run, on wide and narrow windows', async ({
  page,
  tenant,
  visit,
}) => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
  const email = `${'a'.repeat(64)}@${'subdomain.'.repeat(12)}example.com`;
  const jane = await createSubscriber(tenant, { first_name: long, last_name: long, email });
  const { id, transactionId } = await createSentRun(tenant, jane);
  await createMessage(tenant, jane, { notification_id: id, transaction_id: transactionId, email });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await visit(`/activity?run=${id}`);
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await expect(run.getByText(long).first()).toBeVisible();
    const beyond = await run.evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect(beyond, `px that stick out at ${size.width}`).toBe(0);
    expect(await cutOff(page), `${size.width} px`).toEqual([]);
    expect(await unreachable(page), `${size.width} px`).toEqual([]);
  }
});

test('choices of a filter and of the block menu are not truncated', async ({ page, tenant, member, visit }) => {
  await createBouncedRun(tenant, await createSubscriber(tenant));
  await visit('/activity');
  await openFilter(page, 'Reason');
  await expect(page.getByRole('dialog').getByText('No email address or phone number')).toBeVisible();
  expect(await cutOff(page)).toEqual([]);
  await createLayout(member.call, { name: 'House style', layoutId: 'house', controlValues: blocks(slot) });
  await visit('/layouts/house');
  const canvas = page.getByRole('textbox', { name: 'Body of the layout' });
  await canvas.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  const option = page.getByRole('listbox', { name: 'Blocks' }).getByRole('option', { name: /^Variable/ });
  const label = option.getByText('Variable', { exact: true });
  await expect(label).toBeVisible();
  expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the hint of an empty line is one line, however narrow its block', async ({ page, member, visit }) => {
  const repeat = { type: 'repeat', attrs: { each: 'payload.items' }, content: [{ type: 'paragraph' }] };
  await createLayout(member.call, { name: 'House style', layoutId: 'house', controlValues: blocks(slot, repeat) });
  await page.setViewportSize(phone);
  await visit('/layouts/house');
  const canvas = page.getByRole('textbox', { name: 'Body of the layout' });
  const line = canvas.locator('[data-block="repeat"] p');
  await line.click();
  await expect(line).toHaveAttribute('data-hint', /.+/);
  const heights = await line.evaluate((element) => ({
    hint: Number.parseFloat(getComputedStyle(element, '::before').height),
    line: element.getBoundingClientRect().height,
  }));
  expect(heights.hint).toBeLessThan(heights.line + 1);
});

test('the palette opens the best match, and the message of an email’s ID', async ({ page, tenant, visit }) => {
  const jane = await createSubscriber(tenant);
  const at = new Date();
  const janet = {
    environment_id: tenant.environmentId,
    subscriber_id: 'janet',
    first_name: 'Janet',
    last_name: 'Cooper',
  };
  await insertRow('subscribers', { id: newId(at), ...janet, created_at: at, updated_at: at });
  const { id, transactionId } = await createSentRun(tenant, jane);
  const of = { notification_id: id, transaction_id: transactionId, subject: 'Receipt A-1042' };
  await createMessage(tenant, jane, { ...of, provider_message_id: '<6b07c1f2a3b4c5d6@ux.example>' });
  await visit('/activity');
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('jane cooper');
  await expect(palette(page).getByRole('option', { name: /^Janet Cooper/ })).toBeVisible();
  await expect(palette(page).getByRole('option').first()).toHaveText(/^Jane Cooper/);
  for (const text of ['Message-ID: <6b07c1f2a3b4c5d6@ux.example>', '<6b07c1f2a3b4c5d6@ux.example>']) {
    await palette(page).getByRole('combobox').fill(text);
    await expect(palette(page).getByRole('option', { name: /Receipt A-1042/ })).toBeVisible();
  }
  await palette(page).getByRole('combobox').fill('late jane');
  await palette(page)
    .getByRole('option', { name: /^Slow messages to Jane Cooper/ })
    .click();
  await expect(page).toHaveURL(/messages\?slower=1m&subscriber=user_jane/);
  await visit('/explain');
  await page
    .getByRole('combobox', { name: 'Subscriber, transaction, run or message' })
    .fill('Message-ID: <6b07c1f2a3b4c5d6@ux.example>');
  await page.getByRole('option', { name: /6b07c1f2a3b4c5d6@ux.example/ }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Copy for ticket' })).toBeVisible();
});
