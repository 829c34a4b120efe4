/**
 * Lets what is open inside a dialog take Escape before the dialog does, whose own listener stands on the document.
 *
 * @param take whether there was something to close.
 * @returns ends it.
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
