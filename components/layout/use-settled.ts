import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const LOOK_MS = 1500;

/** Whether the requests of the page have ended, so that the page can prefetch data. */
export function useSettled(isStarted: boolean): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isStarted || isSettled) return;
    const timer = setInterval(() => client.isFetching() === 0 && setSettled(true), LOOK_MS);
    return () => clearInterval(timer);
  }, [client, isStarted, isSettled]);
  return isSettled;
}
