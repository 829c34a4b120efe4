import type { BrowserContext, ConsoleMessage, Locator, Page, Request, WebError } from '@playwright/test';
import { test as base, expect, serviceUrl } from '#e2e/fixtures.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { type SessionUser, signedIn } from '#e2e/session.ts';
import { sessionCookieName } from '#lib/auth/better-auth.ts';
import type { Role } from '#lib/auth/permissions.ts';

interface UiFixtures {
  /** The role of `member`: `test.use({ role: 'support' })`. */
  role: Role;
  /** The member of the tenant who is signed in in the browser. */
  member: SessionUser;
  /** Opens a page of the tenant's Development environment, or a settings page, as `member`. */
  visit: (path: string) => Promise<void>;
  /**
   * Announces an expected error in the browser. Any other error fails the test. So does an announced error that does
   * not occur, except with `maybe`, for requests that the page may repeat at any time.
   */
  expectError: (pattern: RegExp, when?: 'maybe') => void;
  /** Problems that the browser reported: errors in the console or of a script, requests to other hosts. */
  complaints: string[];
}

interface UiWorkerFixtures {
  /** Returns the browser context that all tests of a worker share, so that pages come from its cache. A call deletes its data. */
  emptyContext: () => Promise<BrowserContext>;
}

export const phone = { width: 390, height: 844 };

export const test = base.extend<UiFixtures, UiWorkerFixtures>({
  emptyContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: serviceUrl });
      const session = await context.newCDPSession(await context.newPage());
      const storageTypes = 'cookies,local_storage,indexeddb,service_workers,cache_storage';
      await use(async () => {
        await context.setOffline(false);
        await context.clearPermissions();
        await session.send('Storage.clearDataForOrigin', { origin: serviceUrl, storageTypes });
        return context;
      });
      await context.close();
    },
    { scope: 'worker' },
  ],
  role: ['admin', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern.
  complaints: async ({}, use) => use([]),
  expectError: async ({ complaints }, use) => {
    const [expected, sure]: [RegExp[], RegExp[]] = [[], []];
    await use((pattern, when) => {
      expected.push(pattern);
      if (when !== 'maybe') sure.push(pattern);
    });
    const others = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    expect(others, 'complaints of the browser').toEqual([]);
    const missing = sure.filter((pattern) => !complaints.some((text) => pattern.test(text)));
    expect(missing, 'errors that did not come').toEqual([]);
  },
  context: async ({ emptyContext, complaints, expectError: _checksAtTheEnd }, use) => {
    const context = await emptyContext();
    const others = context.pages();
    // Every test has its own address, because failed sign-ins are counted per address.
    await context.setExtraHTTPHeaders(ownAddress());
    const stop = watch(context, complaints);
    context.on('page', waitForHydration);
    await use(context);
    stop();
    context.off('page', waitForHydration);
    await Promise.all(context.pages().map((page) => others.includes(page) || page.close()));
  },
  page: async ({ context, viewport, contextOptions: { reducedMotion = null } }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion });
    await use(page);
  },
  member: async ({ tenant, role, context }, use) => {
    const member = await signedIn(tenant, role);
    await signInWith(context, member);
    await use(member);
  },
  visit: async ({ page, member: _signsIn }, use) =>
    use(async (path) => {
      await page.goto(/^\/(settings|docs)(\/|$)/.test(path) ? path : `/development${path}`);
    }),
});

export { expect, serviceUrl };

/** Signs the browser in with the session. Sets the time zone cookie, as the sign-in page does. */
export async function signInWith(context: BrowserContext, { token }: SessionUser): Promise<void> {
  const value = encodeURIComponent(token);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  await context.addCookies([
    { name: sessionCookieName(), value, url: serviceUrl, httpOnly: true, sameSite: 'Lax' },
    { name: 'zone', value: zone, url: serviceUrl, sameSite: 'Lax' },
  ]);
}

/** Waits for hydration after loading, because clicks before hydration are lost. */
function waitForHydration(page: Page): void {
  const busy = page.locator('main[aria-busy="true"]');
  const { goto, reload } = page;
  const settled = async <T>(opened: Promise<T>): Promise<T> => {
    const answer = await opened;
    await expect(busy).toHaveCount(0);
    return answer;
  };
  page.goto = (...args) => settled(goto.apply(page, args));
  page.reload = (...args) => settled(reload.apply(page, args));
}

/**
 * Waits until the browser has opened a page of the dashboard and hydrated it. `goto` and `reload` already wait. A page
 * that a script opens, such as after sign-in, needs this before the first click.
 */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('main[aria-busy="false"]')).toBeVisible();
}

