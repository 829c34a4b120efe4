import { loadDialog } from './dialog.tsx';
import { loadDropdownMenu } from './dropdown-menu.tsx';
import { loadPopover } from './popover.tsx';
import { loadSelect } from './select.tsx';

/** Loads what floats above a page, so that the first menu opens at once, and without a network too. */
export function preloadLayers(): void {
  for (const load of [loadDialog, loadDropdownMenu, loadPopover, loadSelect]) load().catch(() => undefined);
}
