import type { Page } from '@playwright/test';

/**
 * Counts a user's actions on a page after it has loaded: clicks, Enter, and the palette's shortcut. Typing counts with
 * the choice that follows it. Call it before the page is visited.
 */
export async function countInteractions(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { interactions?: number };
    const isCounting = counted.interactions !== undefined;
    counted.interactions = 0;
    if (isCounting) return;
    const count = (is: boolean) => {
      if (is) counted.interactions = (counted.interactions ?? 0) + 1;
    };
    // A click by the keyboard has the detail 0.
    window.addEventListener('click', ({ isTrusted, detail }) => count(isTrusted && detail > 0), true);
    window.addEventListener('keydown', ({ key, ctrlKey }) => count(key === 'Enter' || (ctrlKey && key === 'k')), true);
  });
  return () => page.evaluate(() => (window as unknown as { interactions: number }).interactions);
}
