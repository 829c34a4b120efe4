import { flushSync } from 'react-dom';

/** Renders at once what the handler of an event has added, and focuses it: the next key that is pressed goes there. */
export function focusAdded(find: () => HTMLElement | null | undefined): void {
  flushSync(() => {});
  find()?.focus();
}