/** Collects problems until the returned function is called. */
function watch(context: BrowserContext, complaints: string[]): () => void {
  const home = new URL(serviceUrl).origin;
  const foreign = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    return protocol.startsWith('http') && origin !== home ? `request to ${request.url()}` : undefined;
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !recorder.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  };
  const onError = (error: WebError) => complaints.push(String(error.error()));
  const onRequest = (request: Request) => {
    const complaint = foreign(request);
    if (complaint) complaints.push(complaint);
  };
  const onFailure = (request: Request) => {
    const place = complaints.indexOf(foreign(request) ?? '');
    if (place >= 0 && request.failure()?.errorText === 'csp') complaints.splice(place, 1); // the browser blocked the request, so nothing was sent
  };
  context.on('console', onConsole).on('weberror', onError).on('request', onRequest).on('requestfailed', onFailure);
  return () =>
    context
      .off('console', onConsole)
      .off('weberror', onError)
      .off('request', onRequest)
      .off('requestfailed', onFailure);
}

/** The test runner's own scripts, which the frame of an email blocks like any others. */
const recorder = /^Blocked script execution in 'about:srcdoc'/;

/** Returns the only table with that name on the page, after its rows have loaded. */
export function table(page: Page, name: string): Locator {
  return page.getByRole('table', { name, exact: true });
}

/** Expects a row with all of these texts, each in the named column. */
export async function expectRowVisible(table: Locator, cells: Record<string, string | RegExp>): Promise<void> {
  const row = rowWith(table, cells);
  await expect(row).toHaveCount(1);
  await expect(row).toBeVisible();
  const columns = table.getByRole('columnheader');
  // A page below a closing dialog has no roles for a moment.
  await expect(columns).not.toHaveCount(0);
  const headers = await columns.allInnerTexts();
  for (const [header, text] of Object.entries(cells)) {
    expect(headers, 'columns').toContain(header);
    await expect(row.getByRole('cell').nth(headers.indexOf(header))).toContainText(text);
  }
}

export async function openRow(table: Locator, cells: Record<string, string | RegExp>): Promise<void> {
  await rowWith(table, cells).getByRole('link').first().click();
}

export function rowWith(table: Locator, cells: Record<string, string | RegExp>): Locator {
  return Object.values(cells).reduce((rows, text) => rows.filter({ hasText: text }), bodyRows(table));
}

/** Returns the rows without the head, the headings of groups, and the placeholders shown while loading. */
export function bodyRows(table: Locator): Locator {
  const heading = table.page().locator('th[scope=rowgroup]');
  return table.locator('tbody').getByRole('row').filter({ hasText: /\S/, hasNot: heading });
}

/** Returns the value of a label in a list of facts. */
export function fact(scope: Page | Locator, label: string): Locator {
  return scope
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]');
}

/** Opens the panel of a filter, either in the bar or through the menu of filters without room there. */
export async function openFilter(page: Page, filter: string): Promise<void> {
  const chip = page.getByRole('button', { name: filter, exact: true });
  const menu = page.getByRole('button', { name: 'Filter', exact: true });
  // While the width of the bar changes, the filter moves between bar and menu, so a click may miss the filter.
  await expect(async () => {
    await expect(chip.or(menu).first()).toBeVisible();
    if (await chip.isVisible()) return chip.click({ timeout: 5_000 });
    await menu.click({ timeout: 5_000 });
    const item = page.getByRole('menuitem', { name: filter, exact: true });
    // The only filter without room has no menu.
    await expect(item.or(page.getByRole('dialog', { name: filter, exact: true }))).toBeVisible({ timeout: 5_000 });
    if (await item.isVisible()) await item.click({ timeout: 5_000 });
  }).toPass();
}

/** Chooses a value in a filter of a list. */
export async function filterBy(page: Page, filter: string, choice: string): Promise<void> {
  await openFilter(page, filter);
  await page
    .getByRole('checkbox', { name: choice, exact: true })
    .or(page.getByRole('radio', { name: choice, exact: true }))
    .click();
}

/** Returns the confirmation dialog of a consequential action. */
export function question(page: Page): Locator {
  return page.getByRole('alertdialog');
}

/** Opens a page by g and a letter. Sends both keys at once, because the shell ignores a letter that comes late. */
export async function goByKey(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)]);
}

/** Expects one parameter in the page's URL. */
export async function expectInAddress(page: Page, name: string, value: string | null): Promise<void> {
  await expect.poll(() => new URL(page.url()).searchParams.get(name)).toBe(value);
}
