'use client';

import { createContext, use, useEffect, useState } from 'react';
import { useNow } from '#components/ui/relative-time.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';

interface FirstPaint {
  /** The time of the page request, in milliseconds; 0 if unknown. */
  at: number;
  /** The reader's time zone, if the browser has a cookie with it. */
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

const YEAR_S = 31_536_000;

/** Stores the reader's time zone in a cookie, for the next page that the server renders. */
export function useZoneCookie(): void {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `zone=${zone}; path=/; max-age=${YEAR_S}; samesite=lax`;
  }, []);
}
