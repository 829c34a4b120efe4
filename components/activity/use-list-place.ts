import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Up to this width, an open run replaces the list. */
const INSTEAD = '(max-width: 1179px)';

/**
 * Scrolls to the top of an open run that replaces the list, and restores the list's scroll position on closing. If both
 * are visible, neither scrolls.
 */
export function useListPlace(isOpen: boolean): void {
  const left = useRef(0);
  const wasOpen = useRef(isOpen);
  const keep = useEffectEvent(() => {
    if (!isOpen) left.current = window.scrollY;
  });
  useEffect(() => {
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, []);
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    if (matchMedia(INSTEAD).matches) window.scrollTo(0, isOpen ? 0 : left.current);
  }, [isOpen]);
}
