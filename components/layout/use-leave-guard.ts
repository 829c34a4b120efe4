import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { guardLeaving, interceptHistory } from './leave-guard.ts';

/**
 * While `active`, asks before the page is left by a link, by the back button or by the shell (palette, keys,
 * environment). Closing or reloading the tab shows the browser's own question. Navigation within the path of
 * the page needs no confirmation.
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

/** Listens in the capture phase of the document, before the link itself or the router sees the click. */
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
 * The browser reports a step back or forward after it happened. The step is undone before the router sees it, and
 * repeated if the user leaves. The Navigation API provides the number of pages; without that API, one page back is
 * assumed.
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

/** The used part of the Navigation API, which not every browser has. */
interface NavigationPlace extends EventTarget {
  currentEntry?: { index: number } | null;
}

interface NavigationChange extends Event {
  navigationType?: string | null;
}
