import { serviceUrl } from '#e2e/fixtures.ts';
import { expectAccessible } from './accessible.ts';
import { expect, phone, test } from './fixtures.ts';

test('a recipient stops emails by keyboard and without JavaScript, and support sees the message it came from', async ({
  browser,
  call,
  page,
  visit,
}) => {
  const integration = { name: 'Mail', providerId: 'sendgrid', channel: 'email', active: true, sandbox: true };
  await call('POST', '/v1/integrations', { body: { ...integration, credentials: {} } });
  const controlValues = { subject: 'News', body: '<a href="{{ unsubscribeUrl }}">Stop</a>', editorType: 'html' };
  const steps = [{ name: 'Email', type: 'email', controlValues: { ...controlValues, layoutId: null } }];
  await call('POST', '/v2/workflows', { body: { name: 'Newsletter', workflowId: 'newsletter', active: true, steps } });
  const to = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@example.com' };
  await call('POST', '/v1/events/trigger', { body: { name: 'newsletter', to } });
  let link = '';
  await expect(async () => {
    const { body } = await call<{ data: { content?: string }[] }>('GET', '/v1/messages');
    link = /\/r\/[\w-]+/.exec(body.data[0]?.content ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();

  const context = await browser.newContext({ baseURL: serviceUrl, javaScriptEnabled: false, viewport: phone });
  const recipient = await context.newPage();
  await recipient.goto(link);
  await expect(recipient.getByRole('heading', { name: 'These messages: Newsletter' })).toBeVisible();
  await recipient.keyboard.press('Tab');
  await recipient.keyboard.press('Enter');
  const notice = recipient.getByRole('status');
  await expect(notice).toContainText('You no longer receive these messages.');
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(notice).toContainText('You receive these messages again.');
  await recipient.getByRole('checkbox', { name: 'Email' }).uncheck();
  await recipient.getByRole('button', { name: 'Save' }).click();
  await expect(notice).toContainText('Your choices are saved.');
  await expect(recipient.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await context.close();

  await visit('/subscribers/jane?tab=preferences');
  await page.getByRole('link', { name: 'link in a message' }).click();
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toBeVisible();
});

test('the page of a link is accessible, wide and narrow, light and dark', async ({ page }) => {
  await page.goto('/r/preview');
  await expect(page.getByRole('heading', { name: 'This link is an example' })).toBeVisible();
  await expectAccessible(page);
});
