import { loadDialog } from './dialog.tsx';
import { loadDropdownMenu } from './dropdown-menu.tsx';
import { loadPopover } from './popover.tsx';
import { loadSelect } from './select.tsx';

const QUIET_MS = 4000;

/**
 * Loads what floats above a page once the page has had time for its own requests, so that the first menu opens at once,
 * and without a network too. Returns how to call it off.
 */
export function preloadLayers(): () => void {
  const timer = setTimeout(() => {
    for (const load of [loadDialog, loadDropdownMenu, loadPopover, loadSelect]) load().catch(() => undefined);
  }, QUIET_MS);
  return () => clearTimeout(timer);
}
