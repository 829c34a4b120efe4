import { useSyncExternalStore } from 'react';

/** Up to this many subscribers are kept, the last one first. */
const MOST = 5;

const keyOf = (environmentId: string) => `explain-recent-${environmentId}`;

const listeners = new Set<() => void>();

/** Keeps in this tab the subscriber of an explanation. */
export function rememberSubscriber(environmentId: string, subscriberId: string): void {
  const others = read(environmentId).filter((each) => each !== subscriberId);
  write(environmentId, [subscriberId, ...others].slice(0, MOST));
}

/** The `subscriberId`s of the last explanations in this tab, the last one first. None on the server. */
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
    // The storage is full: the list is a convenience.
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

/** Undefined if the browser has no storage. Kept per tab only, because the next user of the machine may be another one. */
function stores(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
