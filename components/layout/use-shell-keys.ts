import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { isTyping } from '#components/table/use-row-keys.ts';
import { confirmLeave } from './leave-guard.ts';
import { hrefOf, navigationItems } from './navigation.ts';

const sequenceMs = 900;

/**
 * Handles the shell's keys: ⌘K opens the palette, ? opens the list of shortcuts, g and a letter open a page. / focuses
 * the page's search field; without such a field, / opens the palette.
 */
export function useShellKeys(slug: string | undefined, openPalette: () => void, openShortcuts: () => void): void {
  const router = useRouter();
  useEffect(() => {
    let goAt = -Infinity;
    const listener = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('[data-search]');
        event.preventDefault();
        if (field) field.focus();
        else openPalette();
      } else if (event.key === '?') {
        openShortcuts();
      } else if (event.key === 'g') {
        goAt = event.timeStamp;
      } else if (slug && event.timeStamp - goAt < sequenceMs) {
        const item = navigationItems.find(({ key }) => key === event.key);
        goAt = -Infinity;
        if (item) void confirmLeave().then((may) => may && router.push(hrefOf(item, slug)));
      }
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [slug, openPalette, openShortcuts, router]);
}
