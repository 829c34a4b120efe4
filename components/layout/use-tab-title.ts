import { useLayoutEffect } from 'react';

/**
 * Names the browser tab after the content of the page, which only the browser reads: "Email to Jane Cooper · Belfry".
 * Undefined while it loads: the title of the route. The title is set again whenever the framework replaces it.
 */
export function useTabTitle(title: string | undefined): void {
  // A layout effect ends before the observer could replace the title of the next page.
  useLayoutEffect(() => {
    if (title === undefined) return;
    const whole = `${title} · Belfry`;
    const before = document.title;
    const set = () => {
      if (document.title !== whole) document.title = whole;
    };
    set();
    const observer = new MutationObserver(set);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title === whole) document.title = before;
    };
  }, [title]);
}
