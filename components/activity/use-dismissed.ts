import { useCallback, useState } from 'react';

/** Returns the ID that this browser’s user dismissed last, and its setter. */
export function useDismissed(name: string): [string | null, (id: string) => void] {
  const key = `dismissed ${name}`;
  const [dismissed, setDismissed] = useState(() => stored(key));
  const dismiss = useCallback(
    (id: string) => {
      setDismissed(id);
      try {
        localStorage.setItem(key, id);
      } catch {
        // A browser without storage shows the result again on the next visit.
      }
    },
    [key],
  );
  return [dismissed, dismiss];
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
