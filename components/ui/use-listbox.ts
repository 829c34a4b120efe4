import { type KeyboardEvent, useId, useState } from 'react';

interface Options<T> {
  options: readonly T[];
  /** Whether the list is shown. */
  open: boolean;
  onOpen: () => void;
  onChoose: (option: T) => void;
}

/**
 * Returns the keys and roles of a text field with a list of options (a combobox): arrow keys move, Enter chooses. The
 * focus stays in the field. The first option is active until the selection moves.
 */
export function useListbox<T>({ options, open, onOpen, onChoose }: Options<T>) {
  const id = useId();
  const [moved, setMoved] = useState(0);
  const active = Math.min(moved, options.length - 1);
  const move = (to: number) => setMoved((to + options.length) % Math.max(options.length, 1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    const chosen = options[active];
    if (next !== undefined) {
      event.preventDefault();
      if (open) move(next);
      else onOpen();
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (chosen !== undefined) onChoose(chosen);
    }
  };
  return {
    /** Makes the first option active again, for example when the options change with the text. */
    restart: () => setMoved(0),
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': open && active >= 0 ? `${id}-${active}` : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    } as const,
    list: { id: `${id}-list`, role: 'listbox', tabIndex: -1 } as const,
    option: (index: number) =>
      ({
        id: `${id}-${index}`,
        role: 'option',
        tabIndex: -1,
        'aria-selected': index === active,
        // Keeps the focus in the field.
        onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
        onMouseMove: () => setMoved(index),
        onClick: () => options[index] !== undefined && onChoose(options[index]),
        ref: (element: HTMLElement | null) => void (index === active && element?.scrollIntoView({ block: 'nearest' })),
      }) as const,
  };
}
