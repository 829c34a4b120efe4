import { flushSync } from 'react-dom';

/** Immediately renders the element that an event handler added and focuses it, so that it gets the next key press. */
export function focusAdded(find: () => HTMLElement | null | undefined): void {
  flushSync(() => {});
  find()?.focus();
}
