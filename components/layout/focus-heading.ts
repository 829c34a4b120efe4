/** Milliseconds until a layer that started the navigation has closed. */
const LAYER_MS = 400;

/**
 * Moves the focus to the heading of a new page, if the focused element has disappeared with the old page. Otherwise the
 * next Tab would begin at the start of the document. A screen reader reads the focused heading, so the announcement of
 * Next is off for such a page.
 */
export function focusHeading(): void {
  const move = () => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    const heading = isLost ? document.querySelector<HTMLElement>('#main h1') : null;
    setAnnouncement(heading ? 'off' : 'assertive');
    heading?.focus({ preventScroll: true });
    return heading !== null;
  };
  if (!move()) setTimeout(move, LAYER_MS);
}

function setAnnouncement(live: 'off' | 'assertive'): void {
  const announcer = document.querySelector('next-route-announcer')?.shadowRoot?.querySelector('[aria-live]');
  announcer?.setAttribute('aria-live', live);
}
