import { useEffect, useState } from 'react';

/** A value once it has rested; the first one at once. Compared as JSON, so that equal objects are one value. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  const key = JSON.stringify(value);
  const restedKey = JSON.stringify(rested);
  useEffect(() => {
    if (key === restedKey) return;
    const timer = setTimeout(() => setRested(JSON.parse(key) as T), milliseconds);
    return () => clearTimeout(timer);
  }, [key, restedKey, milliseconds]);
  return rested;
}
