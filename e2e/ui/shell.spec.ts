import { readFileSync } from 'node:fs';
import { database } from '#e2e/database.ts';
import {
  bodyRows,
  expect,
  expectHydrated,
  expectRowVisible,
  goByKey,
  phone,
  serviceUrl,
  signInWith,
  table,
  test,
} from './fixtures.ts';
import {
  createBouncedRun,
  createMailIntegration,
  createMessage,
  createOrderWorkflow,
  createSentRun,
  createSubscriber,
} from './story.ts';

test.describe('environments', () => {
  test('switching the environment keeps the page and separates the data', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant);
    await createSubscriber(
      { ...tenant, environmentId: tenant.productionId },
      { subscriber_id: 'user_bob', first_name: 'Bob' },
    );
    await visit('/subscribers');
    await expectRowVisible(table(page, 'Subscribers'), { Subscriber: 'user_jane' });
    await page.getByRole('button', { name: 'Environment: Development' }).click();
    await page.getByRole('menuitemradio', { name: 'Production' }).click();
    await expect(page).toHaveURL('/production/subscribers');
    await expectRowVisible(table(page, 'Subscribers'), { Subscriber: 'user_bob' });
    await expect(page.getByText('user_jane')).toHaveCount(0);
    await page.getByRole('link', { name: 'API keys' }).click();
    await expect(page.getByText('Your code calls Production with these keys')).toBeVisible();
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page).toHaveURL('/production/activity');
  });

  test('a subscriber of the other environment is not found', async ({ page, tenant, visit, expectError }) => {
    expectError(/status of 404/);
    await createSubscriber({ ...tenant, environmentId: tenant.productionId });
    await visit('/subscribers/user_jane');
    await expect(page.getByText('No subscriber user_jane in Development')).toBeVisible();
    await page.getByRole('link', { name: 'Open in Production' }).click();
    await expect(page).toHaveURL('/production/subscribers/user_jane');
    await expect(page.getByRole('heading', { name: 'Jane Cooper', level: 1 })).toBeVisible();
  });

  test('an unknown environment is named, with links to the existing ones', async ({ page, member: _member }) => {
    await page.goto('/staging/activity');
    await expect(page.getByText('There is no environment “staging”')).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Topics' })).toHaveAttribute('href', '/development/topics');
    await expect(page.getByRole('button', { name: 'Choose an environment' })).toBeVisible();
    await page.getByRole('link', { name: 'Go to Production' }).click();
    await expect(page).toHaveURL('/production/activity');
    await expect(page.getByText('No workflow has been triggered in Production yet')).toBeVisible();
  });
});

test('an unknown address is reported with status 404 and a link', async ({ page, member: _m, expectError }) => {
  expectError(/status of 404/);
  for (const path of ['/settings/no-such-page', '/development/no-such-page']) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to activity' }).click();
  await expect(page).toHaveURL('/development/activity');
});

test.describe('actions that the role does not include', () => {
  test.use({ role: 'support' });

  test('have a reason, without a useless Retry and without a rejected request', async ({ page, visit }) => {
    await visit('/api-keys');
    const alert = page.getByRole('alert').filter({ hasText: 'Your role does not include this' });
    await expect(alert).toBeVisible();
    await expect(alert.getByRole('button')).toHaveCount(0);
  });
});

