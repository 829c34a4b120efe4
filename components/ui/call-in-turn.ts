/** As many components as are drawn within a frame of a slow machine. */
const AT_ONCE = 24;

/**
 * Calls all of them, a few in each task: somebody who clicks meanwhile waits for those few. One that is no longer among the
 * listeners when its turn comes is left out.
 */
export function callInTurn(listeners: ReadonlySet<() => void>): void {
  const waiting = [...listeners];
  const next = () => {
    for (const listener of waiting.splice(0, AT_ONCE)) if (listeners.has(listener)) listener();
    if (waiting.length > 0) setTimeout(next);
  };
  next();
}
