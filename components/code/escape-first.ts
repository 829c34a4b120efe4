/**
 * Lets an open element inside a dialog handle Escape before the dialog, which listens on the document.
 *
 * @param take closes the element; returns whether an element was open.
 * @returns a function that removes the listener.
 */
export function takeEscapeFirst(take: () => boolean): () => void {
  const listener = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !take()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', listener, true);
  return () => window.removeEventListener('keydown', listener, true);
}
