import { readFile } from 'node:fs/promises';
import { insertRows } from '#e2e/history-rows.ts';
import { newId } from '#lib/id.ts';
import {
  bodyRows,
  expect,
  expectInAddress,
  expectRowVisible,
  filterBy,
  phone,
  rowWith,
  table,
  test,
} from './fixtures.ts';
import { createMailIntegration } from './story.ts';

test('the audit log shows actor and action, and is filtered by resource, action and person', async ({
  page,
  tenant,
  visit,
  member,
}) => {
  const id = await createMailIntegration(tenant, { primary: false });
  expect((await member.call('POST', `/v1/integrations/${id}/set-primary?credentials=masked`)).status).toBe(200);
  expect((await member.call('POST', '/v1/api-keys', { body: { name: 'Shop' } })).status).toBe(201);
  await visit('/settings/audit-log');
  const log = table(page, 'Audit log');
  await expectRowVisible(log, { What: 'Test Person made SendGrid EU primary for email', When: /\d\d:\d\d:\d\d/ });
  await expect(bodyRows(log)).toHaveCount(2);
  await filterBy(page, 'Resource', 'API keys');
  await expect(bodyRows(log)).toHaveText([/created the API key Shop/]);
  await expect(page).toHaveURL(/resource=/);
  await page.reload();
  await expect(bodyRows(log)).toHaveText([/created the API key Shop/]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(bodyRows(log)).toHaveCount(2);
  await filterBy(page, 'Action', 'Made an integration primary');
  await expect(bodyRows(log)).toHaveText([/made SendGrid EU primary/]);
  await filterBy(page, 'All time', 'Last 24 hours');
  await expect(bodyRows(log)).toHaveCount(1);
  await filterBy(page, 'Environment', 'Development');
  await expect(bodyRows(log)).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(file.trimEnd().split('\r\n')).toEqual([
    expect.stringContaining('Time,Who'),
    expect.stringContaining('made SendGrid EU primary for email'),
  ]);
  await filterBy(page, 'Who', 'API key Shop');
  await expect(page.getByText('Nothing recorded matches')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expectInAddress(page, 'actor', null);
  // The export is the third entry.
  await page.reload();
  await expect(bodyRows(log)).toHaveCount(3);
  await filterBy(page, 'Environment', 'Production');
  await expect(page.getByText('Nothing recorded matches')).toBeVisible();
});

test('the audit log links to each resource, and each record has an address', async ({
  page,
  tenant,
  visit,
  member,
}) => {
  const id = await createMailIntegration(tenant, { primary: false });
  expect((await member.call('POST', `/v1/integrations/${id}/set-primary?credentials=masked`)).status).toBe(200);
  await visit('/settings/audit-log');
  await bodyRows(table(page, 'Audit log'))
    .getByRole('link', { name: /^\d.*made SendGrid EU primary/ })
    .click();
  await expect(page).toHaveURL(/entry=[0-9a-f]{24}/);
  await page.reload();
  const entry = page.getByRole('dialog', { name: 'Test Person made SendGrid EU primary for email' });
  await expect(entry.getByRole('region', { name: 'What changed' })).toContainText('noyes');
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await bodyRows(table(page, 'Audit log')).getByRole('link', { name: 'SendGrid EU', exact: true }).click();
  await expect(page).toHaveURL('/development/integrations');
});

test('the audit log names days above their entries, shows sign-ins in one line, and shows the changes', async ({
  page,
  tenant,
  visit,
  member,
}) => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 9, minutes));
  const record = (action: string, minutes: number, more: object = {}) => ({
    id: newId(at(minutes)),
    organization_id: tenant.organizationId,
    environment_id: tenant.environmentId,
    actor_type: 'user',
    actor_id: 'ann',
    actor_label: 'ann@shop.example',
    action,
    resource_type: action.split('.')[0],
    resource_id: 'thing',
    request_id: `req_${minutes}`,
    address: `10.0.0.${minutes}`,
    created_at: at(minutes),
    ...more,
  });
  const names = { before: { name: 'Mail' }, after: { name: 'Mail EU' } };
  await insertRows('audit_log', [
    record('integrations.update', 4, { resource_label: 'Mail EU', ...names }),
    ...[1, 2, 3].map((minutes) => record('sessions.signIn', minutes)),
  ]);
  expect((await member.call('POST', '/v1/api-keys', { body: { name: 'Shop' } })).status).toBe(201);
  await visit('/settings/audit-log');
  const log = table(page, 'Audit log');
  await expect(log.getByRole('rowheader')).toHaveText(['Today', 'Monday, 5 Jan 2026']);
  await expectRowVisible(log, { What: 'changed the name of Mail EUMail → Mail EU', Environment: 'Development' });
  await expectRowVisible(log, { What: /signed in 3 times since \d\d:01:00/, Environment: '—' });
  await rowWith(log, { What: 'signed in' }).getByRole('link').first().click();
  const earlier = page.getByRole('dialog').getByRole('region', { name: 'Earlier that day' });
  await expect(earlier.getByRole('listitem')).toHaveText([/10\.0\.0\.2$/, /10\.0\.0\.1$/]);
});

