import { useEffect, useRef } from 'react';

const load = () => import('./focus-heading.ts');

/** Loads the code for the next page, so that the heading has the focus before the page is announced. */
export function preloadPageFocus(): void {
  load().catch(() => undefined);
}

/** Moves a focus that was lost with the old page to the heading of the new page. */
export function usePageFocus(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const ending = load().then(({ focusHeading }) => focusHeading());
    return () =>
      void ending.then(
        (end) => end(),
        () => undefined,
      );
  }, [pathname]);
}
