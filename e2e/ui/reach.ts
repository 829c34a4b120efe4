/** Finds the parts of a page that no pointer reaches, and texts that are cut without an ellipsis. */
import type { Page } from '@playwright/test';

/**
 * Returns the enabled, visible buttons and links that are covered at their middle, as "Copy for ticket (h2)": a click
 * there would reach another element. Elements below an open layer are left out.
 */
export function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const isShown = (element: Element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      if (element.closest('[inert], [aria-hidden="true"], [disabled], [aria-disabled="true"]')) return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 2 && height > 2 && getComputedStyle(element).pointerEvents !== 'none' && !isClipped(element);
    };
    // Elements for assistive technology only are clipped to nothing, such as the head of a table on a phone.
    const isClipped = (element: Element): boolean =>
      getComputedStyle(element).clipPath !== 'none' ||
      (element.parentElement !== null && isClipped(element.parentElement));
    const layerOf = (element: Element | null) =>
      element?.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]');
    const hitOf = (element: Element) => {
      // A link over several lines has its middle in the first of them.
      const [box] = element.getClientRects();
      return box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    };
    const isReached = (element: Element) => {
      const hit = hitOf(element);
      if (hit === undefined) return true;
      if (layerOf(hit) && layerOf(hit) !== layerOf(element)) return true;
      return element.contains(hit) || hit?.closest('label')?.control === element;
    };
    const problems: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('button, a[href], [role="button"], [role="tab"]')) {
      if (!isShown(element)) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      if (isReached(element)) continue;
      // Lines that depend on the scroll position appear and disappear in the next frames, so wait for them.
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (isReached(element)) continue;
      const hit = hitOf(element);
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      problems.push(`${name} (${hit?.tagName.toLowerCase() ?? 'nothing'}.${hit?.className.toString().slice(0, 60)})`);
    }
    window.scrollTo(0, 0);
    return problems;
  });
}

/** Returns texts that a box with hidden overflow cuts off without an ellipsis. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent || !node.textContent?.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(box);
        // Elements for assistive technology only are clipped to nothing.
        if (clipPath !== 'none') break;
        if (textOverflow === 'ellipsis' || overflowX === 'auto' || overflowX === 'scroll') break;
        const edge = box.getBoundingClientRect();
        if (overflowX === 'visible' || edge.width <= 2) continue;
        if (right > edge.right + 1)
          problems.add(
            `${node.textContent.trim().slice(0, 60)} in ${box.tagName.toLowerCase()}.${box.className.toString().slice(0, 60)}`,
          );
      }
    }
    return [...problems];
  });
}
