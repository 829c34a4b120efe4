import { type RefObject, useEffect } from 'react';

/** The row that had the focus last, by the path of its list, for readers who come back from the row's page. */
const lastRows = new Map<string, string>();

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Handles j and k, which move the focus between the rows' links. Enter follows the link. While a row is open, j and k
 * open the next or previous row instead. Back on the list of an opened row, they begin at this row.
 */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (!step || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const opened = links.findIndex((link) => link.closest('[aria-current="true"]'));
      const focused = links.indexOf(document.activeElement as HTMLElement);
      const left = links.findIndex((link) => rowOf(link) === lastRows.get(location.pathname));
      const from = [opened, focused, left].find((at) => at >= 0) ?? -1;
      const next = links[Math.min(Math.max(from + step, 0), links.length - 1)];
      if (!next) return;
      event.preventDefault();
      if (opened >= 0) next.click();
      else next.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      next.closest('tr')?.scrollIntoView({ block: 'nearest' });
    };
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches('[data-row-link]') || !body.current?.contains(target))
        return;
      const row = rowOf(target);
      if (row) lastRows.set(location.pathname, row);
    };
    document.addEventListener('keydown', listener);
    document.addEventListener('focusin', remember);
    return () => {
      document.removeEventListener('keydown', listener);
      document.removeEventListener('focusin', remember);
    };
  }, [body]);
}

function rowOf(link: HTMLElement): string | undefined {
  return link.closest('tr')?.dataset.row;
}

const TAKES_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/** Whether keys belong to a field, menu or dialog, so that single-key shortcuts do not apply. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKES_KEYS) !== null;
}
