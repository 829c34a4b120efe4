import { type RefObject, useEffect, useRef } from 'react';

/** Focuses and selects the field in the element when it is first shown. Forms of dialogs may appear after the dialog. */
export function useFirstField(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = place.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  return place;
}
