import { useEffect, useState } from 'react';

/**
 * Returns a value once it has stopped changing; the first value immediately. Values are compared as JSON, so equal
 * objects count as equal.
 */
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
