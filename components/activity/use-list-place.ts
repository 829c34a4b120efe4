import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** Up to this width an open run replaces the list. */
const INSTEAD = '(max-width: 1179px)';

/**
 * Where an open run replaces the list, the run starts at its top, and closing it restores the scroll position of the list.
 * Where both are visible, neither scrolls.
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
