/** Asks whether the page may be left; false keeps it. */
type Guard = () => Promise<boolean>;

let guard: Guard | undefined;

/** One page at a time can have something to lose. Returns the end of it. */
export function guardLeaving(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Before every change of page that is not a link: resolves to false when the page has something to lose and the person stays. */
export async function mayLeave(): Promise<boolean> {
  return guard ? guard() : true;
}

let onBack: ((event: PopStateEvent) => void) | undefined;

// Listeners of the window are called in the order in which they were added. The providers load this module before the
// router starts, so it hears of a step back or forward first and can keep it from the router.
if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => onBack?.(event));

/** Hears of the back and forward buttons before the router does. Returns the end of it. */
export function interceptHistory(listener: (event: PopStateEvent) => void): () => void {
  onBack = listener;
  return () => {
    if (onBack === listener) onBack = undefined;
  };
}