test('the audit log shows the id of a deleted user, links to all entries about one resource, and finds names', async ({
  page,
  visit,
  member,
}) => {
  const person = { subscriberId: 'user_17', firstName: 'Jane' };
  expect((await member.call('POST', '/v2/subscribers', { body: person })).status).toBe(201);
  expect((await member.call('DELETE', '/v2/subscribers/user_17')).status).toBe(200);
  expect((await member.call('POST', '/v1/api-keys', { body: { name: 'Shop' } })).status).toBe(201);
  await visit('/settings/audit-log');
  const log = table(page, 'Audit log');
  await expect(bodyRows(log)).toHaveCount(3);
  const deleted = 'deleted the subscriber Jane user_17';
  await expectRowVisible(log, { What: deleted });
  await rowWith(log, { What: deleted }).getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'All entries about this resource' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(bodyRows(log)).toHaveText([/deleted the subscriber Jane/, /created the subscriber Jane/]);
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('JANE');
  await expect(bodyRows(log)).toHaveText([/deleted the subscriber Jane/, /created the subscriber Jane/]);
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('shop unknown');
  await expect(bodyRows(log)).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('shop');
  await expect(bodyRows(log)).toHaveText([/created the API key Shop/]);
});

test('the audit log is shown in full on a phone, on several lines if needed', async ({ page, visit, member }) => {
  const name = 'Shop backend of the warehouse in Rotterdam';
  expect((await member.call('POST', '/v1/api-keys', { body: { name } })).status).toBe(201);
  await page.setViewportSize(phone);
  await visit('/settings/audit-log');
  const row = bodyRows(table(page, 'Audit log'));
  const entry = row.getByText('created the API key').filter({ visible: true });
  await expect(entry).toContainText(name);
  const { width, height } = (await entry.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeLessThan(phone.width);
  expect(height).toBeGreaterThan(30);
  await expect(row.locator('time')).toBeVisible();
  await expect(row.getByText('Development').filter({ visible: true })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('the audit log has pages of older entries, and the way back', async ({ page, tenant, visit, member: _member }) => {
  const entries = Array.from({ length: 120 }, (_, entry) => {
    const at = new Date(Date.UTC(2026, 0, 1) + entry * 60_000);
    return {
      id: newId(at),
      organization_id: tenant.organizationId,
      actor_type: 'system',
      actor_id: 'test',
      actor_label: 'Test',
      action: 'members.changeRole',
      resource_type: 'members',
      resource_id: `m${entry}`,
      resource_label: `Member ${entry}`,
      request_id: `req_${entry}`,
      created_at: at,
    };
  });
  await insertRows('audit_log', entries);
  await visit('/settings/audit-log');
  const first = bodyRows(table(page, 'Audit log')).first();
  const previous = page.getByRole('button', { name: 'Previous' });
  const next = page.getByRole('button', { name: 'Next' });
  await expect(first).toContainText('Member 119');
  await next.click();
  await expect(first).toContainText('Member 69');
  await next.click();
  await expect(first).toContainText('Member 19');
  await previous.click();
  await expect(first).toContainText('Member 69');
  await expect.poll(() => new URL(page.url()).searchParams.get('after')?.split(',').length).toBe(1);
  await page.reload();
  await expect(first).toContainText('Member 69');
  await previous.click();
  await expect(first).toContainText('Member 119');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
});

test('a new organization has an empty audit log', async ({ page, visit }) => {
  await visit('/settings/audit-log');
  await expect(page.getByText('Nothing recorded')).toBeVisible();
});
