import { useSyncExternalStore } from 'react';

/** So many people are kept, the last one first. */
const MOST = 5;

const keyOf = (environmentId: string) => `explain-asked-${environmentId}`;

const listeners = new Set<() => void>();

/** Keeps in this browser whom somebody asked about, by subscriberId. */
export function rememberAsked(environmentId: string, subscriberId: string): void {
  const others = read(environmentId).filter((each) => each !== subscriberId);
  write(environmentId, [subscriberId, ...others].slice(0, MOST));
}

/** The `subscriberId`s of those last asked about in this browser, the last one first. None on the server. */
export function useAsked(environmentId: string): readonly string[] {
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

/** Undefined where the browser keeps nothing. It is forgotten with the tab, as somebody else may use the machine next. */
function stores(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
