import { useEffect, useState } from 'react';

const hideAfterMs = 60_000;

/** Returns a revealed value, which is cleared after a minute. */
export function useShownBriefly<T>() {
  const [shown, show] = useState<T>();
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => show(undefined), hideAfterMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, show, hide: () => show(undefined) };
}
