'use client';

import { createContext, use, useState } from 'react';
import { useNow } from '#components/ui/relative-time.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';

interface FirstPaint {
  /** The time of the page request, in milliseconds; 0 if unknown. */
  at: number;
  /** The reader's time zone, chosen or of the device, if the browser has a cookie with it. */
  zone: string | undefined;
}

const Context = createContext<FirstPaint>({ at: 0, zone: undefined });

export const FirstPaintProvider = Context.Provider;

/**
 * Returns the time now, in milliseconds, and the zone for times (undefined: the reader's own). On the server and until
 * hydration, both are the server's values, so that both render the same.
 */
export function useReader(): { now: number; zone: string | undefined } {
  const now = useNow();
  const { at, zone } = use(Context);
  return now ? { now, zone: undefined } : { now: at, zone };
}

/** Returns the time of mounting, in milliseconds. In a page from the server: the time of the page request. */
export function useOpenedAt(): number {
  const isHydrated = useHydrated();
  const { at } = use(Context);
  const [openedAt] = useState(() => (isHydrated ? Date.now() : at));
  return openedAt;
}
