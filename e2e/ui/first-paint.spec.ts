import { signedIn } from '#e2e/session.ts';
import { createTenant } from '#e2e/tenant.ts';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import { bodyRows, expect, expectRowVisible, serviceUrl, signInWith, table, test } from './fixtures.ts';
import { createSentRun, createSubscriber } from './story.ts';

const zone = 'Asia/Tokyo';

test('the first rows of Activity are in the page before a script runs, in the reader’s time', async ({
  browser,
  tenant,
  member,
}) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  const context = await browser.newContext({ baseURL: serviceUrl, javaScriptEnabled: false });
  await signInWith(context, member);
  await context.addCookies([{ name: 'zone', value: zone, url: serviceUrl }]);
  const page = await context.newPage();
  const before = new Date();
  const runs = table(page, 'Runs');
  // A server that is too busy lets the browser render the rows.
  await expect(async () => {
    await page.goto('/development/activity?range=7d');
    expect(await bodyRows(runs).count()).toBe(1);
  }).toPass();
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const hours = [before, new Date(before.getTime() - 3_600_000)].map((at) => clock.format(at).slice(0, 2));
  await expectRowVisible(runs, {
    Run: 'Sent',
    Recipient: 'Jane Cooper',
    When: new RegExp(`(${hours.join('|')}):\\d\\d`),
  });
  await expect(page.getByRole('button', { name: 'Environment: Development' })).toBeVisible();
  await context.close();
});

test('first rows are only in documents, and only for signed-in readers with a known time zone', async ({
  context,
  tenant,
  member,
}) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  expect(member.userId).not.toBe('');
  const hasRows = async (accept = 'text/html') => {
    const answer = await context.request.get(`${serviceUrl}/development/activity`, { headers: { accept } });
    return (await answer.text()).includes('Jane Cooper');
  };
  await expect.poll(() => hasRows()).toBe(true);
  expect(await hasRows('*/*')).toBe(false);
  await context.clearCookies({ name: 'zone' });
  expect(await hasRows()).toBe(false);
  await context.addCookies([{ name: 'zone', value: 'Nowhere/At_All', url: serviceUrl }]);
  expect(await hasRows()).toBe(false);
  await context.addCookies([{ name: 'zone', value: zone, url: serviceUrl }]);
  await expect.poll(() => hasRows()).toBe(true);
  await context.clearCookies({ name: sessionCookieName() });
  expect(await hasRows()).toBe(false);
});

test('first rows of a foreign environment are not in the page', async ({ context, tenant, member }) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  const stranger = await signedIn(await createTenant(), 'admin');
  expect(member.userId).not.toBe(stranger.userId);
  await signInWith(context, stranger);
  const answer = await context.request.get(`${serviceUrl}/development/activity`, { headers: { accept: 'text/html' } });
  expect(answer.status()).toBe(200);
  expect(await answer.text()).not.toContain('Jane Cooper');
});
