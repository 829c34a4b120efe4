import { useSyncExternalStore } from 'react';

/** Whether React has hydrated the page from the server. Before, no button works. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
