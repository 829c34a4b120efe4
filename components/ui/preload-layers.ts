import { loadDialog } from './dialog.tsx';
import { loadDropdownMenu } from './dropdown-menu.tsx';
import { loadPopover } from './popover.tsx';
import { loadSelect } from './select.tsx';

/** Loads the layers above a page, so that the first menu opens immediately, even offline. */
export function preloadLayers(): void {
  for (const load of [loadDialog, loadDropdownMenu, loadPopover, loadSelect]) load().catch(() => undefined);
}
