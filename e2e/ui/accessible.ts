import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults, RunOnly, RunOptions } from 'axe-core';
import { expect, phone } from './fixtures.ts';
import { cutOff, unreachable } from './reach.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that no level includes: a name that differs from the visible one, headings out of order, columns without a name. */
const FURTHER = Object.fromEntries(
  ['label-content-name-mismatch', 'heading-order', 'empty-table-header'].map((rule) => [rule, { enabled: true }]),
);
/** The rules about colours, which are the only ones that depend on the scheme. */
const colours = ['color-contrast', 'link-in-text-block'];
const desktop = { width: 1440, height: 900 };

/** The sizes at which layers are tested. Each size opens the layer again, because a resize closes it. */
export const sizes = [desktop, phone];

/** Sizes at which a page has other columns than on a desktop or a phone, but the same colours. */
const between = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
];

/**
 * Expects no violation, nothing cut off and nothing that a pointer does not reach, wide and narrow, light and dark;
 * with `inBetween` also at 1280 and 768 px. Leaves the page narrow and dark.
 */
export async function expectAccessible(page: Page, { wide = desktop, inBetween = false } = {}): Promise<void> {
  for (const size of [wide, ...(inBetween ? between : []), phone]) {
    await page.setViewportSize(size);
    await emulate(page, 'light');
    expect.soft(await violations(page, { type: 'tag', values: levels }), `${size.width} px`).toEqual([]);
    if (!between.includes(size)) {
      await emulate(page, 'dark');
      expect.soft(await violations(page, { type: 'rule', values: colours }), `${size.width} px, dark`).toEqual([]);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `px that stick out at ${size.width}`).toBe(0);
    expect.soft(await cutOff(page), `cut without a sign at ${size.width} px`).toEqual([]);
    expect.soft(await unreachable(page), `beneath something else at ${size.width} px`).toEqual([]);
  }
  await expect
    .soft(page.locator('body'))
    .not.toContainText(/\bundefined\b|\bNaN\b|Invalid Date|\[object /, { useInnerText: true });
}

/** Expects no violation in one element, such as a layer above a page: light and dark. Leaves the page dark. */
export async function expectPartAccessible(part: Locator): Promise<void> {
  const page = part.page();
  await expect(part).toBeVisible();
  await emulate(page, 'light');
  expect.soft(await violations(page, { type: 'tag', values: levels }, part), String(part)).toEqual([]);
  await emulate(page, 'dark');
  expect.soft(await violations(page, { type: 'rule', values: colours }, part), `${part}, dark`).toEqual([]);
}

/** Waits for colour transitions to end, because colours in between do not count. */
async function emulate(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

/** Returns the violations in the page or a part of it, except in frames, which contain other people's emails. */
async function violations(page: Page, runOnly: RunOnly, part?: Locator): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // A part may begin at any level of headings.
  const rules = runOnly.type === 'tag' && part === undefined ? FURTHER : {};
  const { violations } = await (part ?? page.locator(':root')).evaluate<
    AxeResults,
    Pick<RunOptions, 'runOnly' | 'rules'>
  >(
    (element, options) =>
      (window as unknown as { axe: typeof import('axe-core') }).axe.run(
        { include: [element], exclude: [['iframe']] },
        // Without the rules that pass, the check takes half the time.
        { ...options, resultTypes: ['violations'], iframes: false },
      ),
    { runOnly, rules },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
  );
}
