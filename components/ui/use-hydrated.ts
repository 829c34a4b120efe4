import { useSyncExternalStore } from 'react';

/** Whether React has hydrated the page from the server. Until then, no button works. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}