test('a failure of the service shows the request ID of the log, and Retry works', async ({
  page,
  tenant,
  visit,
  expectError,
}) => {
  expectError(/status of 500/);
  const id = await createMailIntegration(tenant, { primary: true });
  await database().query("UPDATE integrations SET conditions = '[7]' WHERE id = $1", [id]);
  // The page retries before it shows a failure, so it may show the ID of any of these failures.
  const failures: Promise<{ requestId: string }>[] = [];
  page.on('response', (response) => {
    if (response.status() === 500) failures.push(response.json());
  });
  await visit('/integrations');
  const alert = page.getByRole('alert').filter({ hasText: 'The integrations could not be loaded' });
  await expect(alert).toBeVisible();
  const shownId = async () => {
    const text = (await alert.textContent()) ?? '';
    return (await Promise.all(failures)).find(({ requestId }) => text.includes(requestId))?.requestId;
  };
  await expect.poll(shownId).toBeTruthy();
  const requestId = await shownId();
  await expect.poll(() => readFileSync(process.env.SERVICE_LOG ?? '', 'utf8')).toContain(requestId);
  await expect(page.getByRole('link', { name: 'Activity' })).toBeVisible();
  await database().query("UPDATE integrations SET conditions = '[]' WHERE id = $1", [id]);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'SendGrid EU', exact: true })).toBeVisible();
});

test('a lost connection is reported, and the page continues after its return', async ({
  page,
  context,
  visit,
  expectError,
}) => {
  expectError(/ERR_INTERNET_DISCONNECTED/);
  await visit('/subscribers');
  const search = page.getByRole('searchbox').first();
  await expect(search).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText('You are offline.');
  await expect(notice).toBeVisible();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText('Open the page again once the connection is back.')).toBeVisible();
  await expect(page).toHaveURL('/development/subscribers');
  await search.fill('jane');
  const alert = page.getByRole('alert').filter({ hasText: 'Subscribers could not be loaded' });
  await expect(alert).toContainText('Belfry did not answer. Check the connection');
  await context.setOffline(false);
  await expect(notice).toBeHidden();
  await expect(alert).toBeHidden();
});

test('after a navigation by key, the heading has the focus, and is announced once', async ({ page, visit }) => {
  await visit('/subscribers');
  await goByKey(page, 'i');
  await expect(page.getByRole('heading', { name: 'Integrations', level: 1 })).toBeFocused();
  const announcer = page.locator('next-route-announcer [aria-live]');
  await expect(announcer).toHaveAttribute('aria-live', 'off');
  // A link that stays on the page keeps the focus, and Next announces the page.
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Messages' });
  await link.press('Enter');
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(link).toBeFocused();
  await expect(announcer).toHaveAttribute('aria-live', 'assertive');
});

