import { useEffect } from 'react';
import { isTyping } from '#components/table/use-row-keys.ts';

interface RowActions {
  /** Opens the menu of a row. */
  openMenu: (id: string) => void;
  toggle: (id: string) => void;
}

/** Handles keys on the focused row: `.` (or the context-menu key) opens its menu, `x` selects it. */
export function useRowActions({ openMenu, toggle }: RowActions): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const link = document.activeElement?.closest('[data-row-link]');
      const id = link?.closest('tr')?.dataset.row;
      if (!id) return;
      const menu = event.key === '.' || event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      if (!menu && event.key !== 'x') return;
      event.preventDefault();
      if (menu) openMenu(id);
      else toggle(id);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [openMenu, toggle]);
}
