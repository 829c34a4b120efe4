import { type RefObject, useEffect, useRef } from 'react';

/** Focuses and selects the field in the element when it is first shown. Forms of dialogs may appear after the dialog. */
export function useFirstField(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest('[role=dialog], [role=alertdialog]');
    // A dialog that is opening focuses its first field itself, and remembers the element that had the focus before.
    if (dialog && !dialog.contains(document.activeElement)) return;
    const input = place.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, []);
  return place;
}
