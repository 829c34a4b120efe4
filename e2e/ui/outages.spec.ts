import { readFile } from 'node:fs/promises';
import { bodyRows, expect, expectRowVisible, table, test } from './fixtures.ts';
import { card } from './integration-cards.ts';
import { countInteractions } from './interactions.ts';
import { createLastingOutage, createOutage } from './outage-story.ts';

test.use({ role: 'owner' });

test('an outage shows who was late, failed and recovered, and leads to their retry', async ({
  page,
  tenant,
  visit,
}) => {
  await createOutage(tenant);
  const interactions = await countInteractions(page);
  await visit('/integrations');
  await card(page, 'SendGrid EU')
    .getByRole('button', { name: /SendGrid EU/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^\d+ \w+, \d\d:\d\d$/ })
    .click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
  expect(await interactions(), 'the outage, from the integrations').toBeLessThanOrEqual(3);
  const head = page.getByRole('region', { name: 'Outage' });
  await expect(head).toContainText(/to \d\d:\d\d \(11 min\)/);
  await expect(head).toContainText('The connection to api.sendgrid.com was refused');
  const list = table(page, 'Messages');
  await expect(bodyRows(list)).toHaveCount(4);
  await expectRowVisible(list, {
    To: 'Jane Cooper',
    'What happened': /Late.*Sent 12 min late; may have arrived twice/,
  });
  await expectRowVisible(list, { To: 'jane@example.com' });
  await expectRowVisible(list, { To: 'Joe Cooper', 'What happened': /Failed.*Given up after all retries/ });
  await expectRowVisible(list, { To: 'Kim Cooper', 'What happened': /Failed.*SendGrid said “unknown mailbox”/ });
  await expectRowVisible(list, { To: 'Ann Cooper', 'What happened': /Recovered.*sent by a retry 40 min later/ });

  await expect(page.getByRole('button', { name: 'All 4' })).toBeVisible();
  await page.getByRole('button', { name: 'Late 1' }).click();
  await expect(bodyRows(list)).toHaveCount(1);
  await expect(page).toHaveURL(/effect=late/);
  await page.getByRole('button', { name: 'Possibly several times 1' }).click();
  await expect(page).toHaveURL(/several=true/);
  await expectRowVisible(list, { To: 'Jane Cooper' });
  await expect(bodyRows(list)).toHaveCount(1);
  await page.getByRole('button', { name: 'Failed 2' }).click();
  await expectRowVisible(list, { To: 'Joe Cooper' });
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^outage-.+-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(
    /^failed,provider_rejected,.*unknown mailbox.*,user_kim,Kim,Cooper,kim@example.com,order-shipped,/,
  );
  expect(lines[2]).toMatch(/^failed,retries_exhausted,.*,user_joe,Joe,Cooper,joe@example.com,order-shipped,/);

  // The first of three interactions: a reason and Enter follow.
  await page.getByRole('link', { name: 'Retry failed runs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retry failed runs?' });
  await expect(dialog.getByRole('status')).toContainText('2 failed runs match the filters');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/dialog=/);
  await expect(table(page, 'Runs')).toContainText('Joe Cooper');
});

