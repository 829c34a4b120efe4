/** Returns what this browser keeps under the key. Null if it keeps nothing, or has no storage. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value in this browser. A browser without storage forgets it. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without the stored value.
  }
}
