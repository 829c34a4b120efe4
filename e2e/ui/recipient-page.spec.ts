import { type CallApi, serviceUrl } from '#e2e/fixtures.ts';
import { expectAccessible } from './accessible.ts';
import { expect, phone, test } from './fixtures.ts';

/** Sends an email to a subscriber, and returns the path of the link in it. */
async function sentLink(call: CallApi): Promise<string> {
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
  return link;
}

test('a recipient stops emails by keyboard and without JavaScript, and support sees the message it came from', async ({
  browser,
  call,
  page,
  visit,
}) => {
  const link = await sentLink(call);
  const context = await browser.newContext({ baseURL: serviceUrl, javaScriptEnabled: false, viewport: phone });
  const recipient = await context.newPage();
  await recipient.goto(link);
  await expect(recipient.getByRole('heading', { name: 'Newsletter', exact: true })).toBeVisible();
  await recipient.keyboard.press('Tab');
  await recipient.keyboard.press('Enter');
  const notice = recipient.getByRole('status');
  await expect(notice).toContainText('You no longer receive these messages.');
  await notice.getByRole('button', { name: 'Receive these messages again' }).click();
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

/** A yellow picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('an admin gives it a name, a colour and a logo, which recipients see', async ({ browser, call, page, visit }) => {
  const link = await sentLink(call);
  await visit('/recipient-page');
  const section = page.getByRole('region', { name: 'Look' });
  const preview = section.getByRole('figure', { name: 'Preview' });
  await section.getByLabel('Name').fill('Heron Shoes');
  await section.getByLabel('Colour', { exact: true }).fill('red');
  await section.getByRole('button', { name: 'Save look' }).click();
  await expect(section.getByRole('alert')).toContainText('hex code such as #1f75fe');
  await section.getByLabel('Colour', { exact: true }).fill('#ffe000');
  const file = section.getByLabel('Choose a picture');
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(section.getByRole('alert')).toContainText('PNG, JPEG or WebP');
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
  await expect(preview.getByText('Heron Shoes').first()).toBeVisible();
  await expect(preview.locator('img').first()).toHaveAttribute('src', /^data:image\/png/);
  await section.getByRole('button', { name: 'Save look' }).click();
  await expect(preview.locator('img').first()).toHaveAttribute('src', /^\/r\/logo\//);

  const context = await browser.newContext({ baseURL: serviceUrl, javaScriptEnabled: false, viewport: phone });
  const recipient = await context.newPage();
  await recipient.goto(link);
  await expect(recipient.getByText('Heron Shoes', { exact: true })).toBeVisible();
  const stop = recipient.getByRole('button', { name: 'Stop these messages' });
  await expect(stop).toHaveCSS('background-color', 'rgb(255, 224, 0)');
  await expect(stop).toHaveCSS('color', 'rgb(0, 0, 0)');
  // 1 if the browser has loaded and decoded the picture.
  expect(await recipient.locator('img').evaluate((logo: HTMLImageElement) => logo.naturalWidth)).toBe(1);
  await context.close();
  await page.goto(link);
  await expectAccessible(page);
});

test('an admin tracks openings and clicks, for the workflows that say so too', async ({ call, page, visit }) => {
  const steps = [{ name: 'Mail', type: 'email', controlValues: { subject: 'A', body: 'B', editorType: 'html' } }];
  await call('POST', '/v2/workflows', { body: { name: 'Newsletter', workflowId: 'newsletter', active: true, steps } });
  await visit('/recipient-page');
  const section = page.getByRole('region', { name: 'Openings and clicks' });
  const environment = section.getByRole('switch', { name: 'Track openings and clicks of emails' });
  await expect(environment).not.toBeChecked();
  await environment.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Track emails' }).click();
  await expect(environment).toBeChecked();
  await page.reload();
  await expect(environment).toBeChecked();

  await visit('/workflows/newsletter');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const workflow = settings.getByRole('switch', { name: 'Track openings and clicks' });
  await expect(workflow).not.toBeChecked();
  await workflow.click();
  await expect(workflow).toBeChecked();
  const stored = await call<{ isTracked?: boolean }>('GET', '/v2/workflows/newsletter');
  expect(stored.body.isTracked).toBe(true);

  await visit('/recipient-page');
  await expect(environment).toBeChecked();
  await expectAccessible(page);
});

test.describe('for a developer', () => {
  test.use({ role: 'developer' });

  test('a developer sees the settings, and why they cannot be saved', async ({ page, visit }) => {
    await visit('/recipient-page');
    const save = page.getByRole('button', { name: 'Save look' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('switch')).toHaveAttribute('aria-disabled', 'true');
    await expect(save).toHaveAccessibleDescription(/Only owners and admins may change environments/);
  });
});