test.describe('finding', () => {
  test('⌘K finds people, workflows and pages', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant);
    await createOrderWorkflow(tenant);
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('jane@shop');
    await expect(search.getByRole('option', { name: /^Jane Cooper/, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/development/subscribers/user_jane');
    await expect(page.getByRole('heading', { name: 'Jane Cooper', level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Search subscribers, runs, workflows' }).click();
    await search.getByRole('combobox').fill('shipped ORDER');
    await search.getByRole('option', { name: /Order shipped/ }).click();
    await expect(page).toHaveURL('/development/workflows/order-shipped');
    await page.keyboard.press('Control+k');
    await search.getByRole('combobox').fill("why didn't cooper jane get her order shipped email?");
    await expect(search.getByRole('option', { selected: true })).toHaveText(
      /Why didn’t Jane Cooper get “Order shipped” by email/,
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/development/explain?subscriber=user_jane&workflow=order-shipped&channel=email');
    await page.keyboard.press('Control+k');
    await search.getByRole('combobox').fill('Audit');
    await search.getByRole('option', { name: /Audit log/ }).click();
    await expect(page).toHaveURL('/settings/audit-log');
  });

  test('⌘K triggers a workflow, changes the theme, and has the best match first', async ({ page, tenant, visit }) => {
    await createSubscriber(tenant, {
      subscriber_id: 'orders@shop.example',
      first_name: 'Omar',
      email: 'orders@shop.example',
    });
    await createOrderWorkflow(tenant);
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    const field = search.getByRole('combobox');
    await field.fill('order');
    await expect(search.getByRole('option', { name: /^Omar/ })).toBeVisible();
    await expect(search.getByRole('option').first()).toHaveText(/^Order shipped/);
    await field.fill('dark theme');
    await expect(search.getByRole('option', { name: 'Dark theme', selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.keyboard.press('Control+k');
    await field.fill('change password');
    await search.getByRole('option', { name: 'Your account' }).click();
    await expect(page).toHaveURL('/settings/account');
    await expect(page.getByLabel('Current password')).toBeVisible();
    await page.keyboard.press('Control+k');
    await field.fill('trigger order');
    await search.getByRole('option', { name: 'Trigger Order shipped…' }).click();
    await expect(page.getByRole('dialog', { name: 'Test: Order shipped' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search subscribers, runs, workflows' }).click();
    await field.fill('sign out');
    await expect(search.getByRole('option', { name: 'Layouts' })).toBeHidden();
    await expect(search.getByRole('option').first()).toHaveText('Sign out');
  });

  test('⌘K shows matching people and their failures, and explains them below or by ⌘ Enter', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    const { id, transactionId } = await createBouncedRun(tenant, jane);
    const bounced = { notification_id: id, transaction_id: transactionId, status: 'error', error_text: 'Bounced' };
    await createMessage(tenant, jane, bounced);
    await visit('/activity');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('coop');
    const options = search.getByRole('option');
    await expect(options.nth(0)).toHaveText('Jane Cooperuser_janejane@shop.exampleEmail failing');
    await expect(options.nth(0).locator('b')).toHaveText('Coop');
    await expect(options.nth(1)).toHaveText('Why didn’t Jane Cooper get it?CtrlEnter');
    await expect(search).toContainText('CtrlEnterwhy it did not arrive');
    await options.nth(1).click();
    await expect(page).toHaveURL('/development/explain?subscriber=user_jane');
    await page.getByRole('button', { name: 'Search subscribers, runs, workflows' }).click();
    await search.getByRole('combobox').fill('jane');
    await expect(search.getByRole('option', { name: /^Jane Cooper/, selected: true })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(search).toBeHidden();
    await expect(page).toHaveURL('/development/explain?subscriber=user_jane');
  });

  test('⌘K finds a run and a message by their IDs, and shows their outcomes', async ({ page, tenant, visit }) => {
    const jane = await createSubscriber(tenant);
    const { id, transactionId } = await createBouncedRun(tenant, jane);
    const message = await createMessage(tenant, jane, { subject: 'Welcome Jane' });
    await visit('/activity');
    await expect(bodyRows(table(page, 'Runs'))).toHaveCount(1);
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    const options = search.getByRole('option');
    for (const wanted of [id, transactionId]) {
      await search.getByRole('combobox').fill(wanted);
      await expect(options.nth(0)).toHaveText(/^Order shipped for Jane CooperEmail failed: SendGrid/);
    }
    await search.getByRole('combobox').fill(message);
    await expect(options.nth(0)).toHaveText(/^Welcome JaneEmail sent/);
    await search.getByRole('combobox').fill(id);
    await options.filter({ hasText: 'Why didn’t Jane Cooper get it?' }).click();
    await expect(page).toHaveURL(`/development/explain?subscriber=${id}`);
  });

  test('⌘K links from a matching person to all matches, the person’s messages, and another environment', async ({
    page,
    tenant,
    visit,
  }) => {
    const jane = await createSubscriber(tenant);
    await createMessage(tenant, jane, { subject: 'Welcome Jane' });
    await page.setViewportSize(phone);
    await visit('/workflows');
    const search = page.getByRole('dialog', { name: 'Search' });
    const find = async (name: string) => {
      await page.getByRole('button', { name: 'Search subscribers, runs, workflows' }).click();
      await search.getByRole('combobox').fill('jane');
      await expect(search.getByRole('option').first()).toContainText('Last message 5 min ago');
      await search.getByRole('option', { name }).click();
    };
    await find('All subscribers that match “jane”');
    await expect(page).toHaveURL('/development/subscribers?q=jane');
    await find('Messages with “jane”');
    await expect(page).toHaveURL('/development/messages?q=jane');
    await find('Look for subscribers in Production');
    await expect(page).toHaveURL('/production/subscribers?q=jane');
  });

  test('⌘K contains keys typed before it was shown, and none of them acts on the page', async ({
    page,
    tenant,
    visit,
  }) => {
    await createSubscriber(tenant);
    await visit('/messages');
    await expect(page.getByText('No messages in Development yet')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('gajane');
    const search = page.getByRole('dialog', { name: 'Search' });
    await expect(search.getByRole('combobox')).toHaveValue('gajane');
    await page.keyboard.type('x');
    await expect(search.getByRole('combobox')).toHaveValue('gajanex');
    await expect(page).toHaveURL('/development/messages');
  });

  test('⌘K without a match links to other places to search', async ({ page, tenant, visit }) => {
    const bob = { subscriber_id: 'user_bob', first_name: 'Bob' };
    await createSubscriber({ ...tenant, environmentId: tenant.productionId }, bob);
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('dialog', { name: 'Search' });
    await search.getByRole('combobox').fill('user_bob');
    await expect(search.getByText('Nothing in Development matches “user_bob”.')).toBeVisible();
    await search.getByRole('option', { name: 'Look for subscribers in Production' }).click();
    await expect(page).toHaveURL('/production/subscribers?q=user_bob');
    await expectRowVisible(table(page, 'Subscribers'), { Subscriber: 'user_bob' });
  });

  test('g and a letter open a page', async ({ page, visit }) => {
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await goByKey(page, 's');
    await expect(page).toHaveURL('/development/subscribers');
  });

  test('a letter without g opens nothing, even on a page just opened', async ({ page, visit }) => {
    await visit('/layouts');
    await expect(page.getByText('No layouts in Development yet')).toBeVisible();
    await page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 's' });
      document.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: 100 }));
    });
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL('/development/layouts');
  });

  test('? shows the keyboard shortcuts, and Escape returns', async ({ page, visit }) => {
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await page.getByRole('link', { name: 'Messages' }).focus();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(shortcuts).toContainText('Next row');
    await expect(shortcuts.getByText('Select a workflow')).toBeInViewport();
    await expect(shortcuts.getByText('System', { exact: true })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(shortcuts).toBeHidden();
    await expect(page.getByRole('link', { name: 'Messages' })).toBeFocused();
  });

  test('the first Tab skips to the content', async ({ page, visit }) => {
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test('on a phone the menu is a sheet that closes after a selection', async ({ page, visit }) => {
  await page.setViewportSize(phone);
  await visit('/activity');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Messages' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
});

test('on a phone the environment is always named, Production in its colour', async ({ page, visit }) => {
  await page.setViewportSize(phone);
  await visit('/activity');
  const strip = page.getByText('Environment:').locator('..');
  await expect(strip).toBeInViewport();
  await expect(strip).toHaveText('Environment: Development');
  const ground = () => strip.evaluate((element) => getComputedStyle(element).backgroundColor);
  const quiet = await ground();
  await page.goto('/production/activity');
  await expect(strip).toHaveText('Environment: Production');
  expect(await ground()).not.toBe(quiet);
});

test('targets are large enough for touch', async ({ browser, tenant, member }) => {
  await createSentRun(tenant, await createSubscriber(tenant));
  const touch = { viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: serviceUrl, ...touch });
  await signInWith(context, member);
  const page = await context.newPage();
  await page.goto('/development/activity');
  await expectHydrated(page);
  await expectRowVisible(table(page, 'Runs'), { Run: 'Jane Cooper' });
  const small = () =>
    page.locator('button:visible, a:visible, [role=menuitem]:visible, input:visible').evaluateAll((all) =>
      all.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        // Rows can be pressed anywhere, not only on their link.
        const isOther = element.matches('.sr-only, [data-row-link]');
        return isOther || (height >= 44 && width >= 24)
          ? []
          : [`${element.outerHTML.slice(0, 120)} ${width}×${height}`];
      }),
    );
  // A filter without room is still hidden while it is measured.
  await expect.poll(small).toEqual([]);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('button', { name: 'Test Person' }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect.poll(small).toEqual([]);
  await context.close();
});

test('a dialog begins at its first field, and its button stays in view', async ({ page, visit }) => {
  await page.setViewportSize({ width: 1440, height: 320 });
  await visit('/settings/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.locator('button[type=submit]')).toBeInViewport({ ratio: 1 });
});

test('a theme selected in the menu applies immediately, and then from the first paint', async ({
  page,
  visit,
  context,
}) => {
  await visit('/activity');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Test Person' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await ground();
  expect(dark).not.toBe(light);
  const html = await (await context.request.get('/development/activity')).text();
  expect(html).toMatch(/<html[^>]*data-theme="dark"/);
  await page.reload();
  expect(await ground()).toBe(dark);
});

test('the highlighted item of a menu is visible in the dark theme', async ({ page, visit }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit('/settings/environments');
  await page.getByRole('button', { name: 'Test Person' }).click();
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const highlighted = page.locator('[role^=menuitem][data-highlighted]');
  await expect(highlighted).toHaveCount(1);
  expect(await highlighted.evaluate(groundContrast)).toBeGreaterThan(1.15);
});

test.describe('safety', () => {
  test('every script of a page has the nonce of its response', async ({ page, member: _member }) => {
    const nonces = new Set<string>();
    for (const path of ['/sign-in', '/development/activity', '/settings/members', '/development/activity']) {
      const response = await page.goto(path);
      const policy = (await response?.headerValue('content-security-policy')) ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(nonce).toMatch(/^[\w+/=]{20,}$/);
      nonces.add(nonce);
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const html = (await response?.text()) ?? '';
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(2);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.size).toBe(4);
  });

  test('an injected script does not run', async ({ page, visit, expectError }) => {
    expectError(/Content Security Policy/);
    await visit('/activity');
    await expect(page.getByText('No workflow has been triggered')).toBeVisible();
    const blocked = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'));
    await page.evaluate(() => {
      const slipped =
        '<img src="data:," onerror="window.hacked = true"><a href="javascript:window.hacked = true">Win</a>';
      document.querySelector('main')?.insertAdjacentHTML('afterbegin', slipped);
    });
    await blocked;
    await page.getByRole('link', { name: 'Win' }).click();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  test('no other page can frame Belfry, and scripts cannot read the session', async ({ page, visit, context }) => {
    await visit('/activity');
    const { headers } = await fetch(`${serviceUrl}/sign-in`);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const [session] = await context.cookies();
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await page.evaluate(() => document.cookie)).not.toContain(session?.value ?? '');
  });

  test('a visit of every page causes no console message', async ({ page, tenant, visit }) => {
    await createSentRun(tenant, await createSubscriber(tenant));
    await createOrderWorkflow(tenant);
    await visit('/activity');
    const links = [
      'Messages',
      'Subscribers',
      'Explain',
      'Workflows',
      'Layouts',
      'Integrations',
      'Guides',
      'API reference',
      'API keys',
      'Members',
      'Environments',
      'Audit log',
      'System',
    ];
    for (const name of links) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      // A guide has its own title.
      await expect(page).toHaveTitle(name === 'Guides' ? 'Quick start · Guides · Belfry' : `${name} · Belfry`);
    }
  });
});

/** Returns the contrast (WCAG) between the background of an element and the background of its menu. */
function groundContrast(element: Element): number {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('There is no canvas');
  const luminance = (of: Element): number => {
    canvas.fillStyle = getComputedStyle(of).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const menu = element.closest('[role=menu]');
  if (!menu) throw new Error('The item is in no menu');
  const [darker = 0, lighter = 0] = [luminance(menu), luminance(element)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}