test('a late message begins with its delay: one interaction from its outage to the run, two to Explain', async ({
  page,
  tenant,
  visit,
}) => {
  const { integrationId, openedAt } = await createOutage(tenant);
  const interactions = await countInteractions(page);
  await visit(`/integrations/${integrationId}/outages/${encodeURIComponent(openedAt.toISOString())}?effect=late`);
  await table(page, 'Messages').getByRole('link', { name: 'order-shipped' }).click();
  const delay = 'Email sent 12 min late: SendGrid could not be reached for 11 min.';
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText(delay);
  await run.getByRole('link', { name: 'Explain' }).click();
  await expect(page.getByRole('heading', { name: delay })).toBeVisible();
  expect(await interactions()).toBeLessThanOrEqual(2);
  await page.getByRole('link', { name: 'Open the outage' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
});

test('a late message has its delay in the lists, and its outage one interaction away in its run and on its page', async ({
  page,
  tenant,
  visit,
}) => {
  await createOutage(tenant);
  const interactions = await countInteractions(page);
  await visit('/activity');
  const late = table(page, 'Runs').getByRole('row').filter({ hasText: 'Jane Cooper' });
  await expect(late).toContainText('12 min late');
  await late.getByRole('link').first().click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await run.getByRole('link', { name: /to \d\d:\d\d \(11 min\)/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
  expect(await interactions()).toBeLessThanOrEqual(3);
  await visit('/messages');
  await expect(table(page, 'Messages').getByRole('row').filter({ hasText: 'Jane Cooper' })).toContainText(
    '12 min late',
  );
});

test('a row opens the run, and an unknown outage says so', async ({ page, tenant, visit, expectError }) => {
  expectError(/404/);
  expectError(/422/);
  const { integrationId, openedAt } = await createOutage(tenant);
  const path = `/integrations/${integrationId}/outages/`;
  await visit(`${path}${encodeURIComponent(openedAt.toISOString())}?effect=recovered`);
  await table(page, 'Messages').getByRole('link', { name: 'order-shipped' }).click();
  await expect(page).toHaveURL(/activity\?run=/);
  for (const openedAt of [new Date(0).toISOString(), 'yesterday']) {
    await visit(`${path}${encodeURIComponent(openedAt)}`);
    await expect(page.getByText('There is no such outage in Development')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Show all outages' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outages');
});

test('a message that was late for two causes names each with its part', async ({ page, tenant, visit }) => {
  const { integrationId, openedAt } = await createOutage(tenant);
  await visit(`/integrations/${integrationId}/outages/${encodeURIComponent(openedAt.toISOString())}?effect=recovered`);
  await table(page, 'Messages').getByRole('link', { name: 'order-shipped' }).click();
  const delay =
    /Email sent 40 min late\. 12 min: SendGrid could not be reached; 28 min: the message had failed, and ada@example\.com retried it (at|on) .+\./;
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText(delay);
  await run.getByRole('link', { name: 'Explain' }).click();
  await expect(page.getByRole('heading', { name: delay })).toBeVisible();
});

test('waiting messages lead to their outage: from Integrations, their run and Explain', async ({
  page,
  tenant,
  visit,
}) => {
  await createLastingOutage(tenant);
  await visit('/integrations');
  await card(page, 'SendGrid EU').getByRole('link', { name: '2 messages wait' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
  const list = table(page, 'Messages');
  await expect(bodyRows(list)).toHaveCount(2);
  await expectRowVisible(list, { To: 'Joe Cooper', 'What happened': /Waiting.*Next attempt/ });
  await bodyRows(list).first().getByRole('link').first().click();

  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { level: 2 })).toContainText('SendGrid EU has not been available since');
  await expect(run).toContainText(/Waited · 3 times, until \d\d:\d\d/);
  await run.getByRole('link', { name: /^Since .*\d\d:\d\d$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
  await page.goBack();
  await run.getByRole('link', { name: 'Explain' }).click();
  await page.getByRole('link', { name: 'Open the outage' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
});

test('the menu, the palette and the list of outages lead to an outage', async ({ page, tenant, visit }) => {
  await createLastingOutage(tenant);
  await visit('/messages');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Integrations 1 not reachable' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('combobox').fill('outage');
  await expect(search.getByRole('option', { name: /^Outage of SendGrid EU/ })).toBeVisible();
  await search.getByRole('option', { name: 'Outages', exact: true }).click();
  const outages = table(page, 'Outages');
  await expectRowVisible(outages, { Integration: /SendGrid EU/, Lasted: /so far/ });
  await outages.getByRole('link', { name: 'Outage of SendGrid EU' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outage of SendGrid EU');
});
