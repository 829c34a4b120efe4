import { useSyncExternalStore } from 'react';

const key = 'environment';

/**
 * The last visited environment, null when there is none. Settings pages use it, because their address has none.
 * Undefined on the server and in the first client render: only the browser knows it.
 */
export function useRememberedEnvironment(): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => sessionStorage.getItem(key),
    () => undefined,
  );
}

export function rememberEnvironment(slug: string): void {
  if (typeof sessionStorage !== 'undefined') sessionStorage.setItem(key, slug);
}

const never = () => () => undefined;
