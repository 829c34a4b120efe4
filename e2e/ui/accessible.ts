import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, phone } from './fixtures.ts';

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules about colours, which are the only ones that depend on the scheme. */
const colours = ['color-contrast', 'link-in-text-block'];
const desktop = { width: 1440, height: 900 };

/** Expects no violation and nothing cut off, wide and narrow, light and dark. Leaves the page narrow and dark. */
export async function expectAccessible(page: Page, wide = desktop): Promise<void> {
  for (const size of [wide, phone]) {
    await page.setViewportSize(size);
    await emulate(page, 'light');
    const everything = await new AxeBuilder({ page }).setLegacyMode().withTags(levels).exclude('iframe').analyze();
    expect.soft(shown(everything), `${size.width} px`).toEqual([]);
    await emulate(page, 'dark');
    const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(colours).exclude('iframe').analyze();
    expect.soft(shown(dark), `${size.width} px, dark`).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `px that stick out at ${size.width}`).toBe(0);
  }
  await expect
    .soft(page.locator('body'))
    .not.toContainText(/\bundefined\b|\bNaN\b|Invalid Date|\[object /, { useInnerText: true });
}

/** Waits for colour transitions to end, because colours in between do not count. */
async function emulate(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

function shown({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
  );
}
