/** The number of components that a slow computer renders within a frame. */
const AT_ONCE = 24;

/**
 * Calls all listeners, a few in each task, so that a click waits for a few listeners only. Skips a listener that was
 * removed before its call.
 */
export function callInTurn(listeners: ReadonlySet<() => void>): void {
  const waiting = [...listeners];
  const next = () => {
    for (const listener of waiting.splice(0, AT_ONCE)) if (listeners.has(listener)) listener();
    if (waiting.length > 0) setTimeout(next);
  };
  next();
}
