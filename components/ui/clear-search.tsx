import { X } from 'lucide-react';

/** The button at the end of a search field that empties the field. */
export function ClearSearch({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label="Clear search"
      onClick={onClear}
      className="focus-inset absolute inset-y-0 right-0 grid w-7 place-items-center rounded-md text-faint hover:text-fg"
    >
      <X aria-hidden className="size-3.5" />
    </button>
  );
}
