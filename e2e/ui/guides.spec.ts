import { expect, serviceUrl, test } from './fixtures.ts';

test('a guide is found in the palette, and its code has the address of this installation', async ({ page, visit }) => {
  await visit('/docs');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Quick start' })).toBeVisible();
  await expect(main.getByLabel('Code', { exact: true }).nth(1)).toContainText(`curl ${serviceUrl}/api/v1/integrations`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('digest step');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('option', { name: /^Digest step/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { name: 'Digest step' })).toBeVisible();
  await expect(page).toHaveURL('/docs/steps/digest');
});

test('a search shows sections, and a link opens its section', async ({ page, visit }) => {
  await visit('/docs/errors');
  const guides = page.getByRole('navigation', { name: 'Guides', exact: true });
  await page.getByRole('searchbox', { name: 'Search the guides' }).fill('precondition_failed');
  await guides.getByRole('link', { name: /^Errors: precondition_failed/ }).click();
  await expect(page.getByRole('heading', { name: /^precondition_failed/ })).toBeInViewport();
});

test('the keyboard opens a hit, and the list shows the open guide', async ({ page, visit }) => {
  await visit('/docs/errors');
  const guides = page.getByRole('navigation', { name: 'Guides', exact: true });
  await page.getByRole('searchbox', { name: 'Search the guides' }).fill('workflow_not_found');
  const hit = guides.getByRole('link').first();
  await expect(hit).toHaveText(/^Errors: Answers of a trigger/);
  await page.keyboard.press('ArrowDown');
  await expect(hit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Answers of a trigger/ })).toBeInViewport();
  await visit('/docs/providers/twilio');
  await expect(guides.getByRole('link', { name: 'Twilio', exact: true })).toBeInViewport();
});

test('links within guides open without a new page', async ({ page, visit }) => {
  await visit('/docs/quick-start');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('article').getByRole('link', { name: 'Concepts', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Which integration sends' })).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('the name of a page in a guide leads to the page in the environment', async ({ page, visit }) => {
  await visit('/integrations');
  await page.goto('/docs/quick-start');
  await page.getByRole('main').getByRole('link', { name: 'Integrations', exact: true }).click();
  await expect(page).toHaveURL('/development/integrations');
});

test('an address without a guide leads back to the guides', async ({ page, visit, expectError }) => {
  expectError(/404/);
  await visit('/docs/nonsense');
  await expect(page.getByText('There is no guide at this address.')).toBeVisible();
  await page.getByRole('link', { name: 'All guides' }).click();
  await expect(page).toHaveURL(/\/docs$/);
});
