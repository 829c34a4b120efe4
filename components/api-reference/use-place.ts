import { useSyncExternalStore } from 'react';

/** Returns the place in the URL's hash: an operation, a group, or by default the start. */
export function usePlace(): string {
  return useSyncExternalStore(
    follow,
    () => location.hash.slice(1) || 'start',
    () => 'start',
  );
}

function follow(changed: () => void): () => void {
  for (const event of ['hashchange', 'popstate']) window.addEventListener(event, changed);
  return () => {
    for (const event of ['hashchange', 'popstate']) window.removeEventListener(event, changed);
  };
}
