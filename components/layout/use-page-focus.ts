import { useEffect, useRef } from 'react';

/** Milliseconds until a layer that started the navigation has closed. */
const LAYER_MS = 400;

/**
 * Moves the focus to the heading of a new page, if the focused element has disappeared with the old page. Otherwise the
 * next Tab would begin at the start of the document. A screen reader reads the focused heading, so the announcement of
 * Next is off for such a page.
 */
export function usePageFocus(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const move = () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      const heading = isLost ? document.querySelector<HTMLElement>('#main h1') : null;
      setAnnouncement(heading ? 'off' : 'assertive');
      heading?.focus({ preventScroll: true });
      return heading !== null;
    };
    if (move()) return;
    const timer = setTimeout(move, LAYER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}

function setAnnouncement(live: 'off' | 'assertive'): void {
  document
    .querySelector('next-route-announcer')
    ?.shadowRoot?.querySelector('[aria-live]')
    ?.setAttribute('aria-live', live);
}
