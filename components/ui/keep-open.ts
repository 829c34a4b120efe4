'use client';

import { createContext, type RefObject, useContext, useEffect } from 'react';

/** Whether the surrounding dialog ignores Escape and clicks outside. */
export const KeptOpen = createContext<RefObject<boolean>>({ current: false });

/**
 * Keeps the surrounding dialog open on Escape and on a click outside, while the calling component is shown. Its content
 * cannot be shown again, so only the dialog's buttons close it.
 */
export function useKeepOpen(): void {
  const kept = useContext(KeptOpen);
  useEffect(() => {
    kept.current = true;
    return () => {
      kept.current = false;
    };
  }, [kept]);
}
