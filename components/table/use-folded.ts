import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Hides unset filters that would make the row higher, the last ones first. `state` changes when the hidden filters may
 * change.
 *
 * @returns the IDs of the hidden filters.
 */
export function useFolded(row: RefObject<HTMLElement | null>, state: string): readonly string[] {
  const [folded, setFolded] = useState('');
  const read = useCallback(() => {
    if (row.current) setFolded(fold(row.current).join(' '));
  }, [row]);
  useBeforePaint(() => {
    const element = row.current;
    if (!element) return;
    read();
    const observer = new ResizeObserver(read);
    const bar = element.closest('search');
    for (const each of [...(bar ? [bar] : []), ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [read, state]);
  return folded === '' ? [] : folded.split(' ');
}

function fold(row: HTMLElement): string[] {
  const optional = [...row.querySelectorAll<HTMLElement>(':scope > [data-optional]')];
  const spare = optional.filter((chip) => !chip.querySelector('[aria-expanded=true]'));
  const menu = row.querySelector<HTMLElement>('[data-add-filter]');
  row.setAttribute('data-fitted', '');
  row.removeAttribute('data-folds');
  for (const chip of spare) chip.hidden = false;
  const folded = menu && row.offsetHeight > menu.offsetHeight ? beyondLeast(row, spare) : [];
  for (const chip of folded) {
    if (chip.contains(document.activeElement)) menu?.focus();
    chip.hidden = true;
  }
  const bar = row.closest('search');
  bar?.parentElement?.style.setProperty('--filter-bar', `${bar.offsetHeight}px`);
  return folded.map((chip) => chip.dataset.optional ?? '');
}

/**
 * Moves set chips to the front. Returns the chips to hide: the first chip that makes the row higher, and all later
 * chips.
 */
function beyondLeast(row: HTMLElement, spare: readonly HTMLElement[]): readonly HTMLElement[] {
  row.setAttribute('data-folds', '');
  for (const chip of spare) chip.hidden = true;
  const least = row.offsetHeight;
  const cut = spare.findIndex((chip) => {
    chip.hidden = false;
    return row.offsetHeight > least;
  });
  return cut < 0 ? [] : spare.slice(cut);
}
