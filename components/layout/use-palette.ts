import dynamic from 'next/dynamic';
import { useCallback, useEffect, useRef, useState } from 'react';
import { notify } from '#components/ui/notify.ts';
import { collectKeys, isCollecting, takeKeys } from './typed-ahead.ts';

const load = () => import('./palette.tsx');

/** Loads the palette, so that it opens immediately. */
export function preloadPalette(): void {
  load().catch(() => undefined);
}

export const Palette = dynamic(() => load().then((module) => module.Palette), { ssr: false });

/** Moves a focus that was lost with the old page to the heading of the new page. The code is loaded with the palette. */
export function usePageFocus(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname)
      load().then(
        ({ focusHeading }) => focusHeading(),
        () => undefined,
      );
    shown.current = pathname;
  }, [pathname]);
}

interface PaletteState {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  open: () => void;
}

/** Returns whether the palette is open. Text typed between the opening key and the focus of the field is collected. */
export function usePalette(hasSession: boolean): PaletteState {
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = useCallback((next: boolean) => {
    if (!next) takeKeys();
    setIsOpen(next);
  }, []);
  const open = useCallback(() => {
    // Without a session there is nothing to search. If the palette is open already, its field has the focus.
    if (!hasSession || document.querySelector('[data-palette-field]')) return;
    collectKeys(() => setOpen(false));
    load().then(
      () => isCollecting() && setOpen(true),
      () => {
        takeKeys();
        notify.failed('The search could not be loaded', { description: 'Check the connection, then try again.' });
      },
    );
  }, [hasSession, setOpen]);
  return { isOpen, setOpen, open };
}
