/**
 * Lets an open element inside a dialog handle Escape before the dialog does. The dialog listens on the document.
 *
 * @param take closes the element; returns whether there was one to close.
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
