import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { guardLeaving, interceptHistory } from './leave-guard.ts';

/**
 * While `active`, asks before the page is left: by a link, by the back button, by a page change of the shell (palette, keys,
 * environment) and, in the browser's own words, by closing or reloading. Within the page's own path nothing is asked.
 */
export function useLeaveGuard(active: boolean, ask: () => Promise<boolean>): void {
  const router = useRouter();
  const may = useEffectEvent(ask);
  useEffect(() => {
    if (!active) return;
    const removals = [
      guardLeaving(() => may()),
      onUnload(),
      onLink(async (href) => (await may()) && router.push(href)),
      onHistory(() => may()),
    ];
    return () => {
      for (const remove of removals) remove();
    };
  }, [active, router]);
}

function onUnload(): () => void {
  const listener = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', listener);
  return () => window.removeEventListener('beforeunload', listener);
}

/** In the capture phase of the document, so before the link itself or the router hear of the click. */
function onLink(follow: (href: string) => unknown): () => void {
  const listener = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { origin, pathname, search } = new URL(link.href, location.href);
    const away = origin === location.origin && pathname !== location.pathname;
    if (!away || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
    event.preventDefault();
    event.stopPropagation();
    follow(pathname + search);
  };
  document.addEventListener('click', listener, true);
  return () => document.removeEventListener('click', listener, true);
}

/**
 * The browser has already moved when it tells; the move is taken back before the router hears of it and repeated when the
 * person leaves. How far it went is known where the Navigation API is, and is one step back elsewhere.
 */
function onHistory(may: () => Promise<boolean>): () => void {
  const home = location.pathname;
  const { navigation } = window as { navigation?: NavigationPlace };
  const place = () => navigation?.currentEntry?.index;
  let before = place();
  let returning = false;
  let leaving = false;
  const listener = (event: PopStateEvent) => {
    if (leaving) return;
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (location.pathname === home) {
      before = place();
      return;
    }
    event.stopImmediatePropagation();
    const moved = (place() ?? -1) - (before ?? 0) || -1;
    returning = true;
    history.go(-moved);
    void may().then((leave) => {
      leaving = leave;
      if (leave) history.go(moved);
    });
  };
  const remember = (event: Event) => {
    if ((event as NavigationChange).navigationType !== 'traverse') before = place();
  };
  navigation?.addEventListener('currententrychange', remember);
  const release = interceptHistory(listener);
  return () => {
    navigation?.removeEventListener('currententrychange', remember);
    release();
  };
}

/** The part of the Navigation API that is used here; not every browser has it. */
interface NavigationPlace extends EventTarget {
  currentEntry?: { index: number } | null;
}

interface NavigationChange extends Event {
  navigationType?: string | null;
}
