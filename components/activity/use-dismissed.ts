import { useCallback, useState } from 'react';
import { store, stored } from '#components/ui/browser-storage.ts';

/** Returns the ID that this browser’s user dismissed last, and its setter. */
export function useDismissed(name: string): [string | null, (id: string) => void] {
  const key = `dismissed ${name}`;
  const [dismissed, setDismissed] = useState(() => stored(key));
  const dismiss = useCallback(
    (id: string) => {
      setDismissed(id);
      store(key, id);
    },
    [key],
  );
  return [dismissed, dismiss];
}
