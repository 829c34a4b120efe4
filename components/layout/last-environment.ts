import { useSyncExternalStore } from 'react';

const key = 'environment';

/**
 * Returns the ID of the last visited environment, null if there is none. Settings pages use this environment, because
 * their URL names none. Undefined on the server and in the first client render, because only the browser stores the ID.
 */
export function useRememberedEnvironment(): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => sessionStorage.getItem(key),
    () => undefined,
  );
}

export function rememberEnvironment(id: string): void {
  if (typeof sessionStorage !== 'undefined') sessionStorage.setItem(key, id);
}

const never = () => () => undefined;
