/** Asks whether the page may be left. Resolves to false to keep it open. */
type Guard = () => Promise<boolean>;

let guard: Guard | undefined;

/** Sets the guard. Only one page at a time can have unsaved changes. Returns a function that removes the guard. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Resolves to false if the user chose to stay. Call it before every change of page that is not a link. */
export async function confirmLeave(): Promise<boolean> {
  return guard ? guard() : true;
}

let onBack: ((event: PopStateEvent) => void) | undefined;

// The window calls listeners in the order in which they were added. The providers load this module before the router
// starts, so this listener runs first and can hide a step back or forward from the router.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => onBack?.(event));

/** Calls the listener for the back and forward buttons before the router reacts. Returns a function that removes it. */
export function interceptHistory(listener: (event: PopStateEvent) => void): () => void {
  onBack = listener;
  return () => {
    if (onBack === listener) onBack = undefined;
  };
}
