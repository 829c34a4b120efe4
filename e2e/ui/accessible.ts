import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, phone } from './fixtures.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const sizes = [{ width: 1440, height: 900 }, phone];

/** No violation and nothing cut off, wide and narrow, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Colours on their way from one scheme to the other are nobody's contrast.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Without frames (the only one is a mail's, which runs no scripts) one page does, which is faster.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(rules).exclude('iframe').analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target} ${any[0]?.message ?? ''}`),
      );
      expect.soft(found, `${size.width} px, ${colorScheme}`).toEqual([]);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, `px that stick out at ${size.width}`).toBe(0);
  }
  await expect
    .soft(page.locator('body'))
    .not.toContainText(/\bundefined\b|\bNaN\b|Invalid Date|\[object /, { useInnerText: true });
}
