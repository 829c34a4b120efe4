import { useSyncExternalStore } from 'react';

/** The maximum number of remembered subscribers, the newest first. */
const MAX_KEPT = 5;

const keyOf = (environmentId: string) => `explain-recent-${environmentId}`;

const listeners = new Set<() => void>();

/** Stores the subscriber of an explanation in this tab. */
export function rememberSubscriber(environmentId: string, subscriberId: string): void {
  const others = read(environmentId).filter((each) => each !== subscriberId);
  write(environmentId, [subscriberId, ...others].slice(0, MAX_KEPT));
}

/** Returns the `subscriberId`s of the last explanations in this tab, the newest first. Empty on the server. */
export function useRecentSubscribers(environmentId: string): readonly string[] {
  const stored = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => stores()?.getItem(keyOf(environmentId)) ?? '[]',
    () => '[]',
  );
  return parsed(stored);
}

function read(environmentId: string): readonly string[] {
  return parsed(stores()?.getItem(keyOf(environmentId)) ?? '[]');
}

function write(environmentId: string, ids: readonly string[]): void {
  try {
    stores()?.setItem(keyOf(environmentId), JSON.stringify(ids));
  } catch {
    // If the storage is full, ignore the error, because the list is only a convenience.
  }
  for (const listener of listeners) listener();
}

function parsed(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Returns the storage of the tab, not of the browser, because the next user of the computer may be someone else.
 * Undefined if the browser has no such storage.
 */
function stores(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
